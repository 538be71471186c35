// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.nativelib.bpf.BpfLink;
import org.rdmamonitor.nativelib.bpf.BpfObject;
import org.rdmamonitor.nativelib.bpf.RingBuffer;
import org.rdmamonitor.nativelib.bpf.RunStatistics;
import org.rdmamonitor.nativelib.monitor.AbiNumbers;
import org.rdmamonitor.nativelib.monitor.DeviceTable;
import org.rdmamonitor.nativelib.monitor.EndTable;
import org.rdmamonitor.nativelib.monitor.ErrnoTable;
import org.rdmamonitor.nativelib.monitor.EventNotice;
import org.rdmamonitor.nativelib.monitor.GateSwitch;
import org.rdmamonitor.nativelib.monitor.HandleTable;
import org.rdmamonitor.nativelib.monitor.HealthTable;
import org.rdmamonitor.nativelib.monitor.ModuleOffsets;
import org.rdmamonitor.nativelib.monitor.MonitorConfig;
import org.rdmamonitor.nativelib.monitor.ObjectTable;
import org.rdmamonitor.nativelib.monitor.PeerTable;
import org.rdmamonitor.nativelib.monitor.PromiseTable;
import org.rdmamonitor.nativelib.monitor.QuotaTable;
import org.rdmamonitor.nativelib.monitor.RouteSwitch;
import org.rdmamonitor.nativelib.monitor.RowClaims;
import org.rdmamonitor.nativelib.monitor.RowTable;
import org.rdmamonitor.nativelib.monitor.TenantTable;
import org.rdmamonitor.nativelib.posix.NativeException;
import org.rdmamonitor.nativelib.posix.SystemCalls;
import org.rdmamonitor.source.PrerequisiteException;
import org.rdmamonitor.source.kernel.host.Capabilities;
import org.rdmamonitor.source.kernel.host.KernelModules;
import org.rdmamonitor.source.kernel.host.Preemption;

/**
 * The BPF object at work: loaded, attached, its maps accessible. It lives as long as ib_core is
 * loaded, to whose type information it was fitted.
 */
public final class Watch implements AutoCloseable {
  /** Maps that only the gate needs. */
  private static final List<String> GATE_MAPS =
      List.of(
          "quotas",
          "tenants",
          "peers",
          "expected",
          "memberships",
          "places",
          "promises",
          "turning",
          "callers",
          "condemned");

  /**
   * The gate in front of the connection manager; the kernel asks it about each read(2) and write(2)
   * of the host. The first tells the second what is written.
   */
  private static final List<String> ROUTE_PROGRAMS = List.of("route_written", "route_gate");

  private static final Path MANAGER = Path.of("/sys/class/misc/rdma_cm");

  /** Programs that see the cgroups of tenants being made and removed. */
  private static final List<String> TENANT_PROGRAMS = List.of("cgroup_made", "cgroup_removed");

  /** Rows of hooks without which limits would not hold. */
  private static final Set<String> LIMITING = Set.of(Hooks.OBJECTS, Hooks.TRIPWIRE, Hooks.LIMITS);

  private final BpfObject bpf;

  /** What {@link #closeMaps} does at first, the last first. */
  private final Deque<Runnable> unmapping = new ArrayDeque<>();

  private final List<BpfLink> fentries = new ArrayList<>();
  private final Attachments attachments;
  private final LibraryProbes libraries;
  private final boolean countsObjects;
  private final boolean twoCopies;

  /** Whether limits hold a memory region until its driver has destroyed it. */
  private final boolean confirms;

  public final RowTable rows;
  public final RowClaims claims;
  public final HealthTable health;
  public final ErrnoTable errnos;
  public final RingBuffer ring;
  public final EventNotice notice;
  public final ObjectTable objects;
  public final DeviceTable devices;
  public final EndTable ends;
  public final HandleTable handles;

  public final QuotaTable quotas;
  public final TenantTable tenants;
  public final PeerTable peers;
  public final PromiseTable promises;

  /** How calls are refused; empty if they are not. */
  public final Optional<GateForm> gate;

  /** Why there is no gate; empty if there is one, or if none was asked for. */
  public final String reason;

  /** The programs of the gate, in the order in which they are attached. */
  private final List<String> gatePrograms;

  /** Why what the connection manager is asked cannot be judged; empty if it can. */
  private String withoutRoutes;

  private final List<BpfLink> gateLinks = new ArrayList<>();
  private final GateSwitch gateSwitch;
  private final RouteSwitch routeSwitch;
  private boolean routesAreHeld;
  private boolean isRouteGateAttached;

