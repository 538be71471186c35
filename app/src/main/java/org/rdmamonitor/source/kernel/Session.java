// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.Health.Hook.State;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.model.limits.Quotas;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.nativelib.bpf.RingBuffer;
import org.rdmamonitor.nativelib.bpf.RunStatistics;
import org.rdmamonitor.nativelib.monitor.CallRecord;
import org.rdmamonitor.nativelib.monitor.DeviceTable;
import org.rdmamonitor.nativelib.monitor.EndTable;
import org.rdmamonitor.nativelib.monitor.HandleTable;
import org.rdmamonitor.nativelib.monitor.ObjectMaker;
import org.rdmamonitor.nativelib.monitor.ObjectName;
import org.rdmamonitor.nativelib.monitor.ObjectTable;
import org.rdmamonitor.source.kernel.enforce.QuotaKeeper;
import org.rdmamonitor.source.kernel.enforce.RdmaMax;
import org.rdmamonitor.source.kernel.host.CgroupMount;
import org.rdmamonitor.source.kernel.host.CgroupNames;
import org.rdmamonitor.source.kernel.host.WatchedDevices;
import org.rdmamonitor.source.kernel.reconcile.Corrections;
import org.rdmamonitor.source.kernel.reconcile.ObjectMender;
import org.rdmamonitor.source.kernel.reconcile.Reconciler;
import org.rdmamonitor.source.kernel.reconcile.RowAllocator;
import org.rdmamonitor.source.kernel.reconcile.RowRecycler;
import org.rdmamonitor.source.kernel.reconcile.WatchedObjects;
import org.rdmamonitor.source.kernel.watch.CounterReader;
import org.rdmamonitor.source.kernel.watch.EventPoller;
import org.rdmamonitor.source.kernel.watch.Hooks;
import org.rdmamonitor.source.kernel.watch.KernelOptions;
import org.rdmamonitor.source.kernel.watch.Pins;
import org.rdmamonitor.source.kernel.watch.Tripwire;
import org.rdmamonitor.source.kernel.watch.Watch;

/**
 * One lifetime of ib_core: the probes that watch it, their counters, and the reconciliation with
 * netlink.
 */
final class Session implements AutoCloseable {
  /** If a call stays open for this many readings, its return was missed. */
  private static final int READINGS_TO_RETURN = 10;

  private final Watch watch;
  private final WatchedDevices devices;
  private final CgroupNames cgroups;
  private final Enforcement.Mode mode;
  private final QuotaKeeper quotas;
  private final Optional<RdmaMax> backstop;
  private final CounterReader counters;
  private final Corrections corrections = new Corrections();
  private final Reconciler reconciler;
  private final RowRecycler recycler;
  private final EventPoller poller;
  private final Deque<Long> openCalls = new ArrayDeque<>();
  private final long unknownAtStart;
  private boolean limitsPeers;
  private Links links = Links.UNKNOWN;

  /**
   * What other monitors left in the kernel; a monitor that enforces limits takes over from them.
   */
  private List<Path> kept = Pins.seen(Pins.ROOT);

  /** Attaches the probes, enters the objects that exist, and starts to read events. */
  Session(
      KernelOptions options,
      WatchedDevices devices,
      CgroupNames cgroups,
      Consumer<CallRecord> calls) {
    this.devices = devices;
    devices.devices(); // finds out which devices are left out
    watch = Watch.open(options);
    mode = options.enforcement();
    this.cgroups = cgroups;
    counters = new CounterReader(watch.rows, watch.errnos);
    RowAllocator rows = new RowAllocator(watch.rows, watch.claims);
    ObjectMender mender =
        new ObjectMender(
            new WatchedObjects(
                watch.objects, device -> devices.isLeftOut(device) || devices.isHidden(device)),
            devices::list,
            rows,
            cgroups,
            corrections,
            devices::isHidden);
    reconciler =
        new Reconciler(mender, devices::summary, this::uncorrected, corrections, devices::isHidden);
    recycler = new RowRecycler(watch.rows, rows, counters, corrections, cgroups);
    poller = new EventPoller(watch.ring, new EventPoller.KernelNotice(watch.notice), calls);
    backstop =
        mode == Enforcement.Mode.STRICT && watch.gate.isPresent()
            ? Optional.of(
                new RdmaMax(
                    CgroupMount.find(Path.of("/proc/self/mountinfo")).map(CgroupMount::path)))
            : Optional.empty();
    quotas =
        new QuotaKeeper(
            watch.quotas,
            watch.tenants,
            watch.peers,
            watch.promises,
            watch.objects,
            cgroups,
            devices::everyName,
            backstop);
    watch.objects.countFor(watch.quotas, quotas::sharesOf);
    if (watch.countsObjects()) {
      reconciler.seed();
    }
    unknownAtStart = watch.health.unknownRemoved();
  }

