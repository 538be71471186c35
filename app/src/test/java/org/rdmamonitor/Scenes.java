// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.Health.Hook;
import org.rdmamonitor.model.Health.Hook.State;
import org.rdmamonitor.model.Ledger;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.FlowMatch;
import org.rdmamonitor.model.call.FlowMatch.Kind;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.ethernet.Ethernet;
import org.rdmamonitor.model.ethernet.EthernetCount;
import org.rdmamonitor.model.ethernet.EthernetInterface;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.model.limits.Enforcement.Mode;
import org.rdmamonitor.model.limits.Enforcement.Tally;
import org.rdmamonitor.model.limits.LimitOutcome;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.PathMigration;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;

/** Readings for tests: of a host without RDMA programs, and of a busy one at two moments. */
public final class Scenes {
  public static final Instant START = Instant.parse("2023-11-05T10:45:10Z");

  private static final String MAC = "02:00:00:00:00:01";

  private static final Device RXE0 = new Device(1, "rxe0");
  private static final Device MLX5 = new Device(2, "mlx5_0");
  private static final Cgroup TENANT_A = new Cgroup(1234567890, "/tenant-a");
  private static final Cgroup DOCKER =
      new Cgroup(4021, "/system.slice/docker-" + "0123456789abcdef".repeat(4) + ".scope");
  private static final Cgroup SERVICE = new Cgroup(5017, "/system.slice/target.service");
  private static final Cgroup HOSTILE = new Cgroup(6100, "/tenant\u001b[2Jb");
  private static final Cgroup GONE = Cgroup.withoutPath(7001);

  private Scenes() {}

  /** No device, no program, no ib_core. */
  public static Sample nothing(Duration sinceStart) {
    return Samples.of(
        START.plus(sinceStart),
        sinceStart.toNanos(),
        List.of(),
        List.of(),
        Map.of(),
        Map.of(),
        health(0, hooks(State.WAITING, "module ib_core is not loaded")));
  }

  /** Two devices and a few programs, all watched without a loss. */
  public static Sample busy() {
    return Samples.of(
        START,
        0,
        List.of(RXE0, MLX5),
        List.of(TENANT_A, DOCKER, Cgroup.KERNEL),
        Map.of(
            new Scope(TENANT_A.id(), 1), objects(3, 2, 3, 7, 28672).build(),
            new Scope(DOCKER.id(), 2), objects(2, 1, 2, 5, 65536).build(),
            new Scope(Cgroup.KERNEL_ID, 2), new Counts.Builder().live(ResourceType.PD, 1).build()),
        Map.of(),
        health(0, hooks(State.ATTACHED, "")));
  }

  /** The same two seconds later: more of everything, failures, losses, and a device removed. */
  public static Sample busier() {
    Counts.Builder tenant =
        objects(3, 2, 3, 7, 28672)
            .calls(Verb.QP_CREATE, 7, 3)
            .calls(Verb.QP_DESTROY, 4, 0)
            .calls(Verb.MR_REG, 410, 0)
            .calls(Verb.MR_DEREG, 400, 0)
            .objects(ResourceType.QP, 4, 4)
            .objects(ResourceType.MR, 410, 400)
            .size(Size.MR_BYTES, 40960);
    Counts.Builder docker =
        objects(2, 1, 2, 5, 65536)
            .calls(Verb.CQ_CREATE, 1, 0)
            .calls(Verb.PD_ALLOC, 3, 2)
            .calls(Verb.GID_QUERY, 25, 0)
            .objects(ResourceType.CQ, 1, 0)
            .objects(ResourceType.PD, 1, 0);
    Counts.Builder kernel =
        new Counts.Builder().live(ResourceType.PD, 1).live(ResourceType.CM_ID, 1);
    return Samples.of(
        START.plusSeconds(2),
        Duration.ofSeconds(2).toNanos(),
        List.of(RXE0, MLX5),
        List.of(TENANT_A, DOCKER, SERVICE, HOSTILE, GONE, Cgroup.KERNEL, Cgroup.OVERFLOW),
        Map.of(
            new Scope(TENANT_A.id(), 1), tenant.build(),
            new Scope(DOCKER.id(), 2), docker.build(),
            new Scope(SERVICE.id(), 1), calls(Verb.CM_REQ, 1).build(),
            new Scope(HOSTILE.id(), 1), calls(Verb.PD_DEALLOC, 2).build(),
            new Scope(GONE.id(), 9), calls(Verb.CQ_DESTROY, 2).build(),
            new Scope(Cgroup.KERNEL_ID, Device.UNKNOWN_INDEX), kernel.build(),
            new Scope(Cgroup.OVERFLOW_ID, 2), calls(Verb.MR_REG, 1).build()),
        Map.of(
            Verb.QP_CREATE, Map.of(22, 1L, 12, 2L),
            Verb.PD_ALLOC, Map.of(0, 1L, 11, 1L)),
        health(12, partlyAttached()));
  }

