// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.rdmamonitor.files.ProcessStat;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Inventory;

/** What the file system of processes says (proc_pid_stat(5)). */
public final class Processes {
  private final Path proc;

  public Processes(Path proc) {
    this.proc = proc;
  }

  /** The process, if it is still there. */
  public Optional<Inventory.Owner> find(int pid, CgroupNames cgroups) {
    try {
      ProcessStat stat = ProcessStat.read(proc.resolve(Integer.toString(pid)));
      return Optional.of(
          new Inventory.Owner(
              pid,
              stat.comm(),
              cgroups.idOf(pid).orElse(Cgroup.OVERFLOW_ID),
              stat.cpu(),
              stat.started()));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /**
   * Whether a process runs, and is the one that began then: a zombie does not run.
   *
   * @param started in clock ticks since the boot, as proc_pid_stat(5) has it
   */
  public boolean isRunning(int pid, long started) {
    try {
      ProcessStat stat = ProcessStat.read(proc.resolve(Integer.toString(pid)));
      return !stat.hasEnded() && stat.startTicks() == started;
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
      String[] pages = Files.readString(proc.resolve("self/statm")).split(" ", -1);
      return new Usage(ProcessStat.read(proc.resolve("self")).cpu(), Long.parseLong(pages[1]));
    } catch (IOException e) {
      return new Usage(Duration.ZERO, 0);
    }
  }
}
