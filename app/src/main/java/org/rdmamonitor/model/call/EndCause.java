// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** By what a queue pair, and with it its connection, ended. */
public enum EndCause {
  /** Not seen. */
  UNKNOWN("", "", ""),
  DESTROYED(
      "destroyed by its process",
      "The process that had it asked for its end (ibv_destroy_qp, or the library that it uses).",
      "It is the usual end. If it comes unasked for, look at what the program logs just before."),
  CLOSED(
      "its device was closed, while the process went on",
      "The last descriptor of the device was closed by a process that goes on, with objects left.",
      "See whether the program closes devices that it still uses, or has handed them to another"
          + " process."),
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
          + " person."),
  OUT_OF_MEMORY(
      "its process was killed for want of memory",
      "The kernel's OOM killer chose the process, since the host or its cgroup had no memory left.",
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

  /** What there is to say; nothing of {@link #UNKNOWN}. */
  public Explanation explanation() {
    return explanation;
  }

  /** Those that there is something to say of. */
  public static List<EndCause> explained() {
    return Arrays.stream(values()).filter(cause -> cause != UNKNOWN).toList();
  }

  /** The cause of a key, in any case of its letters. */
  public static Optional<EndCause> named(String key) {
    return Arrays.stream(values()).filter(cause -> cause.key().equalsIgnoreCase(key)).findFirst();
  }
}
