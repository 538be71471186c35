// SPDX-License-Identifier: MIT
package org.rdmamonitor.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What {@code /proc/PID/stat} says of a process (proc_pid_stat(5)). Immutable.
 *
 * @param state a letter
 * @param cpuTicks processor time that it has used, itself and in the kernel
 * @param startTicks when it began, since the boot
 */
public record ProcessStat(String comm, String state, long cpuTicks, long startTicks) {
  /** USER_HZ, which is 100 on every architecture that this runs on. */
  private static final long NANOS_PER_TICK = 10_000_000;

  private static final int STATE = 3 - 3;
  private static final int UTIME = 14 - 3;
  private static final int STIME = 15 - 3;
  private static final int STARTTIME = 22 - 3;

  /**
   * Of a process.
   *
   * @param process its directory
   * @throws IOException if it is gone
   */
  public static ProcessStat read(Path process) throws IOException {
    String stat = PseudoFile.text(process.resolve("stat"), StandardCharsets.ISO_8859_1);
    // The name stands in parentheses, and may hold some itself.
    int open = stat.indexOf('(');
    int close = stat.lastIndexOf(')');
    byte[] comm = stat.substring(open + 1, close).getBytes(StandardCharsets.ISO_8859_1);
    String[] fields = stat.substring(close + 2).split(" ", -1);
    return new ProcessStat(
        new String(comm, StandardCharsets.UTF_8),
        fields[STATE],
        Long.parseLong(fields[UTIME]) + Long.parseLong(fields[STIME]),
        Long.parseLong(fields[STARTTIME]));
  }

  /** Whether it has ended, though its parent has not asked for it yet. */
  public boolean hasEnded() {
    return state.equals("Z") || state.equals("X");
  }

  public Duration cpu() {
    return Duration.ofNanos(cpuTicks * NANOS_PER_TICK);
  }

  /** When it began, since the boot. */
  public Duration started() {
    return Duration.ofNanos(startTicks * NANOS_PER_TICK);
  }

  /** The ticks in a time that was made of them. */
  public static long ticks(Duration time) {
    return time.toNanos() / NANOS_PER_TICK;
  }
}
