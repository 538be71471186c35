// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.Health.Hook;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.Caller;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.ControlCall.QueuePairCreation;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.AccessFlags;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.DeviceFacts.Port;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;

/**
 * A host with many tenants on two devices: a training job, a database that churns memory regions, a
 * service that leaks queue pairs, a hostile name, and the kernel.
 */
final class Tenants {
  private static final Device MLX5 = new Device(0, "mlx5_0");
  private static final Device RXE = new Device(1, "rxe0");

  private static final Cgroup TRAINING =
      new Cgroup(2101, "/system.slice/slurmstepd.scope/job_4711/step_0/user/task_0");
  private static final Cgroup DATABASE =
      new Cgroup(
          3302,
          "/kubepods.slice/kubepods-burstable.slice/"
              + "kubepods-burstable-pod0f3c9a52_11aa_4b6c_8d77_2f0c6a1b9e10.slice/"
              + "cri-containerd-"
              + "0123456789abcdef".repeat(4)
              + ".scope");
  private static final Cgroup LEAKY = new Cgroup(1450, "/system.slice/cache-warmer.service");
  private static final Cgroup STORAGE =
      new Cgroup(1877, "/system.slice/docker-" + "fedcba9876543210".repeat(4) + ".scope");
  private static final Cgroup LOGIN =
      new Cgroup(5120, "/user.slice/user-1000.slice/session-3.scope");
  private static final Cgroup HOSTILE = new Cgroup(6100, "/tenants/\u001b[2Jb");

  private final int second;
  private final List<ControlCall> calls = new ArrayList<>();
  private final List<LiveObject> objects = new ArrayList<>();

  private Tenants(int second) {
    this.second = second;
  }

  static Sample at(int second) {
    return new Tenants(second).sample();
  }

  private Instant time() {
    return Scenes.START.plusSeconds(second);
  }

  private Sample sample() {
    calls();
    objects();
    Map<Integer, DeviceFacts> facts = new HashMap<>();
    facts.put(MLX5.index(), mlx5());
    facts.put(RXE.index(), rxe());
    return Samples.of(
        time(),
        Duration.ofSeconds(second).toNanos(),
        List.of(MLX5, RXE),
        List.of(TRAINING, DATABASE, LEAKY, STORAGE, LOGIN, HOSTILE, Cgroup.KERNEL),
        counts(),
        Map.of(
            Verb.QP_CREATE, Map.of(12, second / 2L),
            Verb.MR_REG, Map.of(12, (long) second, 22, second / 4L)),
        new Health(
            List.of(
                new Hook("objects", "rdma_restrack_add", Hook.State.ATTACHED, ""),
                new Hook(
                    "GID_QUERY",
                    "rdma_query_gid",
                    Hook.State.UNAVAILABLE,
                    "this kernel has no function rdma_query_gid that can be watched")),
            Map.of(Figure.EVENTS, 900L * second, Figure.LOST_EVENTS, second > 3 ? 12L : 0L),
            ""),
        calls,
        0,
        new Inventory(time(), objects, owners()),
        facts,
        cost());
  }

  private static long wave(int second, long base, long swing) {
    return base + Math.round(swing * Math.sin(second / 5.0));
  }

  /** The sum of a wave over the seconds so far. */
  private long total(long base, long swing) {
    long sum = 0;
    for (int s = 1; s <= second; s++) {
      sum += wave(s, base, swing);
    }
    return sum;
  }

  private Map<Scope, Counts> counts() {
    Map<Scope, Counts> counts = new HashMap<>();
    long registrations = total(640, 420);
    counts.put(
        new Scope(TRAINING.id(), MLX5.index()),
        live(512, 8, 64, 4096, 34_359_738_368L)
            .calls(Verb.QP_MODIFY, total(12, 8), 0)
            .calls(Verb.CM_REQ, second / 3, 0)
            .build());
    counts.put(
        new Scope(DATABASE.id(), MLX5.index()),
        live(48, 2, 16, 1200, 805_306_368L)
            .calls(Verb.MR_REG, registrations, second + second / 4L)
            .calls(Verb.MR_DEREG, registrations - second, 0)
            .objects(ResourceType.MR, registrations, registrations)
            .build());
    counts.put(
        new Scope(LEAKY.id(), RXE.index()),
        live(700, 1, 2, 3, 12_288)
            .calls(Verb.QP_CREATE, 5L * second, second / 2L)
            .calls(Verb.QP_DESTROY, 2L * second, 0)
            .objects(ResourceType.QP, 5L * second, 2L * second)
            .build());
    counts.put(new Scope(STORAGE.id(), RXE.index()), live(16, 4, 4, 64, 67_108_864).build());
    counts.put(
        new Scope(LOGIN.id(), RXE.index()),
        live(1, 1, 1, 1, 65_536)
            .calls(Verb.PD_ALLOC, second / 7, 0)
            .calls(Verb.PD_DEALLOC, second / 7, 0)
            .calls(Verb.CQ_CREATE, second / 7, 0)
            .calls(Verb.CQ_DESTROY, second / 7, 0)
            .build());
    counts.put(
        new Scope(HOSTILE.id(), RXE.index()),
        new Counts.Builder().calls(Verb.PD_ALLOC, second, second).build());
    counts.put(
        new Scope(Cgroup.KERNEL_ID, MLX5.index()),
        live(34, 3, 36, 17, 0).live(ResourceType.CM_ID, 32).build());
    return counts;
  }

