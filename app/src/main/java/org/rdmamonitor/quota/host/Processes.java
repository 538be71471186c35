// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.rdmamonitor.files.ProcessCgroup;
import org.rdmamonitor.files.ProcessStat;
import org.rdmamonitor.nativelib.posix.RawNames;
import org.rdmamonitor.quota.ProcessKey;

/** What the file system of processes tells (proc(5)). Immutable. */
public final class Processes {
  private static final String DELETED = " (deleted)";

  private final Path proc;

  /** Of this host, or another root in tests. */
  public Processes(Path proc) {
    this.proc = proc;
  }

  /** Of this host. */
  public static Processes ofThisHost() {
    return new Processes(Path.of("/proc"));
  }

  /**
   * A process.
   *
   * @param comm its name
   */
  public record Found(ProcessKey key, String comm) {}

  /** The process that has this pid now. */
  public Optional<Found> find(int pid) {
    try {
      ProcessStat stat = ProcessStat.read(of(pid));
      return Optional.of(new Found(new ProcessKey(pid, stat.startTicks()), stat.comm()));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /**
   * The key of the process that started at this time.
   *
   * @param started since the boot, as the monitor reports it
   */
  public static ProcessKey key(int pid, Duration started) {
    return new ProcessKey(pid, ProcessStat.ticks(started));
  }

  /** Whether this process still has its pid; it may be a zombie. */
  public boolean exists(ProcessKey process) {
    return find(process.pid()).filter(found -> found.key().equals(process)).isPresent();
  }

  /**
   * The cgroup of the process that has this pid now, in the unified hierarchy; the root where there
   * is no such hierarchy.
   */
  public Optional<String> cgroup(int pid) {
    try {
      return Optional.of(path(ProcessCgroup.read(of(pid))));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /** For asking for the cgroup of a process again and again; empty if there is no such process. */
  public Optional<CgroupFile> cgroupFile(int pid) {
    try {
      return Optional.of(new CgroupFile(FileChannel.open(of(pid).resolve("cgroup"))));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /** The path in the contents of such a file. */
  static String path(Optional<byte[]> cgroup) {
    String path = cgroup.map(RawNames::text).orElse("/");
    return path.endsWith(DELETED) ? path.substring(0, path.length() - DELETED.length()) : path;
  }

  /** The user that the process which has this pid now runs as. */
  public Optional<Integer> uid(int pid) {
    try {
      return Optional.of((Integer) Files.getAttribute(of(pid), "unix:uid"));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /** Identifies this boot of the host. */
  public String boot() throws IOException {
    return Files.readString(proc.resolve("sys/kernel/random/boot_id")).strip();
  }

  private Path of(int pid) {
    return proc.resolve(Integer.toString(pid));
  }
}