  /** The health of a source whose kernel has no ib_core yet. */
  static Health waiting(KernelOptions options) {
    List<Health.Hook> hooks = new ArrayList<>();
    for (Hooks.Hook hook :
        Watch.hooks(options, options.enforcement() != Enforcement.Mode.OBSERVE)) {
      hooks.add(
          new Health.Hook(
              hook.row(),
              hook.symbol(),
              State.WAITING,
              "module " + hook.module() + " is not loaded"));
    }
    return new Health(hooks, Map.of(), "");
  }

  void followModules() {
    watch.followModules();
    quotas.follow();
  }

  /** Puts these limits in force, if this session enforces limits. */
  void enforce(Quotas limits) {
    if (enforces()) {
      quotas.enforce(limits);
      limitsPeers = !limits.peerPolicies().isEmpty();
      holdRoutes();
      if (!kept.isEmpty()) {
        // By now the objects exist that were being made while the probes were attached.
        reconciler.seedAgain();
        kept.forEach(Pins::remove);
        kept = List.of();
      }
    }
  }

  private boolean enforces() {
    return watch.gate.isPresent() && watch.countsObjects();
  }

  /** Learns what devices there are. */
  void follow(Collection<DeviceFacts> facts) {
    Links now = Links.of(facts);
    if (now != Links.UNKNOWN) {
      // The ports of a device that has just come are read a little later.
      links = now;
    }
    holdRoutes();
  }

  private void holdRoutes() {
    if (enforces()) {
      watch.holdRoutes(limitsPeers && links == Links.GIDS);
    }
  }

