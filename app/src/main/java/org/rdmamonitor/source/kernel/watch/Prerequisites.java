// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.rdmamonitor.nativelib.posix.SystemCalls;
import org.rdmamonitor.source.kernel.host.Capabilities;
import org.rdmamonitor.source.kernel.host.Capabilities.Capability;
import org.rdmamonitor.source.kernel.host.RdmaResources;

/** What is required before the kernel can be watched. */
public final class Prerequisites {
  private Prerequisites() {}

  /** One sentence for each thing that is missing: what, and what to do. */
  public static List<String> missing(KernelOptions options) {
    List<String> missing = new ArrayList<>();
    addPrivileges(missing, options, Capabilities.effective());
    if (!Files.exists(Path.of("/sys/kernel/btf/vmlinux"))) {
      missing.add(
          "This kernel has no type information (/sys/kernel/btf/vmlinux): use a kernel built with"
              + " CONFIG_DEBUG_INFO_BTF, as distributions have had since 2021.");
    }
    if (!Files.exists(Path.of("/sys/bus/event_source/devices/kprobe"))) {
      missing.add(
          "This kernel has no kprobes: use a kernel built with CONFIG_KPROBES and"
              + " CONFIG_KPROBE_EVENTS, as every distribution's is.");
    }
    if (!hasRdma()) {
      missing.add(
          "This kernel has no RDMA: install the package with the kernel's RDMA modules (ib_core),"
              + " for example linux-modules-extra-"
              + kernelRelease()
              + ", or use a kernel built with CONFIG_INFINIBAND.");
    }
    if (!Files.isReadable(options.bpfObject())) {
      missing.add(
          "The BPF object "
              + options.bpfObject()
              + " cannot be read: build it with clang (mvn package), or install the package"
              + " whole.");
    }
    for (Path library : options.libraries()) {
      if (!Files.isReadable(library)) {
        missing.add(
            "The library "
                + library
                + " (--intercept-library) cannot be read: name the file that programs have"
                + " loaded.");
      }
    }
    addLibbpf(missing);
    return missing;
  }

  /** Type information and probes need CAP_BPF and CAP_PERFMON, or CAP_SYS_ADMIN for both. */
  private static void addPrivileges(
      List<String> missing, KernelOptions options, Capabilities capabilities) {
    List<String> lacking =
        Stream.of(Capability.CAP_BPF, Capability.CAP_PERFMON)
            .filter(capability -> !capabilities.allows(capability))
            .map(Capability::name)
            .toList();
    if (!lacking.isEmpty()) {
      missing.add(
          "Watching the kernel needs privileges that this process lacks (%s): run it with sudo."
              .formatted(String.join(", ", lacking)));
    }
    if (options.runStatistics() && !capabilities.has(Capability.CAP_SYS_ADMIN)) {
      missing.add(
          "Timing BPF programs (--bpf-stats) needs CAP_SYS_ADMIN: run it with sudo, or have"
              + " kernel.bpf_stats_enabled set to 1.");
    }
  }

  /**
   * What to do if CAP_PERFMON is not enough: kernels of Debian, Ubuntu and others know levels of
   * kernel.perf_event_paranoid above 2, at which they require CAP_SYS_ADMIN instead.
   */
  static String forbiddenProbes() {
    return forbiddenProbes(text(Path.of("/proc/sys/kernel/perf_event_paranoid")));
  }

  static String forbiddenProbes(String level) {
    if (level.matches("-1|[0-2]")) {
      return "Probes are refused to this process, which has the capabilities"
          + " (kernel.perf_event_paranoid is "
          + level
          + "): in a container by a seccomp profile that does not allow perf_event_open(2) to"
          + " CAP_PERFMON; give it one that does.";
    }
    return "This kernel refuses probes to this process (kernel.perf_event_paranoid is "
        + level
        + "): run it with sudo, or set it to 2 (sysctl kernel.perf_event_paranoid=2), with which"
        + " CAP_BPF and CAP_PERFMON are enough.";
  }

  /** What to do if CAP_BPF is not enough. */
  static String forbiddenPrograms() {
    return "BPF programs are refused to this process, which has the capabilities: in a container by"
        + " a seccomp profile that does not allow bpf(2) to CAP_BPF; give it one that does. Before"
        + " Linux 5.11 a limit of locked memory may be the reason, too.";
  }

  private static String text(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException unreadable) {
      return "unknown";
    }
  }

  /** True if ib_core is loaded, built in, or there to be loaded. */
  private static boolean hasRdma() {
    if (RdmaResources.isCoreLoaded()) {
      return true;
    }
    Path modules = Path.of("/lib/modules", kernelRelease());
    return mentionsCore(modules.resolve("modules.dep"))
        || mentionsCore(modules.resolve("modules.builtin"));
  }

  private static boolean mentionsCore(Path list) {
    try (Stream<String> lines = Files.lines(list)) {
      return lines.anyMatch(line -> line.contains("/ib_core.ko"));
    } catch (IOException | UncheckedIOException unreadable) {
      return false;
    }
  }

  private static String kernelRelease() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/osrelease")).strip();
    } catch (IOException unreadable) {
      return System.getProperty("os.version", "").toLowerCase(Locale.ROOT);
    }
  }

  private static void addLibbpf(List<String> missing) {
    try {
      SystemCalls.libbpfVersion();
    } catch (LinkageError absent) {
      missing.add(
          "The library libbpf.so.1 cannot be loaded: install it (Debian and Ubuntu: libbpf1,"
              + " Fedora and RHEL: libbpf).");
    }
  }
}
