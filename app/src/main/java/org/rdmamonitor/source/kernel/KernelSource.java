// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.DeviceFilter;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.DeviceTransitions;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.model.limits.Quotas;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.nativelib.bpf.RunStatistics;
import org.rdmamonitor.nativelib.monitor.CallRecord;
import org.rdmamonitor.nativelib.posix.NativeException;
import org.rdmamonitor.source.PrerequisiteException;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.SourceException;
import org.rdmamonitor.source.kernel.host.CgroupMount;
import org.rdmamonitor.source.kernel.host.CgroupNames;
import org.rdmamonitor.source.kernel.host.KernelModules;
import org.rdmamonitor.source.kernel.host.ModuleNews;
import org.rdmamonitor.source.kernel.host.RdmaResources;
import org.rdmamonitor.source.kernel.host.WatchedDevices;
import org.rdmamonitor.source.kernel.naming.WorkloadNames;
import org.rdmamonitor.source.kernel.watch.CallBuffer;
import org.rdmamonitor.source.kernel.watch.KernelOptions;
import org.rdmamonitor.source.kernel.watch.Prerequisites;

/**
 * The running kernel as a source. Watches from {@link #open} to {@link #close}. While ib_core is
 * not loaded it waits for it; when ib_core is loaded again it begins a new session. Safe for use by
 * several threads.
 */
public final class KernelSource implements Source {
  /**
   * How often is looked whether a module was loaded, where the kernel does not tell; and where
   * limits are kept, for what is to be followed there besides.
   */
  private static final Duration MODULE_CHECK = Duration.ofMillis(100);

  /** How often where it tells: messages are said to get lost. */
  private static final Duration RARE_MODULE_CHECK = Duration.ofSeconds(2);

  /** After this many failures in a row to follow modules, the next reading reports it. */
  private static final int LASTING = 10;

  /** By this reading everything that is done only at the beginning is done. */
  private static final int SETTLED = 3;

  private final KernelOptions options;
  private final Clock clock = Clock.systemUTC();
  private final CgroupNames cgroups;
  private final WorkloadNames workloads;
  private final CallBuffer calls = new CallBuffer(clock);
  private final WatchedDevices watched;
  private final SlowReader slow;
  private final DeviceTransitions transitions = new DeviceTransitions();
  private final @Nullable RunStatistics statistics;
  private final Thread follower;

  /** What ended watches have counted. */
  private final Map<Scope, Counts> ended = new HashMap<>();

  private final Map<Verb, Map<Integer, Long>> endedErrors = new HashMap<>();

  /**
   * Null until {@link #enforce} was called; until then the limits hold that an earlier monitor left
   * in the kernel.
   */
  private @Nullable Quotas quotas;

  private int failures;
  private long readings;
  private @Nullable RuntimeException lasting;
  private @Nullable Session session;
  private Map<String, Object> coreIdentity = Map.of();
  private boolean closed;

  private KernelSource(KernelOptions options) {
    Optional<CgroupMount> mount = CgroupMount.find(Path.of("/proc/self/mountinfo"));
    this.options = options;
    this.cgroups = CgroupNames.of(mount);
    this.workloads = new WorkloadNames(options.names(), mount.map(CgroupMount::path));
    this.watched = new WatchedDevices(options.devices());
    this.slow = new SlowReader(cgroups, clock, options, watched);
    this.statistics = options.runStatistics() ? RunStatistics.enable() : null;
    followCore();
    // A platform thread: it waits in the kernel, and where limits are kept wakes ten times a
    // second; each time a virtual thread wakes, three platform threads do.
    this.follower = Thread.ofPlatform().daemon().name("module-follower").start(this::follow);
  }

  /**
   * Starts to watch the kernel.
   *
   * @throws PrerequisiteException if this host or process lacks what is needed
   * @throws SourceException if the kernel refuses the BPF programs
   */
  public static KernelSource open(KernelOptions options) {
    List<String> missing = Prerequisites.missing(options);
    if (!missing.isEmpty()) {
      throw new PrerequisiteException(missing);
    }
    try {
      return new KernelSource(options);
    } catch (NativeException e) {
      throw new SourceException("cannot watch this kernel: " + e.getMessage(), e);
    }
  }

