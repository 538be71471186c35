// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Hook.State;
import org.rdmamonitor.nativelib.posix.NativeException;
import org.rdmamonitor.source.kernel.host.HostFiles;

/**
 * The uprobes at files of librdma_intercept, by which processes report bad completions. A uprobe
 * belongs to an inode: if a file was replaced, as an upgrade does, the new one gets a uprobe too,
 * and programs that still use the old one keep theirs. Not safe for use by several threads.
 */
final class LibraryProbes implements AutoCloseable {
  /** The function that the library calls; its manual promises it. */
  static final String FUNCTION = "rdma_intercept_bad_completion";

  /**
   * How many files that had the same name, one after the other, are kept: programs may still have
   * them mapped.
   */
  private static final int GENERATIONS = 8;

  private final Attacher attacher;
  private final List<Probe> probes;

  /** Puts a uprobe into a file. */
  interface Attacher {
    /**
     * Attaches to {@link #FUNCTION}.
     *
     * @return detaches it again
     * @throws NativeException if the file has no such function, or the kernel refuses
     */
    Runnable attach(Path file);
  }

  /** The file that is, or was, under a name. */
  private static final class Probe {
    final Path file;
    final Deque<Generation> generations = new ArrayDeque<>();

    /** The inode that was looked at last. */
    Optional<Object> inode = Optional.empty();

    /**
     * Why there is no uprobe; empty if there is one, or if another name of the same file has it.
     */
    String reason = "";

    Probe(Path file) {
      this.file = file;
    }
  }

  private record Generation(Object inode, Runnable detach) {}

  /** Attaches to the files that exist. */
  LibraryProbes(Attacher attacher, List<Path> files) {
    this.attacher = attacher;
    probes = files.stream().map(Probe::new).toList();
    for (Probe probe : probes) {
      probe.inode = HostFiles.identity(probe.file);
      attach(probe);
    }
  }

  /** Attaches to the files that have come or were replaced since the last call. */
  void follow() {
    for (Probe probe : probes) {
      Optional<Object> now = HostFiles.identity(probe.file);
      if (!now.equals(probe.inode)) {
        probe.inode = now;
        attach(probe);
      }
    }
  }

  private void attach(Probe probe) {
    probe.reason = "";
    if (probe.inode.isEmpty()) {
      probe.reason = "there is no file " + probe.file;
      return;
    }
    Object inode = probe.inode.get();
    if (isAttached(inode)) {
      return;
    }
    try {
      probe.generations.addLast(new Generation(inode, attacher.attach(probe.file)));
    } catch (NativeException e) {
      probe.reason = reason(probe.file, e);
    }
    if (probe.generations.size() > GENERATIONS) {
      probe.generations.removeFirst().detach().run();
    }
  }

  private static String reason(Path file, NativeException failure) {
    if (failure.isAbsent()) {
      return file + " has no function " + FUNCTION;
    }
    // perf_event_open(2) requires this for a uprobe: seen on Linux 6.1, where kprobes need only
    // CAP_PERFMON.
    return failure.isForbidden()
        ? "a uprobe at " + file + " needs CAP_SYS_ADMIN"
        : file + ": " + failure.getMessage();
  }

  /** A file may have several names, and would report everything once for each. */
  private boolean isAttached(Object inode) {
    return probes.stream()
        .flatMap(probe -> probe.generations.stream())
        .anyMatch(generation -> generation.inode().equals(inode));
  }

  /** The state of each file, once. */
  List<Health.Hook> states() {
    List<Health.Hook> states = new ArrayList<>();
    for (Probe probe : probes) {
      boolean own =
          probe.generations.stream()
              .anyMatch(generation -> Objects.equals(probe.inode.orElse(null), generation.inode()));
      if (own || !probe.reason.isEmpty()) {
        states.add(
            new Health.Hook(
                Hooks.BAD_COMPLETIONS,
                probe.file.toString(),
                own ? State.ATTACHED : State.UNAVAILABLE,
                probe.reason));
      }
    }
    return states;
  }

  @Override
  public void close() {
    for (Probe probe : probes) {
      probe.generations.forEach(generation -> generation.detach().run());
      probe.generations.clear();
    }
  }
}