  private static Counts.Builder live(long qp, long pd, long cq, long mr, long bytes) {
    return new Counts.Builder()
        .live(ResourceType.QP, qp)
        .live(ResourceType.PD, pd)
        .live(ResourceType.CQ, cq)
        .live(ResourceType.MR, mr)
        .live(ResourceType.CTX, 1)
        .size(Size.MR_BYTES, bytes);
  }

  private void calls() {
    for (int i = 0; i < 24; i++) {
      Duration took = Duration.ofNanos(14_000 + 611L * (i * 37 % 100) + 1_300L * (second % 7));
      ControlCall.Region region =
          new ControlCall.Region(
              65_536L << i % 5,
              0x7f20_0000_0000L + i * 0x10_0000L,
              OptionalInt.of(
                  AccessFlags.LOCAL_WRITE
                      | (i % 3 == 0 ? AccessFlags.REMOTE_WRITE : AccessFlags.REMOTE_READ)),
              OptionalInt.of(7),
              OptionalInt.of(0x1a00 + i));
      boolean fails = i == 9;
      call(
          i * 40,
          i % 2 == 0 ? Verb.MR_REG : Verb.MR_DEREG,
          MLX5,
          fails ? OptionalInt.empty() : OptionalInt.of(9000 + i),
          new Caller(20_417, 20_433, "postgres", false, DATABASE.id(), 70, false),
          fails ? 12 : 0,
          took,
          region);
    }
    call(
        310,
        Verb.QP_CREATE,
        RXE,
        OptionalInt.of(1700 + second),
        new Caller(988, 988, "cache-warmer", false, LEAKY.id(), 0, true),
        0,
        Duration.ofNanos(183_000),
        new QueuePairCreation(QueuePairType.RC, OptionalInt.of(12)));
    call(
        505,
        Verb.QP_MODIFY,
        MLX5,
        OptionalInt.of(412),
        new Caller(31_002, 31_040, "python3", false, TRAINING.id(), 1007, false),
        0,
        Duration.ofNanos(1_240_000),
        new QueuePairChange(
            QueuePairChange.STATE
                | QueuePairChange.DESTINATION_QPN
                | QueuePairChange.ADDRESS
                | QueuePairChange.RQ_PSN,
            Optional.of(QueuePairState.RTR),
            8812,
            4_210_771,
            0,
            0,
            0,
            "::ffff:10.1.0.7"));
    call(
        700,
        Verb.PD_ALLOC,
        RXE,
        OptionalInt.empty(),
        new Caller(777, 777, "x\u001b[2Jy", false, HOSTILE.id(), 1001, false),
        11,
        Duration.ofNanos(2_900),
        ControlCall.None.NONE);
    call(
        860,
        Verb.CM_REQ,
        MLX5,
        OptionalInt.of(33),
        new Caller(0, 0, "nvme_rdma", true, Cgroup.KERNEL_ID, 0, true),
        0,
        Duration.ofNanos(9_000),
        ControlCall.None.NONE);
    calls.sort(Comparator.comparing(ControlCall::time));
  }

  private void call(
      int millis,
      Verb verb,
      Device device,
      OptionalInt id,
      Caller caller,
      int errno,
      Duration took,
      ControlCall.Detail detail) {
    Instant end = time().minusSeconds(1).plusMillis(millis);
    calls.add(new ControlCall(end, verb, device.index(), id, caller, errno, took, detail));
  }

  private void objects() {
    for (int i = 0; i < 6; i++) {
      QueuePairState state = i < 4 ? QueuePairState.RTS : QueuePairState.RTR;
      qp(MLX5, 400 + i, 31_002, "python3", TRAINING, state, 8800 + i, 4_210_771 + i, 99_120 + i);
    }
    qp(MLX5, 96, 20_417, "postgres", DATABASE, QueuePairState.RTS, 71, 1_200_345, 7_700_001);
    for (int i = 0; i < 5; i++) {
      QueuePairState state = i == 0 ? QueuePairState.INIT : QueuePairState.RESET;
      qp(RXE, 1700 + i, 988, "cache-warmer", LEAKY, state, 0, 0, 0);
    }
    qp(RXE, 21, 4410, "minio", STORAGE, QueuePairState.ERR, 18, 5, 6);
    add(ResourceType.PD, MLX5, 7, 20_417, "postgres", DATABASE, LiveObject.None.NONE);
    add(ResourceType.PD, RXE, 12, 988, "cache-warmer", LEAKY, LiveObject.None.NONE);
    add(
        ResourceType.CQ,
        MLX5,
        31,
        20_417,
        "postgres",
        DATABASE,
        new LiveObject.CompletionQueue(1024, 2, OptionalInt.of(3)));
    for (int i = 0; i < 8; i++) {
      mr(MLX5, 9000 + i, 20_417, "postgres", DATABASE, 65_536L << i);
    }
    mr(MLX5, 8000, 31_002, "python3", TRAINING, 34_359_738_368L);
    add(
        ResourceType.CM_ID,
        MLX5,
        33,
        0,
        "nvme_rdma",
        Cgroup.KERNEL,
        new LiveObject.Connection(
            "CONNECT", "TCP", "10.1.0.2:52111", "10.1.0.9:4420", OptionalInt.of(17)));
    add(ResourceType.CTX, RXE, 4, 988, "cache-warmer", LEAKY, LiveObject.None.NONE);
    objects.sort(
        Comparator.comparing(LiveObject::type)
            .thenComparingInt(LiveObject::device)
            .thenComparingInt(LiveObject::id));
  }

