// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The network namespaces of a host: those that have a name in {@code /run/netns} (ip-netns(8), CNI
 * plugins) and those of processes. A namespace that only a socket or a thread holds is not found.
 * Reads a link for each process, so it is not meant for every second.
 */
final class NetworkNamespaces {
  private static final Pattern LINK = Pattern.compile("net:\\[(\\d{1,19})]");
  private static final String DEVICE = "unix:dev";

  private final Path processes;
  private final Path named;

  /**
   * Those of a file system.
   *
   * @param root {@code /}, or what stands in for it
   */
  NetworkNamespaces(Path root) {
    processes = root.resolve("proc");
    named = root.resolve("run/netns");
  }

  /**
   * What was found.
   *
   * @param namespaces each once; those with names first
   * @param isComplete false if those of some processes may not be looked at
   */
  record Listing(List<NetworkNamespace> namespaces, boolean isComplete) {
    Listing {
      namespaces = List.copyOf(namespaces);
    }
  }

  /** All but that of this process. */
  Listing others() {
    Map<Long, NetworkNamespace> found = new LinkedHashMap<>();
    AtomicBoolean isComplete = new AtomicBoolean(true);
    forEach(
        named,
        file ->
            inode(file)
                .ifPresent(inode ->
                    found.putIfAbsent(
                        inode,
                        new NetworkNamespace(inode, file, String.valueOf(file.getFileName())))));
    forEach(
        processes,
        process -> {
          Path link = process.resolve("ns/net");
          number(link, isComplete)
              .ifPresent(inode ->
                  found.computeIfAbsent(
                      inode, i -> new NetworkNamespace(i, link, Long.toString(i))));
        });
    number(processes.resolve("self/ns/net"), isComplete).ifPresent(found::remove);
    return new Listing(new ArrayList<>(found.values()), isComplete.get());
  }

  /**
   * The number in {@code net:[4026531840]}; empty if the process has ended or may not be looked at.
   */
  private static OptionalLong number(Path link, AtomicBoolean isComplete) {
    try {
      Matcher target = LINK.matcher(Files.readSymbolicLink(link).toString());
      return target.matches()
          ? OptionalLong.of(Long.parseLong(target.group(1)))
          : OptionalLong.empty();
    } catch (AccessDeniedException denied) {
      isComplete.set(false);
      return OptionalLong.empty();
    } catch (IOException | UnsupportedOperationException gone) {
      return OptionalLong.empty();
    }
  }

  /**
   * The inode of a file on which a namespace is mounted; empty for any other file, such as a failed
   * attempt leaves.
   */
  private OptionalLong inode(Path file) {
    try {
      Path own = processes.resolve("self/ns/net");
      return Files.getAttribute(file, DEVICE).equals(Files.getAttribute(own, DEVICE))
          ? OptionalLong.of((long) Files.getAttribute(file, "unix:ino"))
          : OptionalLong.empty();
    } catch (IOException unreadable) {
      return OptionalLong.empty();
    }
  }

  private static void forEach(Path directory, Consumer<Path> visitor) {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(visitor);
    } catch (IOException | DirectoryIteratorException unreadable) {
      return;
    }
  }
}
