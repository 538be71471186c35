// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmamonitor.Samples;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.AsyncEventType;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.Caller;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.ControlCall.QueuePairCreation;
import org.rdmamonitor.model.call.ControlCall.Region;
import org.rdmamonitor.model.call.FlowMatch;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.resource.AccessFlags;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.policy.Party;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.policy.config.FindingLimits;
import org.rdmamonitor.policy.config.Settings;

/**
 * Tells what programs do, call by call, and what a rule finds in it. Time passes only where a story
 * says so; each {@link #findings()} takes a sample of the calls since the one before.
 */
final class Story {
  static final int RXE0 = 1;
  static final int RXE1 = 2;
  static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  static final String PEER = "fe80::2";
  private static final Pattern PROCESS = Pattern.compile("\\[(\\d+)]");

  private final List<ControlCall> calls = new ArrayList<>();
  private final List<AsyncEvent> events = new ArrayList<>();
  private final Map<Scope, Counts> counts = new HashMap<>();
  private final Map<Integer, DeviceFacts> facts = new HashMap<>();
  private final Map<FindingLimit, Long> limits = new EnumMap<>(FindingLimit.class);
  private final Inspector inspector;
  private final Map<String, Limits> tenants = new HashMap<>();
  private List<String> allowed = List.of();
  private Limits ofHost = Limits.UNLIMITED;
  private Inventory inventory = Inventory.NONE;
  private Instant now = START;
  private int nextQpn = 17;
  private String namespace = "";

  Story(Detector... detectors) {
    inspector = new Inspector(Settings.STANDARD, List.of(detectors));
  }

  /** A program: its process and how it may call. */
  record Program(String comm, int pid, long cgroup, int uid, boolean netRaw, boolean kernel) {
    static Program of(String comm, int pid) {
      return new Program(comm, pid, 100 + pid, 1000, false, false);
    }

    static Program ofKernel() {
      return new Program("nvme", 0, Cgroup.KERNEL_ID, 0, true, true);
    }

    private Caller caller() {
      return new Caller(pid, pid, comm, kernel, cgroup, uid, netRaw);
    }

    /** The program's name in findings about rxe0. */
    String onRxe0() {
      return comm + "[" + pid + "] on rxe0";
    }
  }

  Story limit(FindingLimit limit, long value) {
    limits.put(limit, value);
    return this;
  }

  Story allow(String... cgroups) {
    allowed = List.of(cgroups);
    return this;
  }

  /** Whom the host may talk to. */
  Story peers(String policy) {
    ofHost = new Limits(Map.of(), Optional.of(PeerPolicy.parse(policy)));
    return this;
  }

  /** Whom a cgroup may talk to. */
  Story peers(String cgroup, String policy) {
    tenants.put(cgroup, new Limits(Map.of(), Optional.of(PeerPolicy.parse(policy))));
    return this;
  }

  Story pass(Duration time) {
    now = now.plus(time);
    return this;
  }

  Instant now() {
    return now;
  }

  int create(Program program, QueuePairType type) {
    return create(program, type, OptionalInt.empty());
  }

  int create(Program program, QueuePairType type, OptionalInt pdn) {
    int qpn = nextQpn++;
    call(program, Verb.QP_CREATE, qpn, 0, new QueuePairCreation(type, pdn));
    return qpn;
  }

  Story call(Program program, Verb verb, int id, int errno, ControlCall.Detail detail) {
    return call(program, RXE0, verb, id, errno, detail);
  }

  Story call(Program program, int device, Verb verb, int id, int errno, ControlCall.Detail detail) {
    return call(program, device, verb, OptionalInt.of(id), errno, detail);
  }

  private Story call(
      Program program,
      int device,
      Verb verb,
      OptionalInt id,
      int errno,
      ControlCall.Detail detail) {
    calls.add(
        new ControlCall(
            now, verb, device, id, program.caller(), errno, Duration.ofNanos(1000), detail));
    return this;
  }

