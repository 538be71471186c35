// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmamonitor.source.kernel.host.Capabilities.Capability;
import org.rdmamonitor.text.Check;

/** Checks whether the kernel, and the privileges of this process, allow watching it. */
public final class KernelChecks {
  private static final int OLDEST_MAJOR = 5;
  private static final int OLDEST_MINOR = 10;
  private static final Pattern RELEASE = Pattern.compile("([0-9]+)\\.([0-9]+).*", Pattern.DOTALL);

  /** Above this level, kernels of some distributions require CAP_SYS_ADMIN (see Prerequisites). */
  private static final int PARANOID = 2;

  private final HostFiles host;
  private final Capabilities capabilities;

  public KernelChecks(HostFiles host, Capabilities capabilities) {
    this.host = host;
    this.capabilities = capabilities;
  }

  public List<Check> all() {
    List<Check> checks = new ArrayList<>();
    checks.add(release());
    checks.add(types());
    checks.add(probes());
    checks.add(lockdown());
    checks.add(preemption());
    checks.add(cgroups());
    checks.addAll(privileges());
    return checks;
  }

  private Check release() {
    String release = host.text("/proc/sys/kernel/osrelease").orElse("unknown");
    Matcher numbers = RELEASE.matcher(release);
    boolean old =
        numbers.matches()
            && (Integer.parseInt(numbers.group(1)) < OLDEST_MAJOR
                || (Integer.parseInt(numbers.group(1)) == OLDEST_MAJOR
                    && Integer.parseInt(numbers.group(2)) < OLDEST_MINOR));
    return old
        ? Check.missing(
            "kernel.release", "Linux " + release, "The monitor needs Linux 5.10 or later.")
        : Check.ok("kernel.release", "Linux " + release);
  }

  private Check types() {
    if (!host.exists("/sys/kernel/btf/vmlinux")) {
      return Check.missing(
          "kernel.btf",
          "no type information (/sys/kernel/btf/vmlinux)",
          "Use a kernel built with CONFIG_DEBUG_INFO_BTF, as distributions have had since 2021.");
    }
    List<String> modules =
        host.names("/sys/kernel/btf").stream().filter(name -> !name.equals("vmlinux")).toList();
    boolean loaded = host.exists("/sys/module/ib_uverbs");
    return loaded && !modules.contains("ib_uverbs")
        ? Check.warning(
            "kernel.btf",
            "type information of the kernel, but not of its modules",
            "Calls that fail before there is an object are shown without their device;"
                + " kernels from 5.11 built with CONFIG_DEBUG_INFO_BTF_MODULES have it.")
        : Check.ok("kernel.btf", "type information of the kernel and its modules");
  }

  private Check probes() {
    return host.exists("/sys/bus/event_source/devices/kprobe")
        ? Check.ok("kernel.kprobes", "kprobes can be opened")
        : Check.missing(
            "kernel.kprobes",
            "no kprobes",
            "Use a kernel built with CONFIG_KPROBES and CONFIG_KPROBE_EVENTS, as every"
                + " distribution's is.");
  }

  private Check lockdown() {
    String state = host.text("/sys/kernel/security/lockdown").orElse("");
    return state.contains("[confidentiality]")
        ? Check.missing(
            "kernel.lockdown",
            "the kernel is locked down for confidentiality, which forbids probes to read its"
                + " memory",
            "Boot with lockdown=integrity, or without lockdown.")
        : Check.ok("kernel.lockdown", "lockdown does not forbid probes");
  }

  private Check preemption() {
    boolean possible =
        Preemption.isPossible(
            host.text("/proc/sys/kernel/version").orElse(""),
            host.text("/sys/kernel/debug/sched/preempt").orElse(""),
            host.text("/proc/cmdline").orElse(""));
    return possible
        ? Check.note(
            "kernel.preemption",
            "the kernel preempts itself, and a probe may miss an event",
            "Objects are watched twice (--hooks both, the default here, with CAP_SYS_ADMIN), and"
                + " the counts are compared with netlink at every reading.")
        : Check.ok("kernel.preemption", "the kernel does not preempt itself");
  }

  private Check cgroups() {
    Optional<String> mounts = host.text("/proc/self/mountinfo");
    return mounts.orElse("").contains(" - cgroup2 ")
        ? Check.ok("kernel.cgroup2", "the unified cgroup hierarchy is mounted")
        : Check.warning(
            "kernel.cgroup2",
            "no unified cgroup hierarchy is mounted, so cgroups have no names",
            "Mount it: mount -t cgroup2 none /sys/fs/cgroup, or boot with"
                + " systemd.unified_cgroup_hierarchy=1.");
  }

  private List<Check> privileges() {
    List<Check> checks = new ArrayList<>();
    for (Capability capability : List.of(Capability.CAP_BPF, Capability.CAP_PERFMON)) {
      checks.add(
          capabilities.allows(capability)
              ? Check.ok("privilege." + capability, "this process has " + capability)
              : Check.missing(
                  "privilege." + capability,
                  "this process lacks " + capability,
                  "Run it with sudo, or give it the capability (AmbientCapabilities= of"
                      + " systemd.exec(5))."));
    }
    checks.add(
        capabilities.has(Capability.CAP_NET_ADMIN)
            ? Check.ok("privilege.CAP_NET_ADMIN", "this process has CAP_NET_ADMIN")
            : Check.note(
                "privilege.CAP_NET_ADMIN",
                "this process lacks CAP_NET_ADMIN, so keys of memory regions are not shown",
                "Run it with sudo, or give it the capability, if you want to see them."));
    checks.add(paranoia());
    return checks;
  }

  private Check paranoia() {
    String level = host.text("/proc/sys/kernel/perf_event_paranoid").orElse("2");
    boolean high = level.matches("[0-9]{1,3}") && Integer.parseInt(level) > PARANOID;
    boolean enough = !high || capabilities.has(Capability.CAP_SYS_ADMIN);
    return enough
        ? Check.ok(
            "privilege.perf_event_paranoid",
            "kernel.perf_event_paranoid is " + level + ", and lets this process open probes")
        : Check.missing(
            "privilege.perf_event_paranoid",
            "kernel.perf_event_paranoid is " + level + ", which asks for CAP_SYS_ADMIN",
            "Run it with sudo, or set kernel.perf_event_paranoid=2 with sysctl.");
  }
}
