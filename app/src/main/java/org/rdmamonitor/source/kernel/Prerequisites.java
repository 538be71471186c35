// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.rdmamonitor.nativelib.SystemCalls;

/** What has to be there before the kernel can be watched. */
final class Prerequisites {
  // include/uapi/linux/capability.h
  private static final int CAP_SYS_ADMIN = 21;

  private Prerequisites() {}

  /** One sentence for each thing that is missing: what, and what to do. */
  static List<String> missing(KernelOptions options) {
    List<String> missing = new ArrayList<>();
    addPrivileges(missing, effectiveCapabilities());
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
    addLibbpf(missing);
    return missing;
  }

  /**
   * CAP_BPF and CAP_PERFMON would do for the programs, but the type information of modules, to
   * which they are fitted, can be found with CAP_SYS_ADMIN only (BPF_BTF_GET_NEXT_ID).
   */
  private static void addPrivileges(List<String> missing, long capabilities) {
    if (!has(capabilities, CAP_SYS_ADMIN)) {
      missing.add(
          "Watching the kernel needs privileges that this process lacks (CAP_SYS_ADMIN): run it"
              + " with sudo.");
    }
  }

  private static boolean has(long capabilities, int capability) {
    return (capabilities >>> capability & 1) != 0;
  }

  private static long effectiveCapabilities() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("CapEff:"))
          .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
          .findFirst()
          .orElse(0);
    } catch (IOException | UncheckedIOException unreadable) {
      return 0;
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