  /** The connection manager tells a program of a connection with a peer. */
  Story told(Program program, int device, AsyncEventType type, String peer) {
    events.add(
        new AsyncEvent(
            now,
            type.number(),
            device,
            Optional.of(
                new AsyncEvent.Owner(
                    program.pid(), program.comm(), program.kernel(), program.cgroup())),
            new AsyncEvent.Connection(OptionalInt.of(3), OptionalInt.empty(), 0, peer, 7174)));
    return this;
  }

  Story destroy(Program program, int qpn) {
    return call(program, Verb.QP_DESTROY, qpn, 0, ControlCall.None.NONE);
  }

  static final FlowMatch MAC =
      new FlowMatch(
          FlowMatch.Kind.MATCHING,
          "02:00:00:00:00:01",
          OptionalInt.of(0x0800),
          OptionalInt.of(4791));

  static final FlowMatch EVERYTHING =
      new FlowMatch(FlowMatch.Kind.ALL, "", OptionalInt.empty(), OptionalInt.empty());

  /** Makes a flow rule; each program has its own handles, of one opened device. */
  Story flow(Program program, int handle, FlowMatch match) {
    ControlCall.Flow flow = new ControlCall.Flow(program.pid(), match);
    return call(program, Verb.FLOW_CREATE, handle, 0, flow);
  }

  Story endFlow(Program program, int handle) {
    ControlCall.Flow flow = new ControlCall.Flow(program.pid(), FlowMatch.UNKNOWN);
    return call(program, Verb.FLOW_DESTROY, handle, 0, flow);
  }

  Story state(Program program, int qpn, QueuePairState state) {
    return modify(program, qpn, state, 0, 0, 0, 0, "");
  }

  Story rtr(Program program, int qpn, String gid, int destination, int rqPsn) {
    return modify(
        program,
        qpn,
        QueuePairState.RTR,
        QueuePairChange.ADDRESS | QueuePairChange.DESTINATION_QPN | QueuePairChange.RQ_PSN,
        destination,
        rqPsn,
        0,
        gid);
  }

  Story rts(Program program, int qpn, int sqPsn) {
    return modify(program, qpn, QueuePairState.RTS, QueuePairChange.SQ_PSN, 0, 0, sqPsn, "");
  }

  /** Goes through INIT, RTR and RTS. */
  Story connect(Program program, int qpn, String gid, int destination, int rqPsn, int sqPsn) {
    return state(program, qpn, QueuePairState.INIT)
        .rtr(program, qpn, gid, destination, rqPsn)
        .rts(program, qpn, sqPsn);
  }

  private Story modify(
      Program program,
      int qpn,
      QueuePairState state,
      int attributes,
      int destination,
      int rqPsn,
      int sqPsn,
      String gid) {
    return call(
        program,
        Verb.QP_MODIFY,
        qpn,
        0,
        new QueuePairChange(
            attributes | QueuePairChange.STATE,
            Optional.of(state),
            destination,
            rqPsn,
            sqPsn,
            0,
            0,
            gid));
  }

  Story queueKey(Program program, int qpn, int key, int errno) {
    return call(program, Verb.QP_MODIFY, qpn, errno, keyChange(key));
  }

  /** A call that was refused before the kernel looked up the queue pair. */
  Story refusedQueueKey(Program program, int key, int errno) {
    return call(program, RXE0, Verb.QP_MODIFY, OptionalInt.empty(), errno, keyChange(key));
  }

  private static QueuePairChange keyChange(int key) {
    return new QueuePairChange(
        QueuePairChange.STATE | QueuePairChange.QKEY,
        Optional.of(QueuePairState.INIT),
        0,
        0,
        0,
        key,
        0,
        "");
  }

  Story register(Program program, int mrn, long length, int access, OptionalInt pdn, int rkey) {
    return call(
        program,
        Verb.MR_REG,
        mrn,
        0,
        new Region(length, 4096, OptionalInt.of(access), pdn, OptionalInt.of(rkey)));
  }

  Story register(Program program, int mrn, long length, int access) {
    return register(
        program, mrn, length, AccessFlags.LOCAL_WRITE | access, OptionalInt.empty(), mrn);
  }

  Story deregister(Program program, int mrn) {
    return call(
        program,
        Verb.MR_DEREG,
        mrn,
        0,
        new Region(0, 0, OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty()));
  }

