// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Hook.State;
import org.rdmamonitor.nativelib.bpf.BpfLink;
import org.rdmamonitor.nativelib.bpf.BpfObject;
import org.rdmamonitor.nativelib.posix.NativeException;
import org.rdmamonitor.source.PrerequisiteException;
import org.rdmamonitor.source.kernel.host.KernelModules;
import org.rdmamonitor.source.kernel.watch.Hooks.Hook;

/**
 * The probes of a loaded BPF object. They are attached where the kernel has the function, and
 * attached again when its module was unloaded and loaded again, since a kprobe does not survive
 * that. A kprobe does not keep its module from being unloaded.
 */
final class Attachments implements AutoCloseable {
  private final BpfObject bpf;
  private final BiConsumer<Hook, BpfLink> attached;
  private final List<Probe> probes = new ArrayList<>();
  private final Set<String> names = new TreeSet<>();
  private Map<String, Object> modules;
  private List<Health.Hook> states;

  /** A hook with its links; without links if it could not be attached. */
  private static final class Probe {
    final Hook hook;
    List<BpfLink> links = List.of();
    String reason = "";

    Probe(Hook hook) {
      this.hook = hook;
    }
  }

  /**
   * Attaches everything that can be attached.
   *
   * @param attached is given each link, also later ones
   */
  Attachments(BpfObject bpf, List<Hook> hooks, BiConsumer<Hook, BpfLink> attached) {
    this.bpf = bpf;
    this.attached = attached;
    for (Hook hook : hooks) {
      probes.add(new Probe(hook));
      names.add(hook.module());
    }
    modules = identities();
    probes.forEach(this::attach);
    states = present();
  }

  /** Whether a module was loaded or unloaded since {@link #followModules()} looked. */
  boolean modulesChanged() {
    return !identities().equals(modules);
  }

  /** Attaches what has become possible since the last call, or has to be attached again. */
  void followModules() {
    Map<String, Object> now = identities();
    if (now.equals(modules)) {
      return;
    }
    Map<String, Object> before = modules;
    modules = now;
    for (Probe probe : probes) {
      String module = probe.hook.module();
      boolean same = Objects.equals(before.get(module), now.get(module));
      if (!same || probe.links.isEmpty()) {
        detach(probe);
        attach(probe);
      }
    }
    states = present();
  }

  /** Of the modules that are there. */
  private Map<String, Object> identities() {
    return KernelModules.identities(names);
  }

  private void attach(Probe probe) {
    List<BpfLink> links = new ArrayList<>();
    try {
      // The return is attached first: for each call that is seen to begin, its end must be seen
      // too.
      Optional<String> exit = probe.hook.exit();
      if (exit.isPresent()) {
        links.add(bpf.program(exit.get()).attachKprobe(probe.hook.symbol(), true));
      }
      links.add(bpf.program(probe.hook.entry()).attachKprobe(probe.hook.symbol(), false));
      probe.links = links;
      probe.reason = "";
      links.forEach(link -> attached.accept(probe.hook, link));
    } catch (NativeException e) {
      links.forEach(BpfLink::close);
      probe.links = List.of();
      probe.reason = reason(probe.hook, e);
    }
  }

  private String reason(Hook hook, NativeException e) {
    if (!isLoaded(hook.module())) {
      return "module " + hook.module() + " is not loaded";
    }
    if (e.isForbidden()) {
      close();
      throw new PrerequisiteException(List.of(Prerequisites.forbiddenProbes()));
    }
    String what = "this kernel has no function " + hook.symbol() + " that can be watched";
    return e.isAbsent() ? what : what + ": " + e.getMessage();
  }

  private static void detach(Probe probe) {
    probe.links.forEach(BpfLink::close);
    probe.links = List.of();
  }

  private boolean isLoaded(String module) {
    return modules.containsKey(module);
  }

  /** Every hook and its state, which changes with modules only. */
  List<Health.Hook> states() {
    return states;
  }

  private List<Health.Hook> present() {
    return probes.stream().map(this::state).toList();
  }

  private Health.Hook state(Probe probe) {
    State state =
        !probe.links.isEmpty()
            ? State.ATTACHED
            : isLoaded(probe.hook.module()) ? State.UNAVAILABLE : State.WAITING;
    return new Health.Hook(probe.hook.row(), probe.hook.symbol(), state, probe.reason);
  }

  /** Closes those links that are not kept. */
  void closeKeepingLimits() {
    probes.forEach(probe -> probe.links.forEach(BpfLink::closeUnlessPinned));
  }

  @Override
  public void close() {
    probes.forEach(Attachments::detach);
  }
}