  /** The same with the calls one by one, and what watching them took. */
  public static Snapshot withCalls() {
    Ledger ledger = new Ledger();
    ledger.add(busy());
    ledger.snapshot();
    Sample later = busier();
    List<ControlCall> calls = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      calls.add(call(Verb.MR_REG, TENANT_A.id(), 12_000L * i, 0));
    }
    calls.add(call(Verb.QP_CREATE, TENANT_A.id(), 850, 12));
    calls.add(call(Verb.CQ_CREATE, DOCKER.id(), 2_000_000_000, 0));
    ledger.add(
        Samples.of(
            later.time(),
            later.nanos(),
            later.devices(),
            later.cgroups(),
            later.counts(),
            later.errors(),
            later.health(),
            calls,
            0,
            inventory(),
            Map.of(),
            new Cost(
                Duration.ofMillis(500),
                64 << 20,
                1 << 20,
                4096,
                List.of(new Cost.Program("on_create_qp", 7, Duration.ofNanos(4200))))));
    return ledger.snapshot();
  }

  /** Two processes of /tenant-a and one whose cgroup is gone, with objects. */
  public static Inventory inventory() {
    return new Inventory(
        START.plusSeconds(1),
        List.of(
            object(ResourceType.QP, 17, 42, queuePair(QueuePairType.RC, 17)),
            object(ResourceType.QP, 18, 42, queuePair(QueuePairType.RAW_PACKET, 18)),
            object(ResourceType.PD, 1, 42, LiveObject.None.NONE),
            object(ResourceType.MR, 1, 42, region(3 << 20)),
            object(ResourceType.MR, 2, 42, region(4096)),
            object(ResourceType.PD, 2, 43, LiveObject.None.NONE),
            object(
                ResourceType.CQ,
                1,
                44,
                new LiveObject.CompletionQueue(16, 1, OptionalInt.empty()))),
        List.of(
            new Inventory.Owner(42, "app", TENANT_A.id(), Duration.ZERO, Duration.ZERO),
            new Inventory.Owner(43, "evil\u001b[2J", TENANT_A.id(), Duration.ZERO, Duration.ZERO),
            new Inventory.Owner(44, "gone", GONE.id(), Duration.ZERO, Duration.ZERO)));
  }

  private static LiveObject object(ResourceType type, int id, int pid, LiveObject.Detail detail) {
    return new LiveObject(type, RXE0.index(), id, pid, "app", TENANT_A.id(), detail);
  }

  private static LiveObject.QueuePair queuePair(QueuePairType type, int number) {
    OptionalInt none = OptionalInt.empty();
    return new LiveObject.QueuePair(
        type, Optional.of(QueuePairState.RTS), number, none, none, none, 1, OptionalInt.of(1));
  }

  private static LiveObject.Region region(long length) {
    return new LiveObject.Region(
        length, OptionalInt.empty(), OptionalInt.empty(), Optional.empty(), OptionalInt.empty());
  }

  private static ControlCall call(Verb verb, long cgroup, long nanos, int errno) {
    return new ControlCall(
        START.plusSeconds(1),
        verb,
        RXE0.index(),
        OptionalInt.empty(),
        new ControlCall.Caller(42, 42, "app", false, cgroup, 1000, false),
        errno,
        Duration.ofNanos(nanos),
        ControlCall.None.NONE);
  }

  private static Counts.Builder objects(int qp, int pd, int cq, int mr, long mrBytes) {
    return new Counts.Builder()
        .live(ResourceType.QP, qp)
        .live(ResourceType.PD, pd)
        .live(ResourceType.CQ, cq)
        .live(ResourceType.MR, mr)
        .live(ResourceType.CTX, 1)
        .size(Size.MR_BYTES, mrBytes)
        .size(Size.CQ_ENTRIES, 255L * cq);
  }

  private static Counts.Builder calls(Verb verb, long calls) {
    return new Counts.Builder().calls(verb, calls, 0);
  }

  private static List<Hook> hooks(State state, String reason) {
    List<Hook> hooks = new ArrayList<>();
    hooks.add(new Hook("objects", "rdma_restrack_add", state, reason));
    for (Verb verb : Verb.values()) {
      hooks.add(new Hook(verb.name(), "function_of_" + verb, state, reason));
    }
    return hooks;
  }

  private static List<Hook> partlyAttached() {
    List<Hook> hooks = hooks(State.ATTACHED, "");
    hooks.replaceAll(hook ->
        hook.name().equals("QP_MODIFY")
            ? new Hook(
                hook.name(),
                hook.symbol(),
                State.UNAVAILABLE,
                "this kernel has no function ib_modify_qp that can be watched")
            : hook);
    hooks.add(
        new Hook(
            "QP_CREATE", "ib_create_qp", State.UNAVAILABLE, "this kernel has no ib_create_qp"));
    return hooks;
  }

  private static Health health(long lost, List<Hook> hooks) {
    return new Health(
        hooks,
        Map.of(
            Figure.EVENTS, 100 * lost,
            Figure.LOST_EVENTS, lost,
            Figure.MISSED_RETURNS, lost / 4,
            Figure.MISSED_OBJECTS, lost / 6,
            Figure.DRIFT, lost / 12,
            Figure.CORRECTIONS, lost / 12,
            Figure.CORRECTED_OBJECTS, lost / 3),
        "");
  }

  /** Many tenants, second by second: calls one by one, objects, limits of devices, and the cost. */
  public static Sample tenants(int second) {
    return Tenants.at(second);
  }

  /**
   * The tenants again, one of whom captures frames: a queue pair for raw packets, two flow rules,
   * and a third that is refused.
   */
  public static Sample flows() {
    Sample base = tenants(2);
    Cgroup session = new Cgroup(5120, "/user.slice/user-1000.slice/session-3.scope");
    ControlCall.Caller vpp =
        new ControlCall.Caller(5533, 5534, "vpp\u001b[2J", false, session.id(), 0, true);
    OptionalInt any = OptionalInt.empty();
    List<ControlCall> calls = new ArrayList<>(base.calls());
    calls.add(flow(base, vpp, OptionalInt.of(7), 0, new FlowMatch(Kind.MATCHING, MAC, any, any)));
    calls.add(flow(base, vpp, OptionalInt.of(8), 0, new FlowMatch(Kind.ALL, "", any, any)));
    FlowMatch refused =
        new FlowMatch(Kind.MATCHING, MAC, OptionalInt.of(0x0800), OptionalInt.of(4791));
    calls.add(flow(base, vpp, any, 22, refused));
    List<LiveObject> objects = new ArrayList<>(base.inventory().objects());
    LiveObject.QueuePair raw = queuePair(QueuePairType.RAW_PACKET, 33);
    objects.add(new LiveObject(ResourceType.QP, 0, 33, vpp.pid(), vpp.comm(), session.id(), raw));
    Map<Scope, Counts> counts = new HashMap<>(base.counts());
    counts.put(
        new Scope(session.id(), 0),
        new Counts.Builder().live(ResourceType.QP, 1).calls(Verb.FLOW_CREATE, 3, 1).build());
    return Samples.of(
        base.time(),
        base.nanos(),
        base.devices(),
        base.cgroups(),
        counts,
        Map.of(Verb.FLOW_CREATE, Map.of(22, 1L)),
        base.health(),
        calls,
        0,
        new Inventory(base.inventory().time(), objects, base.inventory().processes()),
        base.facts(),
        base.cost());
  }

  private static ControlCall flow(
      Sample sample, ControlCall.Caller caller, OptionalInt handle, int errno, FlowMatch match) {
    return new ControlCall(
        sample.time().minusMillis(5),
        Verb.FLOW_CREATE,
        0,
        handle,
        caller,
        errno,
        Duration.ofNanos(41_000),
        new ControlCall.Flow(1, match));
  }

  /**
   * Queue pairs of all sorts: connected by addresses and by the connection manager, older than the
   * monitor, of InfiniBand, not connected, broken by the device, a datagram's, the kernel's. And
   * address handles: of a process, of one that is gone, of the kernel.
   */
  public static Sample connections() {
    Sample base = busier();
    OptionalInt none = OptionalInt.empty();
    QueuePairPath.Route route =
        QueuePairPath.Route.of("::ffff:10.77.0.1", 1, "::ffff:10.77.0.2", 0, 64, 106);
    QueuePairPath.Address roce =
        new QueuePairPath.Address(
            QueuePairPath.Transport.ROCE_V2, 1, none, 0, 3, Optional.of(route));
    QueuePairPath.Address lids =
        new QueuePairPath.Address(
            QueuePairPath.Transport.IB, 1, OptionalInt.of(7), 0, 0, Optional.empty());
    QueuePairPath init =
        new QueuePairPath(
            Optional.of(QueuePairState.INIT),
            Optional.of(START),
            none,
            OptionalInt.of(1),
            Optional.empty(),
            none,
            none,
            none,
            none,
            none,
            none,
            none,
            none,
            none);
    List<LiveObject> objects =
        List.of(
            connection(1, 17, 42, "app", TENANT_A, rc(17, 18, path(18, roce))),
            connection(1, 18, 43, "evil\u001b[2J", TENANT_A, rc(18, 17, path(17, roce))),
            connection(1, 19, 42, "app", TENANT_A, rc(19, 0, Optional.of(init))),
            connection(1, 20, 44, "old", GONE, rc(20, 4711, Optional.empty())),
            connection(1, 21, 42, "app", TENANT_A, queuePair(QueuePairType.UD, 21)),
            connection(
                1,
                22,
                42,
                "app",
                TENANT_A,
                new LiveObject.QueuePair(
                    QueuePairType.RC,
                    Optional.of(QueuePairState.ERR),
                    22,
                    OptionalInt.of(23),
                    OptionalInt.of(5),
                    OptionalInt.of(6),
                    1,
                    OptionalInt.of(1),
                    Optional.of(PathMigration.ARMED),
                    path(23, roce))),
            connection(2, 33, 4021, "target", DOCKER, rc(33, 34, path(34, lids))),
            connection(2, 16777217, 0, "ib_core", Cgroup.KERNEL, queuePair(QueuePairType.GSI, 1)),
            new LiveObject(
                ResourceType.CM_ID,
                1,
                5,
                42,
                "app",
                TENANT_A.id(),
                new LiveObject.Connection(
                    "CONNECT", "TCP", "10.77.0.1:33001", "10.77.0.2:7471", OptionalInt.of(17))));
    return Samples.of(
        base.time(),
        base.nanos(),
        base.devices(),
        base.cgroups(),
        base.counts(),
        base.errors(),
        base.health(),
        List.of(),
        0,
        new Inventory(
            base.time(),
            objects,
            List.of(),
            List.of(new Inventory.Rest(Inventory.OTHERS, ResourceType.QP, 3, 0)),
            List.of(
                handle(3, 1, 1, 42, "app", TENANT_A.id(), roce),
                handle(4, 2, 8, 0, "ib_ipoib", Cgroup.KERNEL_ID, lids),
                handle(70, 1, 6, 45, "evil\u001b[2J", GONE.id(), roce)),
            5),
        Map.of(2, new DeviceFacts(Map.of(), List.of(infiniBand()))),
        Cost.NONE);
  }

  /** Those connections, some of which calls were about, one of which failed. */
  public static Sample talking() {
    return connections()
        .with(
            List.of(
                modified(RXE0, 17, 0),
                modified(RXE0, 17, 0),
                modified(RXE0, 22, 22),
                modified(MLX5, 33, 0),
                modified(MLX5, 17, 0),
                call(Verb.QP_CREATE, TENANT_A.id(), 850, 12)),
            List.of(),
            0);
  }

  private static ControlCall modified(Device device, int queuePair, int errno) {
    return new ControlCall(
        START.plusSeconds(1),
        Verb.QP_MODIFY,
        device.index(),
        OptionalInt.of(queuePair),
        new ControlCall.Caller(42, 42, "app", false, TENANT_A.id(), 1000, false),
        errno,
        Duration.ofNanos(7000),
        ControlCall.None.NONE);
  }

  private static AddressHandle handle(
      int number,
      int device,
      int pdn,
      int pid,
      String owner,
      long cgroup,
      QueuePairPath.Address address) {
    return new AddressHandle(
        number, device, pdn, pid, owner, cgroup, START.plusMillis(1750), address);
  }

  private static DeviceFacts.Port infiniBand() {
    return new DeviceFacts.Port(1, "ACTIVE", "LinkUp", "InfiniBand", "", "", 5, Map.of());
  }

  private static LiveObject connection(
      int device, int id, int pid, String owner, Cgroup cgroup, LiveObject.QueuePair pair) {
    return new LiveObject(ResourceType.QP, device, id, pid, owner, cgroup.id(), pair);
  }

  /** A queue pair of type RC, of which a list tells the peer and nothing else that calls set. */
  public static LiveObject.QueuePair connected(QueuePairState state, int number, int peer) {
    OptionalInt unknown = OptionalInt.empty();
    return new LiveObject.QueuePair(
        QueuePairType.RC,
        Optional.of(state),
        number,
        OptionalInt.of(peer),
        unknown,
        unknown,
        1,
        unknown);
  }

  private static LiveObject.QueuePair rc(int number, int peer, Optional<QueuePairPath> path) {
    return new LiveObject.QueuePair(
        QueuePairType.RC,
        Optional.of(peer == 0 ? QueuePairState.INIT : QueuePairState.RTS),
        number,
        OptionalInt.of(peer),
        OptionalInt.of(peer == 0 ? 0 : 1001),
        OptionalInt.of(peer == 0 ? 0 : 1002),
        1,
        OptionalInt.of(1),
        Optional.of(PathMigration.MIGRATED),
        path);
  }

  /** What a queue pair was told by which it came to RTS. */
  private static Optional<QueuePairPath> path(int peer, QueuePairPath.Address address) {
    return Optional.of(
        new QueuePairPath(
            Optional.of(QueuePairState.RTS),
            Optional.of(START.plusMillis(1500)),
            OptionalInt.of(peer),
            OptionalInt.of(1),
            Optional.of(address),
            OptionalInt.of(1024),
            OptionalInt.of(14),
            OptionalInt.of(7),
            OptionalInt.of(6),
            OptionalInt.of(12),
            OptionalInt.of(1000),
            OptionalInt.of(1001),
            OptionalInt.of(1),
            OptionalInt.of(2)));
  }

  private static Tally tally(String cgroup, long refused) {
    return new Tally(
        cgroup,
        new Limits(
            Map.of(
                new Rule.Count(ResourceType.QP), 4L,
                new Rule.Rate(Verb.MR_REG), 200L,
                new Rule.Calls(), 500L,
                new Rule.Total(Size.MR_BYTES), 1L << 20,
                new Rule.Total(Size.CQ_ENTRIES), 4096L),
            Optional.of(PeerPolicy.parse("!10.1.0.1 10.1.0.0/16 lid:1-400"))),
        Map.of(
            new Rule.Count(ResourceType.QP), new LimitOutcome(4, refused, 0, 0, 0),
            new Rule.Rate(Verb.MR_REG), new LimitOutcome(0, 2 * refused, 0, 0, 0),
            new Rule.Calls(), new LimitOutcome(0, 3 * refused, 0, 0, 0),
            new Rule.Count(ResourceType.PD), new LimitOutcome(0, 0, 1, 0, 0),
            new Rule.Count(ResourceType.CQ), new LimitOutcome(0, 0, 0, 2, 1),
            new Rule.Total(Size.MR_BYTES), new LimitOutcome(1 << 19, 4 * refused, 0, 0, 0),
            new Rule.Total(Size.CQ_ENTRIES), new LimitOutcome(1000, refused, 0, 0, 0),
            new Rule.Peers(), new LimitOutcome(0, 5 * refused, 1, 0, 0)));
  }

  /** Limits that are enforced, of the host and of one cgroup, and what they refused. */
  public static Enforcement enforcement(long refused) {
    return new Enforcement(
        Mode.STRICT, true, true, "", 0, List.of(tally("", refused), tally("/a", refused)));
  }

  /**
   * Interfaces beside the host's stack, one of them of two queues, one of a hostile name that has
   * said nothing for a while; and a file that was not taken.
   *
   * @param time when they were counted
   * @param more frames than at the beginning, of which some were dropped
   */
  public static Ethernet ethernet(Instant time, long more) {
    Map<EthernetCount, Long> first =
        Map.of(
            EthernetCount.RECEIVED,
            1000 + more,
            EthernetCount.RECEIVED_BYTES,
            64_000 + 64 * more,
            EthernetCount.SENT,
            900L,
            EthernetCount.SENT_BYTES,
            57_600L,
            EthernetCount.TO_TAP,
            990 + more,
            EthernetCount.FROM_TAP,
            900L,
            EthernetCount.TAP_DROPPED,
            10L,
            EthernetCount.RING_FULL,
            more);
    Map<EthernetCount, Long> second =
        Map.of(EthernetCount.RECEIVED, 5L, EthernetCount.NOT_OURS, 2L, EthernetCount.DOWN, 1L);
    Map<EthernetCount, Long> all = new HashMap<>(second);
    first.forEach((count, n) -> all.merge(count, n, Long::sum));
    all.put(EthernetCount.CUT_OFF, 3L); // of no queue
    return new Ethernet(
        List.of(
            new EthernetInterface(
                "",
                "ens1f0np0",
                "",
                "packet",
                "02:00:00:00:00:07",
                new EthernetInterface.Owner(4300, 99),
                time,
                List.of(Map.of(EthernetCount.RECEIVED, 4L, EthernetCount.SENT, 4L)),
                Map.of(EthernetCount.RECEIVED, 4L, EthernetCount.SENT, 4L)),
            new EthernetInterface(
                "\u001b[2Jx",
                "eth1",
                "",
                "xdp",
                "02:00:00:00:00:08",
                new EthernetInterface.Owner(4400, 98),
                START.minusSeconds(12),
                List.of(Map.of()),
                Map.of()),
            new EthernetInterface(
                "rdma-0",
                "eth0",
                "rxe0",
                "verbs",
                "02:5a:11:22:33:44",
                new EthernetInterface.Owner(4200, 100),
                time,
                List.of(first, second),
                all)),
        1,
        "1-2-3 belongs to user 1000, not to root");
  }

  /** A busy host with these, at one of two moments. */
  public static Sample withEthernet(boolean isLater) {
    return isLater
        ? busier().with(ethernet(START.plusSeconds(2), 50))
        : busy().with(ethernet(START, 0));
  }

  /** The same with another health. */
  public static Sample with(Sample sample, Health health) {
    return Samples.of(
        sample.time(),
        sample.nanos(),
        sample.devices(),
        sample.cgroups(),
        sample.counts(),
        sample.errors(),
        health,
        sample.calls(),
        sample.callsLeftOut(),
        sample.inventory(),
        sample.facts(),
        sample.cost(),
        sample.enforcement());
  }

  /** The same with other names of cgroups. */
  public static Sample with(Sample sample, List<Cgroup> cgroups) {
    return Samples.of(
        sample.time(),
        sample.nanos(),
        sample.devices(),
        cgroups,
        sample.counts(),
        sample.errors(),
        sample.health(),
        sample.calls(),
        sample.callsLeftOut(),
        sample.inventory(),
        sample.facts(),
        sample.cost());
  }

  /** A sample of a source that enforces limits. */
  public static Sample with(Sample sample, Enforcement enforcement) {
    return Samples.of(
        sample.time(),
        sample.nanos(),
        sample.devices(),
        sample.cgroups(),
        sample.counts(),
        sample.errors(),
        sample.health(),
        sample.calls(),
        sample.callsLeftOut(),
        sample.inventory(),
        sample.facts(),
        sample.cost(),
        enforcement);
  }
}
