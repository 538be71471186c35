// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.Caller;
import org.rdmamonitor.model.call.ControlCall.Detail;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.AccessFlags;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;

/**
 * Samples of a host whose programs connect queue pairs and register memory all the time, the same
 * ones for the same seed: forty processes in eight cgroups on two devices.
 */
public final class SyntheticLoad {
  private static final int PROCESSES = 40;
  private static final int CGROUPS = 8;
  private static final int BUFFERS = 64;
  private static final int LISTED_EVERY = 5;
  private static final int REMOTE =
      AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE | AccessFlags.REMOTE_READ;

  private final Random random;
  private final int callsPerSample;
  private final long interval;
  private final Map<Scope, Counts.Builder> counts = new HashMap<>();
  private final Map<Integer, Long> errors = new HashMap<>();
  private final Map<Integer, Deque<LiveObject>> regions = new HashMap<>();
  private final List<Cgroup> cgroups = new ArrayList<>();
  private long now;
  private long calls;
  private int nextId = 1;
  private Inventory inventory = Inventory.NONE;

  public SyntheticLoad(long seed, int callsPerSample, Duration interval) {
    this.random = new Random(seed);
    this.callsPerSample = callsPerSample;
    this.interval = interval.toNanos();
    for (int i = 0; i < CGROUPS; i++) {
      cgroups.add(new Cgroup(4000 + 17L * i, "/kubepods.slice/tenant-" + i + ".service"));
    }
  }

  /** The next sample; the first comes with its calls too. */
  public Sample next() {
    List<ControlCall> finished = new ArrayList<>();
    for (int i = 0; i < callsPerSample; i++) {
      long micros = (now - interval + interval * i / callsPerSample) / 1000 + random.nextInt(50);
      finished.add(call(Scenes.START.plusNanos(1000 * micros)));
    }
    calls += callsPerSample;
    Map<Scope, Counts> built = new HashMap<>();
    counts.forEach((scope, builder) -> built.put(scope, builder.build()));
    Instant time = Scenes.START.plusNanos(now);
    if (now / interval % LISTED_EVERY == 0) {
      inventory = inventory(time);
    }
    Sample sample =
        Samples.of(
            time,
            5_000_000_000L + now,
            List.of(new Device(0, "rxe0"), new Device(1, "mlx5_0")),
            cgroups,
            built,
            errors.isEmpty() ? Map.of() : Map.of(Verb.MR_REG, errors),
            new Health(
                List.of(
                    new Health.Hook("MR_REG", "ib_reg_mr", Health.Hook.State.ATTACHED, ""),
                    new Health.Hook("CM_REQ", "cm_req", Health.Hook.State.WAITING, "no ib_cm")),
                Map.of(Figure.EVENTS, calls, Figure.LOST_EVENTS, calls / 50_000, Figure.DRIFT, -1L),
                ""),
            finished,
            calls % 7 == 0 ? 3 : 0,
            inventory,
            Map.of(0, DeviceFacts.NONE, 1, facts()),
            new Cost(
                Duration.ofMillis(calls / 1000),
                60_000_000,
                1 << 20,
                random.nextInt(1 << 16),
                List.of(new Cost.Program("kprobe_ib_reg_mr", calls, Duration.ofNanos(calls)))));
    now += interval;
    return sample;
  }

  private ControlCall call(Instant time) {
    int process = random.nextInt(PROCESSES);
    Cgroup cgroup = cgroups.get(process % CGROUPS);
    int device = process % 2;
    int pid = 20_000 + 13 * process;
    Caller caller = new Caller(pid, pid, "train" + process, false, cgroup.id(), 1000, false);
    Deque<LiveObject> owned = regions.computeIfAbsent(pid, p -> new ArrayDeque<>());
    Verb verb = verb(owned.size());
    boolean failed = verb == Verb.MR_REG && random.nextInt(100) == 0;
    Counts.Builder scope =
        counts.computeIfAbsent(new Scope(cgroup.id(), device), s -> new Counts.Builder());
    scope.calls(verb, 1, failed ? 1 : 0);
    OptionalInt id = OptionalInt.of(nextId++);
    Detail detail = detail(verb, process);
    if (failed) {
      errors.merge(12, 1L, Long::sum);
      id = OptionalInt.empty();
    } else if (detail instanceof ControlCall.Region region && verb == Verb.MR_REG) {
      scope.objects(ResourceType.MR, 1, 0).size(Size.MR_BYTES, region.length());
      owned.add(region(device, id.getAsInt(), caller, region));
    } else if (verb == Verb.MR_DEREG) {
      LiveObject ended = owned.removeFirst();
      scope.objects(ResourceType.MR, 0, 1);
      id = OptionalInt.of(ended.id());
      detail = deregistration(ended);
    }
    return new ControlCall(
        time,
        verb,
        device,
        id,
        caller,
        failed ? 12 : 0,
        Duration.ofNanos((long) (20_000 * Math.exp(random.nextGaussian()))),
        detail);
  }