  private void qp(
      Device device,
      int number,
      int pid,
      String owner,
      Cgroup cgroup,
      QueuePairState state,
      int peer,
      int rqPsn,
      int sqPsn) {
    boolean connected = peer != 0;
    add(
        ResourceType.QP,
        device,
        number,
        pid,
        owner,
        cgroup,
        new LiveObject.QueuePair(
            QueuePairType.RC,
            Optional.of(state),
            number,
            connected ? OptionalInt.of(peer) : OptionalInt.empty(),
            connected ? OptionalInt.of(rqPsn) : OptionalInt.empty(),
            connected ? OptionalInt.of(sqPsn) : OptionalInt.empty(),
            connected ? 1 : 0,
            OptionalInt.of(7)));
  }

  private void mr(Device device, int number, int pid, String owner, Cgroup cgroup, long length) {
    add(
        ResourceType.MR,
        device,
        number,
        pid,
        owner,
        cgroup,
        new LiveObject.Region(
            length,
            OptionalInt.of(0x2b00 + number),
            OptionalInt.of(0x2b00 + number),
            Optional.of(0x7f20_0000_0000L),
            OptionalInt.of(7)));
  }

  private void add(
      ResourceType type,
      Device device,
      int id,
      int pid,
      String owner,
      Cgroup cgroup,
      LiveObject.Detail detail) {
    objects.add(new LiveObject(type, device.index(), id, pid, owner, cgroup.id(), detail));
  }

  private List<Inventory.Owner> owners() {
    return List.of(
        owner(31_002, "python3", TRAINING, Duration.ofSeconds(90_000L + 4L * second)),
        owner(20_417, "postgres", DATABASE, Duration.ofMillis(7_200_000L + 350L * second)),
        owner(988, "cache-warmer", LEAKY, Duration.ofSeconds(41)),
        owner(4410, "minio", STORAGE, Duration.ofSeconds(3_900)),
        owner(5533, "ib_write_bw", LOGIN, Duration.ofMillis(210L * second)));
  }

  private static Inventory.Owner owner(int pid, String comm, Cgroup cgroup, Duration cpu) {
    return new Inventory.Owner(pid, comm, cgroup.id(), cpu, Duration.ofHours(pid % 97));
  }

  private DeviceFacts mlx5() {
    return new DeviceFacts(
        Map.of(
            ResourceType.QP, 262_144L,
            ResourceType.PD, 16_777_216L,
            ResourceType.CQ, 16_777_216L,
            ResourceType.MR, 16_777_216L,
            ResourceType.SRQ, 8_388_608L),
        List.of(
            new Port(
                1,
                "ACTIVE",
                "LinkUp",
                "Ethernet",
                "100 Gb/sec (4X EDR)",
                "ens1f0np0",
                Map.of(
                    "port_rcv_data", 123_456_789L + 310_000_000L * second,
                    "port_xmit_data", 98_765_432L + 12_000_000L * second,
                    "symbol_error", 0L,
                    "port_rcv_errors", 3L,
                    "out_of_sequence", 17L + second)),
            new Port(
                2,
                "DOWN",
                "Disabled",
                "InfiniBand",
                "10 Gb/sec (4X)",
                "",
                Map.of("link_downed", 1L))));
  }

  private DeviceFacts rxe() {
    return new DeviceFacts(
        Map.of(
            ResourceType.QP, 1024L,
            ResourceType.PD, 32_764L,
            ResourceType.CQ, 1_048_576L,
            ResourceType.MR, 524_287L),
        List.of(
            new Port(
                1,
                "ACTIVE",
                "LinkUp",
                "Ethernet",
                "2.5 Gb/sec (1X SDR)",
                "eth0",
                Map.of("rcvd_pkts", 500L * second, "sent_pkts", 450L * second))));
  }

  private Cost cost() {
    return new Cost(
        Duration.ofMillis(900 + 6L * second),
        63_963_136,
        1 << 20,
        24_576,
        List.of(
            program("mr_reg_enter", 640, 410),
            program("mr_reg_exit", 640, 520),
            program("object_add", 1_290, 880),
            program("object_del", 1_290, 610)));
  }

  private Cost.Program program(String name, long perSecond, long nanos) {
    long runs = perSecond * second;
    return new Cost.Program(name, runs, Duration.ofNanos(runs * nanos));
  }
}
