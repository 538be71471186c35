// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.rdmamonitor.nativelib.bpf.BpfLink;
import org.rdmamonitor.nativelib.monitor.GateSwitch;
import org.rdmamonitor.nativelib.posix.NativeException;
import org.rdmamonitor.source.PrerequisiteException;

/**
 * Attached programs that outlive the process: each is a file of the BPF file system, and all those
 * of a watch are in one directory. Not safe for use by several threads.
 */
public final class Pins {
  /** Where the directories are; only root may access it. */
  public static final Path ROOT = Path.of("/sys/fs/bpf/rdma-monitor");

  private static final String SWITCH = "switch";

  private final Path directory;
  private int count;

  /**
   * Makes a new directory.
   *
   * @throws PrerequisiteException if that is not possible
   */
  Pins(Path root) {
    directory = root.resolve(ProcessHandle.current().pid() + "-" + System.nanoTime());
    try {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (IOException e) {
      throw new PrerequisiteException(
          List.of(
              "What is to stay on exit (--on-exit=keep) needs a BPF file system, and root: mount"
                  + " one (mount -t bpf bpf /sys/fs/bpf). "
                  + e));
    }
  }

  /** Keeps the switch that opens the gate, for whoever will end what is kept here. */
  void pin(GateSwitch open) {
    open.pin(directory.resolve(SWITCH));
  }

  /**
   * Keeps a link.
   *
   * @throws PrerequisiteException if this kernel cannot
   */
  void pin(BpfLink link, String program) {
    // Names are numbered, so that the files can be removed in reverse order.
    try {
      link.pin(directory.resolve("%06d-%s".formatted(count, program)));
    } catch (NativeException e) {
      throw new PrerequisiteException(
          List.of(
              "This kernel cannot keep probes when a program has ended (--on-exit=keep), as those"
                  + " from Linux 5.15 on can: "
                  + e.getMessage()));
    }
    count++;
  }

  /** Removes the directory and what is left in it. */
  public void remove() {
    remove(directory);
  }

  /** The existing directories: what earlier processes have left, and what running ones keep. */
  static List<Path> all(Path root) {
    try (Stream<Path> directories = Files.list(root)) {
      return directories.sorted().toList();
    } catch (NoSuchFileException none) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same; none if this process may not look, as when it is not root. */
  public static List<Path> seen(Path root) {
    try {
      return all(root);
    } catch (UncheckedIOException e) {
      return List.of();
    }
  }

  /**
   * Removes a directory. When this returns, its gate is open; a moment later the kernel detaches
   * everything that nobody else keeps attached.
   *
   * @return how many files there were
   */
  public static int remove(Path directory) {
    try {
      GateSwitch.open(directory.resolve(SWITCH));
      List<Path> files;
      try (Stream<Path> all = Files.list(directory)) {
        files = all.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(directory);
      return files.size();
    } catch (NoSuchFileException gone) {
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
