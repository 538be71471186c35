// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Inventory;

/** What the file system of processes says (proc_pid_stat(5)). */
public final class Processes {
  /** USER_HZ, which is 100 on every architecture that this runs on. */
  private static final long NANOS_PER_TICK = 10_000_000;

  private static final int STATE = 3 - 3;
  private static final int UTIME = 14 - 3;
  private static final int STIME = 15 - 3;
  private static final int STARTTIME = 22 - 3;

  private final Path proc;

  public Processes(Path proc) {
    this.proc = proc;
  }

  /** The process, if it is still there. */
  public Optional<Inventory.Owner> find(int pid, CgroupNames cgroups) {
    String stat;
    try {
      stat =
          Files.readString(
              proc.resolve(Integer.toString(pid)).resolve("stat"), StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return Optional.empty();
    }
    // The name stands in parentheses, and may hold some itself.
    int open = stat.indexOf('(');
    int close = stat.lastIndexOf(')');
    String[] fields = stat.substring(close + 2).split(" ", -1);
    byte[] comm = stat.substring(open + 1, close).getBytes(StandardCharsets.ISO_8859_1);
    return Optional.of(
        new Inventory.Owner(
            pid,
            new String(comm, StandardCharsets.UTF_8),
            cgroups.idOf(pid).orElse(Cgroup.OVERFLOW_ID),
            ticks(fields[UTIME]).plus(ticks(fields[STIME])),
            ticks(fields[STARTTIME])));
  }

  /**
   * Whether a process runs, and is the one that began then: a zombie does not run.
   *
   * @param started in clock ticks since the boot, as proc_pid_stat(5) has it
   */
  public boolean isRunning(int pid, long started) {
    try {
      String stat =
          Files.readString(
              proc.resolve(Integer.toString(pid)).resolve("stat"), StandardCharsets.ISO_8859_1);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return !fields[STATE].equals("Z")
          && !fields[STATE].equals("X")
          && fields[STARTTIME].equals(Long.toString(started));
    } catch (IOException gone) {
      return false;
    }
  }

  /** Whether a thread exists. */
  public boolean hasThread(int thread) {
    return Files.exists(proc.resolve(Integer.toString(thread)));
  }

  /** The processor time that this process has used, and its resident memory in pages. */
  public record Usage(Duration cpu, long residentPages) {}

  public Usage own() {
    try {
      String stat = Files.readString(proc.resolve("self/stat"), StandardCharsets.ISO_8859_1);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      String[] pages = Files.readString(proc.resolve("self/statm")).split(" ", -1);
      return new Usage(ticks(fields[UTIME]).plus(ticks(fields[STIME])), Long.parseLong(pages[1]));
    } catch (IOException e) {
      return new Usage(Duration.ZERO, 0);
    }
  }

  private static Duration ticks(String text) {
    return Duration.ofNanos(Long.parseLong(text) * NANOS_PER_TICK);
  }
}
