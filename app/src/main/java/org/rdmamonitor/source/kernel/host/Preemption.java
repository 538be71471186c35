// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whether the kernel may preempt itself. If it does, a task can be preempted inside a {@code bpf()}
 * call or a BPF program, and meanwhile the probes of other tasks on that CPU do not run.
 */
public final class Preemption {
  private Preemption() {}

  /** Asks the running kernel; in doubt, true. */
  public static boolean isPossible() {
    return isPossible(
        read(Path.of("/proc/sys/kernel/version")),
        read(Path.of("/sys/kernel/debug/sched/preempt")),
        read(Path.of("/proc/cmdline")));
  }

  /**
   * Decides from what the kernel says.
   *
   * @param version as {@code uname -v}: {@code #1 SMP PREEMPT_DYNAMIC Debian ...}
   * @param mode as debugfs sched/preempt, {@code none (voluntary) full}; empty if unreadable
   * @param commandLine of the kernel
   */
  public static boolean isPossible(String version, String mode, String commandLine) {
    if (!version.contains("PREEMPT")) {
      return false;
    }
    if (!version.contains("PREEMPT_DYNAMIC")) {
      return true;
    }
    if (!mode.isBlank()) {
      return !mode.contains("(none)") && !mode.contains("(voluntary)");
    }
    return !commandLine.contains("preempt=none") && !commandLine.contains("preempt=voluntary");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      return "";
    }
  }
}