  private static LiveObject region(int device, int id, Caller owner, ControlCall.Region region) {
    return new LiveObject(
        ResourceType.MR,
        device,
        id,
        owner.pid(),
        owner.comm(),
        owner.cgroup(),
        new LiveObject.Region(
            region.length(),
            region.rkey(),
            region.rkey(),
            Optional.of(region.address()),
            region.pdn()));
  }

  private static Detail deregistration(LiveObject ended) {
    return ended.detail() instanceof LiveObject.Region region
        ? new ControlCall.Region(
            region.length(),
            region.iova().orElse(0L),
            OptionalInt.of(REMOTE),
            region.pdn(),
            region.rkey())
        : ControlCall.None.NONE;
  }

  private Verb verb(int owned) {
    int n = random.nextInt(100);
    if (n < 70) {
      return owned < BUFFERS / 4 || (owned < BUFFERS && n % 2 == 0) ? Verb.MR_REG : Verb.MR_DEREG;
    }
    return n < 85 ? Verb.QP_MODIFY : n < 92 ? Verb.QP_CREATE : Verb.QP_DESTROY;
  }

  /** Each process registers some buffers again and again; its keys count up. */
  private Detail detail(Verb verb, int process) {
    return switch (verb) {
      case MR_REG -> {
        long buffer = random.nextInt(BUFFERS);
        yield new ControlCall.Region(
            4096L << buffer % 10,
            0x7f00_0000_0000L + ((long) process << 32) + (buffer << 24),
            OptionalInt.of(REMOTE),
            OptionalInt.of(process),
            OptionalInt.of(nextId << 8 | random.nextInt(256)));
      }
      case QP_CREATE ->
          new ControlCall.QueuePairCreation(QueuePairType.RC, OptionalInt.of(process));
      case QP_MODIFY ->
          new QueuePairChange(
              QueuePairChange.STATE | QueuePairChange.DESTINATION_QPN | QueuePairChange.RQ_PSN,
              QueuePairState.of(1 + random.nextInt(3)),
              random.nextInt(1 << 24),
              random.nextInt(1 << 24),
              0,
              0,
              0,
              "::ffff:10.77.0." + random.nextInt(250));
      default -> ControlCall.None.NONE;
    };
  }

  private Inventory inventory(Instant time) {
    List<LiveObject> objects = new ArrayList<>();
    regions.values().forEach(objects::addAll);
    objects.sort(Comparator.comparingInt(LiveObject::device).thenComparingInt(LiveObject::id));
    List<Inventory.Owner> owners = new ArrayList<>();
    for (int process = 0; process < PROCESSES; process++) {
      owners.add(
          new Inventory.Owner(
              20_000 + 13 * process,
              "train" + process,
              cgroups.get(process % CGROUPS).id(),
              Duration.ofMillis(10 * (now / 10_000_000)),
              Duration.ofSeconds(process)));
    }
    return new Inventory(time, objects, owners);
  }

  private DeviceFacts facts() {
    return new DeviceFacts(
        new EnumMap<>(Map.of(ResourceType.QP, 131_072L, ResourceType.MR, 1L << 24)),
        List.of(
            new DeviceFacts.Port(
                1,
                "ACTIVE",
                "LinkUp",
                "Ethernet",
                "100 Gb/sec (4X EDR)",
                "eth0",
                Map.of("port_xmit_data", calls * 17, "port_rcv_data", calls * 11))));
  }
}
