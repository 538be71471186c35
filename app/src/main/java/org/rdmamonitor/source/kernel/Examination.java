// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.nativelib.posix.NativeException;
import org.rdmamonitor.nativelib.posix.SystemCalls;
import org.rdmamonitor.source.SourceException;
import org.rdmamonitor.source.kernel.host.Capabilities;
import org.rdmamonitor.source.kernel.host.HostFiles;
import org.rdmamonitor.source.kernel.host.IsolationChecks;
import org.rdmamonitor.source.kernel.host.KernelChecks;
import org.rdmamonitor.source.kernel.host.NamespaceChecks;
import org.rdmamonitor.source.kernel.host.RdmaChecks;
import org.rdmamonitor.source.kernel.host.RdmaChecks.RdmaSystem;
import org.rdmamonitor.source.kernel.host.RdmaResources;
import org.rdmamonitor.source.kernel.host.WatchedDevices;
import org.rdmamonitor.source.kernel.watch.Hooks;
import org.rdmamonitor.source.kernel.watch.KernelOptions;
import org.rdmamonitor.text.Check;
import org.rdmamonitor.text.Check.Status;

/** Examines a host: whether it can be watched, and in what state its RDMA is. */
public final class Examination {
  private Examination() {}

  /**
   * Looks at everything. If nothing is missing, the probes are attached for a moment, which is the
   * only sure way to learn whether that works.
   *
   * @param collector where the collector of quotas listens
   */
  public static List<Check> of(KernelOptions options, String collector) {
    HostFiles host = new HostFiles(Path.of("/"));
    List<Check> checks = new ArrayList<>();
    checks.addAll(new KernelChecks(host, Capabilities.effective()).all());
    checks.addAll(installation(options));
    checks.addAll(new RdmaChecks(host, system(), options.devices()).all());
    checks.addAll(namespaces(options));
    checks.addAll(new IsolationChecks(host, collector).all());
    if (checks.stream().noneMatch(check -> check.status() == Status.MISSING)) {
      checks.addAll(hooks(options));
    }
    return checks;
  }

  private static List<Check> installation(KernelOptions options) {
    List<Check> checks = new ArrayList<>();
    try {
      checks.add(
          Check.ok("program.libbpf", "libbpf " + SystemCalls.libbpfVersion() + " is installed"));
    } catch (LinkageError absent) {
      checks.add(
          Check.missing(
              "program.libbpf",
              "the library libbpf.so.1 cannot be loaded",
              "Install it (Debian and Ubuntu: libbpf1, Fedora and RHEL: libbpf)."));
    }
    checks.add(
        Files.isReadable(options.bpfObject())
            ? Check.ok("program.bpf", "the BPF object is there")
            : Check.missing(
                "program.bpf",
                "the BPF object " + options.bpfObject() + " cannot be read",
                "Build it with clang (mvn package), or install the package whole."));
    return checks;
  }

  private static RdmaSystem system() {
    try {
      return RdmaResources.system();
    } catch (NativeException | LinkageError unknown) {
      return new RdmaSystem(OptionalInt.empty(), OptionalInt.empty());
    }
  }

  private static List<Check> namespaces(KernelOptions options) {
    WatchedDevices watched = new WatchedDevices(options.devices());
    try {
      return NamespaceChecks.of(watched.namespaces(), watched.devices());
    } catch (NativeException | LinkageError unknown) {
      return List.of();
    }
  }

  private static List<Check> hooks(KernelOptions options) {
    List<Check> checks = new ArrayList<>();
    try (KernelSource source = KernelSource.open(options)) {
      for (Health.Hook hook : source.read().health().hooks()) {
        checks.add(check(hook));
      }
    } catch (SourceException refused) {
      checks.add(
          Check.missing(
              "hooks", "the probes could not be attached", String.valueOf(refused.getMessage())));
    }
    return checks;
  }

  private static Check check(Health.Hook hook) {
    String id = "hook." + hook.name() + "." + hook.symbol();
    return switch (hook.state()) {
      case ATTACHED -> Check.ok(id, hook.name() + ": " + hook.symbol() + " can be watched");
      case WAITING ->
          Check.note(
              id,
              hook.name() + ": " + hook.reason(),
              "It will be watched as soon as the module is loaded.");
      case UNAVAILABLE ->
          Check.note(
              id,
              hook.name() + ": " + hook.reason(),
              hook.name().equals(Hooks.BAD_COMPLETIONS)
                  ? "What programs tell that have this library loaded is not heard."
                  : "Kernels differ in where a call can be seen; the others of this row serve.");
    };
  }
}