  @Override
  public synchronized Sample read() {
    if (closed) {
      throw new SourceException("the kernel source is closed");
    }
    try {
      if (lasting != null) {
        throw lasting;
      }
      followCore();
      Sample sample = sample();
      readings++;
      if (readings == SETTLED) {
        // Starting has left two thirds of the heap full of garbage, and without this no collection
        // may run for hours.
        System.gc();
      }
      return sample;
    } catch (NativeException e) {
      throw new SourceException("cannot read the kernel: " + e.getMessage(), e);
    }
  }

  @Override
  public synchronized void enforce(Quotas limits) {
    quotas = limits;
    try {
      if (!closed && session != null) {
        session.enforce(limits);
      }
    } catch (NativeException e) {
      throw new SourceException("cannot write limits to the kernel: " + e.getMessage(), e);
    }
  }

  @Override
  public synchronized void memoryRanOut() {
    slow.memoryRanOut();
  }

  @Override
  public synchronized boolean renew(Duration most) {
    return slow.renew(most);
  }

  /**
   * First takes out all calls that have finished, so that what is read afterwards includes the
   * devices and cgroups that they name. They are put back if no sample can be made.
   */
  private Sample sample() {
    if (session != null) {
      session.readEvents();
    }
    CallBuffer.Calls finished = calls.drain();
    try {
      return sampleOrLess(finished);
    } catch (RuntimeException | OutOfMemoryError e) {
      calls.putBack(finished);
      throw e;
    }
  }

  /** Leaves out the list of objects if there is too little memory for it: watching has to go on. */
  private Sample sampleOrLess(CallBuffer.Calls finished) {
    try {
      return sample(finished);
    } catch (OutOfMemoryError e) {
      slow.memoryRanOut();
      return sample(finished);
    }
  }

  private Sample sample(CallBuffer.Calls finished) {
    Map<Long, Cgroup> callers = callersOf(finished);
    Map<Scope, Counts> counts = new HashMap<>(ended);
    Map<Verb, Map<Integer, Long>> errors = copy(endedErrors);
    Health health;
    List<Device> devices;
    if (session == null) {
      health = Session.waiting(options);
      devices = watched.devices();
    } else {
      session.check();
      Map<Scope, Counts> present = session.counts();
      present.forEach((scope, c) -> counts.merge(scope, c, Counts::plus));
      addErrors(errors, session.errors());
      health = session.health();
      devices = session.devices(present.keySet());
    }
    slow.follow(devices, session);
    Map<Integer, DeviceFacts> facts = slow.facts();
    if (session != null) {
      session.follow(facts.values());
    }
    TreeSet<Long> ids = new TreeSet<>();
    Set<Long> owners = new HashSet<>();
    counts.forEach((scope, c) -> {
      ids.add(scope.cgroup());
      if (c.ownsAny()) {
        owners.add(scope.cgroup());
      }
    });
    ids.addAll(callers.keySet());
    Inventory inventory = slow.inventory(new Happened(counts, health.of(Figure.EVENTS), devices));
    calls.list(inventory);
    List<AsyncEvent> events = new ArrayList<>(finished.events());
    events.addAll(transitions.in(inventory));
    // Who makes an address handle needs no other call for that, and no object that is counted.
    inventory.handles().forEach(handle -> ids.add(handle.cgroup()));
    cgroups.learn(ids);
    // A cgroup keeps its names when it is gone, so calls of a removed cgroup still show them.
    List<Cgroup> known =
        workloads.named(ids.stream().map(id -> named(id, callers)).toList()).stream()
            .map(cgroup ->
                owners.contains(cgroup.id()) || !cgroups.isGone(cgroup.id())
                    ? cgroup
                    : cgroup.removed())
            .toList();
    Health seen =
        health.with(
            Map.of(
                Figure.OBJECTS_LEFT_OUT, inventory.leftOutCount(),
                Figure.NAMESPACES_LEFT_OUT, (long) watched.namespaces().leftOut(),
                Figure.MEMORY_SHORTAGES, slow.shortages()));
    Sample sample =
        new Sample(
            Instant.now(clock),
            System.nanoTime(),
            devices,
            known,
            counts,
            errors,
            seen,
            finished.calls(),
            finished.leftOut(),
            inventory,
            facts,
            slow.cost(),
            enforcement(),
            slow.ethernet(),
            events);
    // Of a device that came a moment ago, calls and counts may be among it.
    return watched.leavesOut() ? DeviceFilter.without(watched::isLeftOut, sample) : sample;
  }

  /** Everything that shows whether objects may have come, gone or changed, as far as it is seen. */
  private record Happened(Map<Scope, Counts> counts, long events, List<Device> devices) {}