  /** Keeps what enforces limits after the end of this process, if that is wanted. */
  private final Optional<Pins> pins;

  /**
   * Loads and attaches; from here on the kernel counts. If limits are to be enforced, the first
   * form of the gate is used that this kernel loads and attaches, or none.
   *
   * @throws NativeException if the kernel refuses the BPF object
   */
  public static Watch open(KernelOptions options) {
    String reason = "";
    if (options.enforcement() != Enforcement.Mode.OBSERVE) {
      for (GateForm form : GateForm.candidates()) {
        try {
          return new Watch(options, Optional.of(form), "", "");
        } catch (NativeException e) {
          reason = "it refuses the programs for that: " + e.getMessage();
        }
        // A kernel that refuses the programs for routes may have the gate without them.
        try {
          return new Watch(options, Optional.of(form), "", reason);
        } catch (NativeException again) {
          reason = "it refuses the programs for that: " + again.getMessage();
        }
      }
    }
    return new Watch(options, Optional.empty(), reason, "there is no gate");
  }

  private Watch(
      KernelOptions options, Optional<GateForm> gate, String reason, String withoutRoutes) {
    this.gate = gate;
    this.reason = reason;
    countsObjects = !KernelModules.isOutOfTree("ib_core");
    twoCopies =
        countsObjects
            && switch (options.copies()) {
              case BOTH -> true;
              case KPROBE -> false;
              case AUTO -> Preemption.isPossible() && mayAttachFentry();
            }
            && KernelModules.hasTypeOf("ib_core", Hooks.RESTRACK.getLast());
    confirms = countsObjects && gate.isPresent() && KernelModules.hasFunction(Hooks.UNCHARGE);
    int shards = shards();
    pins =
        gate.isPresent() && options.onExit() == KernelOptions.OnExit.KEEP
            ? Optional.of(new Pins(Pins.ROOT))
            : Optional.empty();
    gatePrograms = gatePrograms(gate, pins.isPresent());
    this.withoutRoutes = withoutRoutes;
    bpf = BpfObject.open(options.bpfObject());
    try {
      Enforcement.Mode mode = gate.isPresent() ? options.enforcement() : Enforcement.Mode.OBSERVE;
      MonitorConfig.set(
          bpf,
          shards - 1,
          twoCopies,
          countsObjects,
          AbiNumbers.enforcement(mode.name()),
          // Another process may get the same pid later.
          pins.isPresent() ? MonitorConfig.NOBODY : MonitorConfig.ownPid(),
          confirms,
          KernelModules.isModule("ib_core"));
      size(options, shards);
      selectPrograms(mode);
      bpf.program(Hooks.BAD_COMPLETION).setAutoload(!options.libraries().isEmpty());
      load(bpf);
      ModuleOffsets.update(bpf);
      health = mapped(new HealthTable(bpf.map("health")), HealthTable::close);
      rows =
          mapped(
              new RowTable(bpf.map("row_keys"), bpf.map("rows"), shards, health::rowsTaken),
              RowTable::close);
      claims = new RowClaims(bpf.map("row_claims"));
      errnos = mapped(new ErrnoTable(bpf.map("errnos")), ErrnoTable::close);
      ring = mapped(bpf.map("events").mapRing(), RingBuffer::close);
      objects = mapped(new ObjectTable(bpf), ObjectTable::close);
      devices = mapped(new DeviceTable(bpf.map("devices")), DeviceTable::close);
      ends = mapped(new EndTable(bpf.map("ends"), bpf.map("end_claims")), EndTable::close);
      handles =
          mapped(new HandleTable(bpf.map("handles"), bpf.map("handle_claims")), HandleTable::close);
      quotas = mapped(new QuotaTable(bpf.map("quotas")), QuotaTable::close);
      tenants = new TenantTable(bpf.map("tenants"), bpf.map("expected"));
      peers = new PeerTable(bpf.map("peers"));
      promises = mapped(new PromiseTable(bpf, quotas), PromiseTable::close);
      gateSwitch = new GateSwitch(bpf);
      routeSwitch = new RouteSwitch(bpf);
      pins.ifPresent(kept -> kept.pin(gateSwitch));
      attachments = new Attachments(bpf, usable(watched(options)), this::keepIfLimiting);
      libraries =
          new LibraryProbes(
              file ->
                  bpf.program(Hooks.BAD_COMPLETION).attachUprobe(file, LibraryProbes.FUNCTION)
                      ::close,
              options.libraries());
      attachFentries();
      attachGate();
      notice = mapped(new EventNotice(bpf), EventNotice::close);
    } catch (RuntimeException e) {
      pins.ifPresent(Pins::remove);
      closeMaps();
      throw e;
    }
  }

