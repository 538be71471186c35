// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.files.ProcessStat;
import org.rdmamonitor.files.PseudoFile;
import org.rdmamonitor.model.BoundedMap;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Inventory;

/** What the file system of processes tells (proc_pid_stat(5)). Safe for use by several threads. */
public final class Processes {
  /** How many threads are remembered with their processes. */
  private static final int MOST_THREADS = 1 << 14;

  private static final String PROCESS = "Tgid:";

  private final Path proc;

  /**
   * A thread never changes its process; its start time distinguishes it from another thread that
   * got its number.
   */
  private final Map<Integer, Membership> memberships =
      Collections.synchronizedMap(new BoundedMap<>(MOST_THREADS));

  private record Membership(long startTicks, int process) {}

  public Processes(Path proc) {
    this.proc = proc;
  }

  /**
   * The process of a thread, with the cgroup of the thread, if it still exists.
   *
   * @param thread any of the process's; the first one has the number of the process
   */
  public Optional<Inventory.Owner> find(int thread, CgroupNames cgroups) {
    try {
      ProcessStat stat = ProcessStat.read(directory(thread));
      int process = process(thread, stat.startTicks());
      if (process != thread) {
        stat = ProcessStat.read(directory(process));
      }
      return Optional.of(
          new Inventory.Owner(
              process,
              stat.comm(),
              cgroups.idOf(thread).orElse(Cgroup.OVERFLOW_ID),
              stat.cpu(),
              stat.started()));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  private int process(int thread, long startTicks) throws IOException {
    @Nullable Membership known = memberships.get(thread);
    if (known == null || known.startTicks() != startTicks) {
      known = new Membership(startTicks, readProcess(thread));
      memberships.put(thread, known);
    }
    return known.process();
  }

  private int readProcess(int thread) throws IOException {
    String status =
        Files.readString(directory(thread).resolve("status"), StandardCharsets.ISO_8859_1);
    return status
        .lines()
        .filter(line -> line.startsWith(PROCESS))
        .findFirst()
        .map(line -> Integer.parseInt(line.substring(PROCESS.length()).strip()))
        .orElse(thread);
  }

  private Path directory(int pid) {
    return proc.resolve(Integer.toString(pid));
  }

  /**
   * Whether a process runs, and is the one that started then; a zombie does not count as running.
   *
   * @param started in clock ticks since the boot, as proc_pid_stat(5) has it
   */
  public boolean isRunning(int pid, long started) {
    try {
      ProcessStat stat = ProcessStat.read(directory(pid));
      return !stat.hasEnded() && stat.startTicks() == started;
    } catch (IOException gone) {
      return false;
    }
  }

  /** Whether a thread exists. */
  public boolean hasThread(int thread) {
    return Files.exists(directory(thread));
  }

  /** The processor time that this process has used, and its resident memory in pages. */
  public record Usage(Duration cpu, long residentPages) {}

  public Usage own() {
    try {
      String[] pages =
          PseudoFile.text(proc.resolve("self/statm"), StandardCharsets.ISO_8859_1).split(" ", 3);
      return new Usage(ProcessStat.read(proc.resolve("self")).cpu(), Long.parseLong(pages[1]));
    } catch (IOException e) {
      return new Usage(Duration.ZERO, 0);
    }
  }
}