  private Enforcement enforcement() {
    if (session != null) {
      return session.enforcement();
    }
    Enforcement.Mode asked = options.enforcement();
    return Enforcement.inactive(
        asked, asked == Enforcement.Mode.OBSERVE ? "" : "module ib_core is not loaded");
  }

  /** The cgroups of calls and events, whose names may be dropped while a sample is made. */
  private Map<Long, Cgroup> callersOf(CallBuffer.Calls finished) {
    Map<Long, Cgroup> callers = new HashMap<>();
    for (ControlCall call : finished.calls()) {
      callers.computeIfAbsent(call.caller().cgroup(), cgroups::cgroup);
    }
    for (AsyncEvent event : finished.events()) {
      event.owner().ifPresent(owner -> callers.computeIfAbsent(owner.cgroup(), cgroups::cgroup));
    }
    return callers;
  }

  private Cgroup named(long id, Map<Long, Cgroup> callers) {
    Cgroup now = cgroups.cgroup(id);
    return now.path().isEmpty() ? callers.getOrDefault(id, now) : now;
  }

  private void follow() {
    boolean enforces = options.enforcement() != Enforcement.Mode.OBSERVE;
    try (ModuleNews news = ModuleNews.listen()) {
      while (!Thread.currentThread().isInterrupted()) {
        boolean settled = followModules() && !enforces;
        news.await(settled ? RARE_MODULE_CHECK : MODULE_CHECK, MODULE_CHECK);
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  /** False if it has to be tried again soon. */
  private synchronized boolean followModules() {
    if (closed || lasting instanceof PrerequisiteException) {
      return true;
    }
    try {
      followCore();
      if (session != null) {
        session.followModules();
      }
      failures = 0;
      lasting = null;
      return true;
    } catch (NativeException e) {
      // Usually because a module was unloaded in between.
      failures = RdmaResources.isCoreInService() ? failures + 1 : 0;
      if (failures >= LASTING) {
        lasting = e;
      }
    } catch (PrerequisiteException e) {
      lasting = e;
    } catch (OutOfMemoryError e) {
      slow.memoryRanOut();
    }
    return false;
  }

  /** Starts a session when ib_core comes, ends it when ib_core goes. */
  private void followCore() {
    boolean loaded = RdmaResources.isCoreInService();
    Map<String, Object> identity = loaded ? KernelModules.identities(List.of("ib_core")) : Map.of();
    if (session != null && (!loaded || !identity.equals(coreIdentity))) {
      endSession(Session::close);
    }
    if (session == null && loaded) {
      coreIdentity = identity;
      session = new Session(options, watched, cgroups, this::take);
      if (quotas != null) {
        session.enforce(quotas);
      }
    }
  }

  private void endSession(Consumer<Session> end) {
    if (session != null) {
      session
          .countsWithoutLive()
          .forEach((scope, counts) -> ended.merge(scope, counts, Counts::plus));
      addErrors(endedErrors, session.errors());
      end.accept(session);
      session = null;
    }
  }

  private static void addErrors(
      Map<Verb, Map<Integer, Long>> sum, Map<Verb, Map<Integer, Long>> more) {
    more.forEach((verb, counts) ->
        counts.forEach((errno, n) ->
            sum.computeIfAbsent(verb, v -> new HashMap<>()).merge(errno, n, Long::sum)));
  }

  private static Map<Verb, Map<Integer, Long>> copy(Map<Verb, Map<Integer, Long>> errors) {
    Map<Verb, Map<Integer, Long>> result = new HashMap<>();
    addErrors(result, errors);
    return result;
  }

  private void take(CallRecord record) {
    if (watched.isLeftOut(record.device())) {
      return;
    }
    try {
      cgroups.learnSoon(record.cgroup());
      calls.add(record);
    } catch (OutOfMemoryError e) {
      calls.leaveOut();
    }
  }

  @Override
  public synchronized void withdraw() {
    if (!closed && session != null) {
      session.withdraw(options.onExit());
    }
  }

  @Override
  public void close() {
    follower.interrupt();
    synchronized (this) {
      if (!closed) {
        closed = true;
        endSession(
            options.onExit() == KernelOptions.OnExit.KEEP
                ? Session::closeKeepingLimits
                : Session::close);
        workloads.close();
        if (statistics != null) {
          statistics.close();
        }
      }
    }
  }
}