  /**
   * To find a module's functions, libbpf lists the type information of all modules, which needs a
   * privilege.
   */
  private static boolean mayAttachFentry() {
    return Capabilities.effective().has(Capabilities.Capability.CAP_SYS_ADMIN);
  }

  private static void load(BpfObject bpf) {
    try {
      bpf.load();
    } catch (NativeException e) {
      throw e.isNotPermitted()
          ? new PrerequisiteException(List.of(Prerequisites.forbiddenPrograms()))
          : e;
    }
  }

  private static int shards() {
    int cpus = Math.max(1, SystemCalls.possibleCpus());
    int powerOfTwo = Integer.highestOneBit(Math.max(1, 2 * cpus - 1));
    return Math.min(powerOfTwo, AbiNumbers.maxShards());
  }

  private void size(KernelOptions options, int shards) {
    bpf.map("rows").setMaxEntries(RowTable.capacity() * shards);
    bpf.map("events").setMaxEntries(options.ringBytes());
    if (gate.isEmpty()) {
      for (String map : GATE_MAPS) {
        bpf.map(map).setMaxEntries(1);
      }
    }
    boolean onUse = KernelFeatures.allocatesSafelyInProbes();
    for (String map : List.of("objects", "seeded")) {
      bpf.map(map).setMaxEntries(KernelFeatures.objects(options.maxObjects(), onUse));
      if (onUse) {
        bpf.map(map).setAllocateOnUse();
      }
    }
  }

  private void selectPrograms(Enforcement.Mode mode) {
    gatePrograms.forEach(name -> bpf.program(name).setAutoload(true));
    if (withoutRoutes.isEmpty()) {
      ROUTE_PROGRAMS.forEach(name -> bpf.program(name).setAutoload(true));
    }
    boolean strict = mode == Enforcement.Mode.STRICT;
    Hooks.tripwire().stream()
        .flatMap(hook -> Stream.concat(Stream.of(hook.entry()), hook.exit().stream()))
        .forEach(program -> bpf.program(program).setAutoload(strict));
    bpf.program(Hooks.CONFIRMATION.entry()).setAutoload(confirms);
    for (String function : Hooks.RESTRACK) {
      bpf.program("kprobe_" + function).setAutoload(countsObjects);
      bpf.program("fentry_" + function)
          .setAutoload(twoCopies && KernelModules.hasTypeOf("ib_core", function));
    }
  }

  /** The hooks that the options ask for. */
  public static List<Hooks.Hook> hooks(KernelOptions options, boolean gate) {
    List<Hooks.Hook> hooks = new ArrayList<>(Hooks.objects());
    if (gate && options.enforcement() == Enforcement.Mode.STRICT) {
      hooks.addAll(Hooks.tripwire());
    }
    hooks.addAll(
        switch (options.probes()) {
          case CORE -> Hooks.core(options.gidPackets());
          case MLX5 -> Hooks.mlx5(options.gidPackets());
        });
    return hooks;
  }

  private List<Hooks.Hook> watched(KernelOptions options) {
    List<Hooks.Hook> hooks = new ArrayList<>();
    if (confirms) {
      // These come first: they see what the others wait for.
      hooks.add(Hooks.CONFIRMATION);
    }
    hooks.addAll(hooks(options, gate.isPresent()));
    return hooks;
  }

  private List<Hooks.Hook> usable(List<Hooks.Hook> hooks) {
    return countsObjects
        ? hooks
        : hooks.stream().filter(hook -> !hook.row().equals(Hooks.OBJECTS)).toList();
  }

  private void attachFentries() {
    for (String function : Hooks.RESTRACK) {
      if (twoCopies && KernelModules.hasTypeOf("ib_core", function)) {
        BpfLink link = bpf.program("fentry_" + function).attach();
        fentries.add(link);
        keep(link, "fentry_" + function);
      }
    }
  }

  private static List<String> gatePrograms(Optional<GateForm> gate, boolean isKept) {
    List<String> programs = new ArrayList<>();
    if (gate.isPresent() && !isKept) {
      // Opens the gate if this process is killed; not attached if limits are to be kept then.
      programs.add("monitor_ends");
    }
    gate.ifPresent(form -> {
      programs.addAll(TENANT_PROGRAMS);
      programs.addAll(form.programs());
    });
    return programs;
  }

