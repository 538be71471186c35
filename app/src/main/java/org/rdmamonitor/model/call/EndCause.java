// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Why a queue pair, and with it its connection, ended. */
public enum EndCause {
  /** Not seen. */
  UNKNOWN("", "", ""),
  DESTROYED(
      "destroyed by its process",
      "The process that had it asked for its end (ibv_destroy_qp, or the library that it uses).",
      "It is the usual end. If it comes unasked for, look at what the program logs just before."),
  CLOSED(
      "its device was closed by a process that goes on",
      "The device was let go of for the last time by a process that goes on, with objects left. As"
          + " a rule it is the program itself; but if that was killed while another process looked"
          + " into its memory (/proc/PID/smaps, a debugger), it can be that one.",
      "See whether the program closes devices that it still uses, or has handed them to another"
          + " process; or whether it is gone, and what ended it."),
  EXITED(
      "its process exited",
      "The process ended by itself, with this exit code, and the kernel took away what it had.",
      "An exit code other than 0 is an error of the program: see what it logs. Where it is 0, the"
          + " program relies on the kernel to clean up; its peers then only notice by timeouts."),
  KILLED(
      "its process was killed by a signal",
      "The process was ended by this signal, and the kernel took away what it had.",
      "SIGSEGV, SIGBUS and SIGABRT are crashes: look for a core dump. SIGKILL and SIGTERM were sent"
          + " by somebody: the service manager, the orchestrator at the end of a grace period, or a"
          + " person. rdma-monitor --enforce=strict sends SIGKILL, too, to whoever gets around a"
          + " limit: then there is an event with the outcome killed, and rule R15 names the"
          + " process."),
  OUT_OF_MEMORY(
      "its process was killed, likely for want of memory",
      "The process ended by SIGKILL, and the kernel's OOM killer had chosen it, since the host or"
          + " its cgroup had no memory left. The OOM killer also chooses what is ending already:"
          + " then somebody else had sent the signal.",
      "See dmesg and memory.events of the cgroup; compare memory.max with what the program takes."
          + " Registered memory is locked and cannot be swapped out."),
  DEVICE_REMOVED(
      "its device was removed",
      "The device, or its driver, was taken away while the process was using it.",
      "See dmesg for resets and hot-unplug, and who unloads modules or changes devlink and rdma"
          + " links."),
  KERNEL_CONSUMER(
      "destroyed by a consumer in the kernel",
      "A consumer in the kernel, such as NVMe over Fabrics, ended its own queue pair.",
      "See what that consumer logs in dmesg: a controller that is reconnecting does so often.");

  @SuppressWarnings("ImmutableEnumChecker") // a record of strings
  private final Explanation explanation;

  EndCause(String brief, String meaning, String nextStep) {
    this.explanation = new Explanation(brief, meaning, nextStep);
  }

  /** Its name in JSON, recordings and {@code explain}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The explanation; empty for {@link #UNKNOWN}. */
  public Explanation explanation() {
    return explanation;
  }

  /** The causes that have an explanation. */
  public static List<EndCause> explained() {
    return Arrays.stream(values()).filter(cause -> cause != UNKNOWN).toList();
  }

  /** The cause of a key, ignoring case. */
  public static Optional<EndCause> named(String key) {
    return Arrays.stream(values()).filter(cause -> cause.key().equalsIgnoreCase(key)).findFirst();
  }
}