  /** Why requests of the connection manager are not refused, in words for a person; else empty. */
  private Optional<String> freeRoutes() {
    if (!limitsPeers) {
      return Optional.empty();
    }
    String why = watch.freeRoutes();
    String obstacle = why.isEmpty() ? links.obstacle() : why;
    return obstacle.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "what the connection manager is asked is not held against PEERS: " + obstacle);
  }

  /** How limits are enforced. */
  Enforcement enforcement() {
    if (mode == Enforcement.Mode.OBSERVE) {
      return Enforcement.inactive(
          mode,
          kept.isEmpty()
              ? ""
              : "limits are enforced that an earlier monitor has left; 'rdma-monitor release' ends"
                  + " that");
    }
    if (!enforces()) {
      return Enforcement.inactive(
          mode,
          watch.countsObjects()
              ? watch.reason
              : "module ib_core was built outside the kernel's tree, so that nothing is counted");
    }
    if (watch.isGateOpen()) {
      return Enforcement.inactive(
          mode, "'rdma-monitor release', or another monitor, has ended it: start this one anew");
    }
    List<Enforcement.Tally> tallies = quotas.tallies();
    boolean isWatched =
        watch.hooks().stream()
            .anyMatch(hook -> hook.name().equals(Hooks.TRIPWIRE) && hook.state() == State.ATTACHED);
    List<String> lacks =
        isWatched
            ? Tripwire.lacks(
                watch.hooks(), tallies.stream().map(Enforcement.Tally::limits).toList())
            : List.of();
    List<String> reasons = new ArrayList<>();
    if (mode == Enforcement.Mode.STRICT && !isWatched) {
      reasons.add("what gets around the gate cannot be seen, and nothing is killed");
    } else if (!lacks.isEmpty()) {
      reasons.add(
          "not all that gets around the gate can be seen and killed: " + String.join("; ", lacks));
    }
    freeRoutes().ifPresent(reasons::add);
    boolean kills = isWatched && lacks.isEmpty();
    return new Enforcement(
        mode, true, kills, String.join("; ", reasons), watch.health.notRead(), tallies);
  }

  /** Compares the counts with netlink and corrects them. To be called before {@link #counts()}. */
  void check() {
    lookForNamespaces();
    if (watch.countsObjects()) {
      reconciler.check();
    }
    recycler.recycleIfNeeded();
    if (enforces()) {
      checkLimits();
    }
    followOpenCalls();
  }

  /** The devices, by index, among them all that are counted and exist. */
  List<Device> devices(Set<Scope> counted) {
    if (!watch.countsObjects()) {
      return devices.devices();
    }
    Set<Integer> indexes = new HashSet<>();
    counted.forEach(scope -> indexes.add(scope.device()));
    indexes.remove(Device.UNKNOWN_INDEX);
    return devices.summedUp(indexes);
  }

  /** Looks for devices that are counted, but about which nothing else is known here. */
  private void lookForNamespaces() {
    if (devices.namespaces().isExclusive()) {
      devices
          .namespaces()
          .lookFor(uncorrected().keySet().stream().map(Scope::device).collect(Collectors.toSet()));
    }
  }

  private void checkLimits() {
    if (watch.isGateOpen()) {
      // Somebody else has opened the gate: the limits behind it end too.
      backstop.ifPresent(RdmaMax::close);
    } else {
      quotas.findUnseen(reconciler::lookForUnseen);
      // Every object is known if the table was never full, or if netlink's list shows no
      // difference.
      quotas.reconcile(this::counts, watch.health.objectsFull() == 0 || reconciler.drift() == 0);
    }
  }

  private void followOpenCalls() {
    openCalls.addLast(counters.open());
    if (openCalls.size() > READINGS_TO_RETURN) {
      openCalls.removeFirst();
    }
  }

  /** What the BPF programs counted, including rows that have been given back. */
  private Map<Scope, Counts.Builder> uncorrected() {
    Map<Scope, Counts.Builder> counts = counters.counts();
    recycler.apply(counts);
    counts.keySet().removeIf(scope -> devices.isLeftOut(scope.device()));
    return counts;
  }

  Map<Scope, Counts> counts() {
    Map<Scope, Counts.Builder> counts = uncorrected();
    if (watch.countsObjects()) {
      corrections.apply(counts);
    } else {
      addListed(counts);
    }
    Map<Scope, Counts> result = new HashMap<>();
    counts.forEach((scope, builder) -> result.put(scope, builder.build()));
    result.values().removeIf(Counts.ZERO::equals);
    return result;
  }

  /**
   * For an ib_core whose structures have another layout than is known: only netlink tells what
   * exists.
   */
  private void addListed(Map<Scope, Counts.Builder> counts) {
    devices.list(
        EnumSet.noneOf(ResourceType.class),
        object ->
            counts
                .computeIfAbsent(
                    new Scope(ObjectMender.owner(object, cgroups), object.device()),
                    s -> new Counts.Builder())
                .live(object.type(), 1)
                .size(object.type(), object.size()));
  }

  /** The counts without live objects, all of which went with ib_core. */
  Map<Scope, Counts> countsWithoutLive() {
    Map<Scope, Counts> result = new HashMap<>();
    counts()
        .forEach((scope, counts) -> {
          Counts.Builder rest = new Counts.Builder();
          for (Verb verb : Verb.values()) {
            rest.calls(verb, counts.calls(verb), counts.failed(verb));
          }
          for (ResourceType type : ResourceType.values()) {
            long created = counts.created(type);
            long destroyed = counts.destroyed(type);
            rest.objects(type, created, destroyed).live(type, destroyed - created);
          }
          result.put(scope, rest.build());
        });
    return result;
  }

  DeviceTable deviceTable() {
    return watch.devices;
  }

  EndTable ends() {
    return watch.ends;
  }

  HandleTable handles() {
    return watch.handles;
  }

  /** Who made these objects, as far as it is known; {@link ObjectTable#makers}. */
  Map<ObjectName, ObjectMaker> makers(Set<ObjectName> objects) {
    return watch.countsObjects() ? watch.objects.makers(objects) : Map.of();
  }

  /** Hands the calls that have finished by now to their consumer. */
  void readEvents() {
    poller.catchUp();
  }

  RingBuffer ring() {
    return watch.ring;
  }

  List<RunStatistics.Runs> runs() {
    return watch.runs();
  }

  Map<Verb, Map<Integer, Long>> errors() {
    return counters.errors();
  }

  Health health() {
    long returnsMissed =
        openCalls.size() < READINGS_TO_RETURN
            ? 0
            : openCalls.stream().mapToLong(Long::longValue).min().orElse(0);
    // If devices are left out, objects that these had before the watch are not known when they end,
    // and cannot be told from others that were missed.
    long unknownRemoved = devices.leavesOut() ? 0 : watch.health.unknownRemoved() - unknownAtStart;
    long objectsMissed = watch.health.objectsFull() + watch.health.replaced() + unknownRemoved;
    return new Health(
        watch.hooks(),
        Map.of(
            Figure.EVENTS, poller.seen(),
            Figure.LOST_EVENTS, watch.health.eventsLost(),
            Figure.MISSED_RETURNS, returnsMissed + watch.health.callsFull(),
            Figure.MISSED_OBJECTS, objectsMissed,
            Figure.DRIFT, reconciler.drift(),
            Figure.CORRECTIONS, reconciler.correctionCount(),
            Figure.CORRECTED_OBJECTS, reconciler.correctedObjects(),
            Figure.FAILED_EVENTS, poller.failed(),
            Figure.MISSED_PEERS, watch.health.unkept()),
        poller.trouble());
  }

  /**
   * The part of closing that must not wait until the kernel has detached everything. To be called
   * when a process ends, before {@link #close} or {@link #closeKeepingLimits}.
   */
  void withdraw(KernelOptions.OnExit then) {
    backstop.ifPresent(RdmaMax::close);
    if (then == KernelOptions.OnExit.OPEN) {
      watch.openGate();
    }
  }

  /**
   * To be called in place of {@link #close} at the end of a process whose limits are to be kept:
   * the programs that enforce them stay in the kernel.
   */
  void closeKeepingLimits() {
    backstop.ifPresent(RdmaMax::close);
    poller.close();
    watch.closeKeepingLimits();
  }

  /** Ends everything; called when ib_core has gone, or when the process ends. */
  @Override
  public void close() {
    backstop.ifPresent(RdmaMax::close);
    poller.close();
    watch.close();
  }
}