  private void attachGate() {
    try {
      gatePrograms.forEach(this::attachGateProgram);
    } catch (NativeException e) {
      closeAttached();
      throw e;
    }
  }

  private void attachGateProgram(String name) {
    BpfLink link = bpf.program(name).attach();
    gateLinks.add(link);
    keep(link, name);
  }

  /**
   * From now on what the connection manager is asked is judged by the policies about peers, if this
   * kernel can do that, or no longer. What is asked meanwhile may be judged or not.
   */
  public void holdRoutes(boolean wanted) {
    boolean held = wanted && freeRoutes().isEmpty();
    if (held == routesAreHeld) {
      return;
    }
    if (held && !isRouteGateAttached) {
      isRouteGateAttached = true;
      try {
        ROUTE_PROGRAMS.forEach(this::attachGateProgram);
      } catch (NativeException | PrerequisiteException e) {
        withoutRoutes = "this kernel refuses the programs for that: " + e.getMessage();
        return;
      }
    }
    routeSwitch.set(held);
    routesAreHeld = held;
  }

  /** Why {@link #holdRoutes} has no effect now, in words for a person; empty if it has. */
  public String freeRoutes() {
    if (!withoutRoutes.isEmpty()) {
      return withoutRoutes;
    }
    if (KernelModules.isBuiltIn("rdma_ucm", MANAGER)) {
      return "the connection manager is no module of this kernel";
    }
    return KernelModules.isModule("rdma_cm") && !KernelModules.hasTypes("rdma_cm")
        ? "this kernel has no type information of its modules (Linux 5.11 has)"
        : "";
  }

  /** Keeps the probes without which limits would not hold. */
  private void keepIfLimiting(Hooks.Hook hook, BpfLink link) {
    if (LIMITING.contains(hook.row())) {
      keep(link, hook.entry());
    }
  }

  private void keep(BpfLink link, String program) {
    pins.ifPresent(kept -> kept.pin(link, program));
  }

  /** Whether live objects are counted by probes; if not, only netlink tells of them. */
  public boolean countsObjects() {
    return countsObjects;
  }

  /** How often each program ran and for how long, if the kernel keeps such statistics. */
  public List<RunStatistics.Runs> runs() {
    return RunStatistics.of(bpf);
  }

  /** Attaches what modules, and files of librdma_intercept, have made possible since. */
  public void followModules() {
    libraries.follow();
    if (attachments.modulesChanged()) {
      ModuleOffsets.update(bpf);
      attachments.followModules();
    }
  }

  public List<Health.Hook> hooks() {
    List<Health.Hook> ofLibraries = libraries.states();
    return ofLibraries.isEmpty()
        ? attachments.states()
        : Stream.concat(attachments.states().stream(), ofLibraries.stream()).toList();
  }

  /**
   * To be called in place of {@link #close} at the end of a process whose limits are to be kept:
   * the programs that enforce them go on in the kernel, where they are pinned.
   */
  public void closeKeepingLimits() {
    gateLinks.reversed().forEach(BpfLink::closeUnlessPinned);
    attachments.closeKeepingLimits();
    libraries.close();
    fentries.forEach(BpfLink::closeUnlessPinned);
    closeMaps();
  }

  /** Whether nothing is refused any more, by decision of this process or of another. */
  public boolean isGateOpen() {
    return gateSwitch.isOpen();
  }

  /**
   * From now on nothing is refused and nobody killed; counting goes on. {@link #close} does this
   * too.
   */
  public void openGate() {
    gateSwitch.open();
  }

  private void closeAttached() {
    openGate();
    // The gate is detached first: there must be no promise whose end is not seen.
    gateLinks.reversed().forEach(BpfLink::close);
    attachments.close();
    libraries.close();
    fentries.forEach(BpfLink::close);
    pins.ifPresent(Pins::remove);
  }

  /**
   * Detaches everything, and ends all limits; called when ib_core has gone, or when the process
   * ends.
   */
  @Override
  public void close() {
    closeAttached();
    closeMaps();
  }

  /** Notes how {@link #closeMaps} is to close something. */
  private <T> T mapped(T map, Consumer<T> close) {
    unmapping.push(() -> close.accept(map));
    return map;
  }

  private void closeMaps() {
    while (!unmapping.isEmpty()) {
      unmapping.pop().run();
    }
    bpf.close();
  }
}