  /** Sets the counts of a program on rxe0, from now on. */
  Story counts(Program program, Counts.Builder builder) {
    counts.put(new Scope(program.cgroup(), RXE0), builder.build());
    return this;
  }

  Story most(ResourceType type, long most) {
    facts.put(RXE0, new DeviceFacts(Map.of(type, most), List.of()));
    return this;
  }

  /** The network namespace that rxe1 belongs to. */
  Story inNamespace(String name) {
    namespace = name;
    return this;
  }

  /** The interface that rxe0 sends through. */
  Story on(String netdev) {
    DeviceFacts.Port port =
        new DeviceFacts.Port(1, "ACTIVE", "LinkUp", "Ethernet", "", netdev, Map.of());
    facts.put(RXE0, new DeviceFacts(Map.of(), List.of(port)));
    return this;
  }

  /** Lists objects, now. */
  Story list(LiveObject... objects) {
    return list(List.of(), objects);
  }

  /** Lists objects, and address handles, which the kernel's list does not have. */
  Story listWith(List<AddressHandle> handles, LiveObject... objects) {
    inventory = new Inventory(now, List.of(objects), List.of(), List.of(), handles, 0);
    return this;
  }

  /** Lists objects, and of some no more than their number. */
  Story listWith(
      List<Inventory.Owner> owners, List<Inventory.Rest> leftOut, LiveObject... objects) {
    inventory = new Inventory(now, List.of(objects), owners, leftOut, List.of(), 0);
    return this;
  }

  Story list(List<Inventory.Owner> owners, LiveObject... objects) {
    inventory = new Inventory(now, List.of(objects), owners);
    return this;
  }

  static LiveObject listed(
      Program program,
      int qpn,
      QueuePairType type,
      QueuePairState state,
      int rqpn,
      int rqPsn,
      int sqPsn) {
    return new LiveObject(
        ResourceType.QP,
        RXE0,
        qpn,
        program.pid(),
        program.comm(),
        program.cgroup(),
        new LiveObject.QueuePair(
            type,
            Optional.of(state),
            qpn,
            OptionalInt.of(rqpn),
            OptionalInt.of(rqPsn),
            OptionalInt.of(sqPsn),
            1,
            OptionalInt.empty()));
  }

  static LiveObject region(Program program, int mrn) {
    return new LiveObject(
        ResourceType.MR,
        RXE0,
        mrn,
        program.pid(),
        program.comm(),
        program.cgroup(),
        new LiveObject.Region(
            4096, OptionalInt.empty(), OptionalInt.empty(), Optional.empty(), OptionalInt.empty()));
  }

  /** Takes a sample, and returns what has been found. */
  List<Finding> findings() {
    inspector.use(new Settings(ofHost, new FindingLimits(limits, allowed), tenants));
    Sample sample =
        Samples.of(
            now,
            Duration.between(START, now).toNanos(),
            List.of(new Device(RXE0, "rxe0"), new Device(RXE1, "rxe1", namespace)),
            List.of(new Cgroup(107, "/tenant-a"), new Cgroup(108, "/tenant-b/job")),
            counts,
            Map.of(),
            Health.NONE,
            calls,
            0,
            inventory,
            facts,
            Cost.NONE);
    inspector.add(sample.with(sample.calls(), events, 0));
    calls.clear();
    events.clear();
    List<Finding> found = inspector.inspect(Snapshot.first(sample)).findings();
    assertThat(found).allSatisfy(Story::isAboutWhomItNames);
    return found;
  }

  /** The subject, for people, and the party, for programs, must name the same. */
  private static void isAboutWhomItNames(Finding finding) {
    Matcher process = PROCESS.matcher(finding.subject());
    if (process.find()) {
      assertThat(finding.party().orElseThrow().pid()).hasValue(Integer.parseInt(process.group(1)));
    } else if (finding.subject().startsWith("/")) {
      Party party = finding.party().orElseThrow();
      assertThat(party.pid()).isEmpty();
      assertThat(finding.subject()).startsWith(party.cgroup().path());
    }
  }
}
