// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmamonitor.files.SafeDirectory;
import org.rdmamonitor.model.ethernet.Ethernet;
import org.rdmamonitor.model.ethernet.EthernetInterface;
import org.rdmamonitor.source.kernel.host.EthernetCounters.Malformed;

/**
 * The files in which {@code rdma-secure ethernet create} reports its counters: {@code
 * /run/rdma-monitor/ethernet/NAMESPACE-PID-START}, one for each process. Only files that root or
 * this user has written are read, and only so many files and bytes; files left by processes that
 * are gone are ignored.
 */
public final class EthernetFiles {
  static final Path DIRECTORY = Path.of("run/rdma-monitor/ethernet");

  /** The most interfaces that are reported one by one. */
  static final int MOST_INTERFACES = 64;

  /** The most names that are looked at. */
  static final int MOST_FILES = 1024;

  /** Twice as much as the longest of them has. */
  static final int MOST_BYTES = 1 << 15;

  /**
   * A process that cannot be looked up from here, such as one of another PID namespace, counts as
   * running for this long after its last write.
   */
  private static final Duration FRESH = Duration.ofSeconds(5);

  private static final int MOST_OF_A_NAME = 64;
  private static final Pattern NAME = Pattern.compile("(\\d{1,10})-(\\d{1,9})-(\\d{1,18})");
  private static final String BEING_WRITTEN = ".new";
  private static final Pattern NAMESPACE = Pattern.compile("pid:\\[(\\d{1,10})]");

  private final Path directory;
  private final Path proc;
  private final Processes processes;
  private final Clock clock;

  /**
   * Of a host.
   *
   * @param root of its file system
   */
  public EthernetFiles(Path root, Clock clock) {
    this.directory = root.resolve(DIRECTORY);
    this.proc = root.resolve("proc");
    this.processes = new Processes(proc);
    this.clock = clock;
  }

  /** One reading of them. */
  private static final class Found {
    private final List<EthernetInterface> interfaces = new ArrayList<>();
    private int leftOut;
    private String trouble = "";

    void leaveOut(String why) {
      leftOut++;
      if (trouble.isEmpty()) {
        trouble = why;
      }
    }

    Ethernet ethernet() {
      interfaces.sort(
          Comparator.comparing(EthernetInterface::label)
              .thenComparing(EthernetInterface::hostInterface)
              .thenComparingInt(one -> one.process().pid()));
      return new Ethernet(interfaces, leftOut, trouble);
    }
  }

  /** What the processes that run now have reported; nothing if there is no such directory. */
  public Ethernet read() {
    Found found = new Found();
    try {
      if (Files.notExists(directory, LinkOption.NOFOLLOW_LINKS)) {
        return Ethernet.NONE;
      }
      Optional<String> complaint = SafeDirectory.complaint(directory);
      if (complaint.isPresent()) {
        found.leaveOut(complaint.get());
      } else {
        read(found);
      }
    } catch (NoSuchFileException gone) {
      return Ethernet.NONE;
    } catch (IOException | DirectoryIteratorException e) {
      found.leaveOut("%s cannot be read: %s".formatted(directory, e.getMessage()));
    }
    return found.ethernet();
  }

  private void read(Found found) throws IOException {
    boolean seesProcesses = Files.isReadable(proc.resolve("1/stat"));
    String own = seesProcesses ? ownNamespace() : "";
    for (Path file : files(found)) {
      String name = String.valueOf(file.getFileName());
      Matcher parts = NAME.matcher(name);
      if (!parts.matches()) {
        found.leaveOut(shortened(name) + " is no file of rdma-secure's");
        continue;
      }
      EthernetInterface.Owner process =
          new EthernetInterface.Owner(
              Integer.parseInt(parts.group(2)), Long.parseLong(parts.group(3)));
      boolean isOurs = parts.group(1).equals(own);
      if (!isOurs || processes.isRunning(process.pid(), process.started())) {
        take(file, process, isOurs, found);
      }
    }
  }

  /** In order of names, so that each reading takes the same ones. */
  private Iterable<Path> files(Found found) throws IOException {
    TreeMap<String, Path> files = new TreeMap<>();
    int left = MOST_FILES;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
      for (Path file : all) {
        if (left-- == 0) {
          found.leaveOut("there are more than %d files in %s".formatted(MOST_FILES, directory));
          break;
        }
        String name = String.valueOf(file.getFileName());
        if (!name.endsWith(BEING_WRITTEN)) {
          files.put(name, file);
        }
      }
    }
    return files.values();
  }

  private String ownNamespace() {
    try {
      Matcher namespace =
          NAMESPACE.matcher(Files.readSymbolicLink(proc.resolve("self/ns/pid")).toString());
      return namespace.matches() ? namespace.group(1) : "";
    } catch (IOException e) {
      return "";
    }
  }

  private void take(Path file, EthernetInterface.Owner process, boolean isSeen, Found found) {
    String name = shortened(String.valueOf(file.getFileName()));
    try {
      Optional<String> complaint = SafeDirectory.complaintOfFile(file);
      if (complaint.isPresent()) {
        found.leaveOut(name + " " + complaint.get());
        return;
      }
      EthernetInterface one = EthernetCounters.read(bytes(file), process);
      if (!isSeen && !isFresh(one.time())) {
        return;
      }
      if (found.interfaces.size() == MOST_INTERFACES) {
        found.leaveOut("there are more than %d interfaces".formatted(MOST_INTERFACES));
        return;
      }
      found.interfaces.add(one);
    } catch (NoSuchFileException ended) {
      // Its process has ended since it was looked at.
    } catch (AccessDeniedException e) {
      found.leaveOut(name + " cannot be read by this user");
    } catch (IOException | Malformed e) {
      found.leaveOut(name + " " + e.getMessage());
    }
  }

  private static byte[] bytes(Path file) throws IOException, Malformed {
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new Malformed("has more than %d bytes".formatted(MOST_BYTES));
      }
      return bytes;
    }
  }

  private boolean isFresh(Instant time) {
    return Duration.between(time, clock.instant()).abs().compareTo(FRESH) <= 0;
  }

  private static String shortened(String name) {
    return name.length() <= MOST_OF_A_NAME ? name : name.substring(0, MOST_OF_A_NAME) + "...";
  }
}
