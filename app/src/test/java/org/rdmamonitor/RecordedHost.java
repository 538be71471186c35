// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.recording.RecordingHeader;
import org.rdmamonitor.recording.RecordingWriter;

/**
 * A host whose queue pairs a test makes, connects and ends, as a recording would have them that
 * reads once a second. All times are seconds of one true time; the host's own clock is ahead of it.
 */
public final class RecordedHost {
  private static final Instant ZERO = Scenes.START;
  private static final double BEFORE = -1000;

  private final String name;
  private final String gid;
  private final Duration ahead;
  private final int pid;
  private final Cgroup cgroup;
  private final List<ControlCall> calls = new ArrayList<>();
  private final List<Pair> pairs = new ArrayList<>();
  private double slow;
  private double set = Double.MAX_VALUE;
  private Duration setAhead = Duration.ZERO;
  private int lost = -1;
  private int every = 1;
  private int device = 1;
  private int devices = 1;
  private int hidden = -1;
  private String own;
  private int next;

  /** What an end is told of its connection; a healthy one is {@link #usual}. */
  public record Settings(
      int mtu,
      int timeout,
      int retries,
      int rnrRetries,
      int rnrTimer,
      int reads,
      int served,
      int trafficClass,
      int serviceLevel,
      int sqPsn,
      int rqPsn) {
    /** As programs set them that work, with these sequence numbers. */
    public static Settings usual(int sqPsn, int rqPsn) {
      return new Settings(1024, 14, 7, 7, 1, 1, 1, 104, 3, sqPsn, rqPsn);
    }

    public Settings mtu(int other) {
      return new Settings(
          other,
          timeout,
          retries,
          rnrRetries,
          rnrTimer,
          reads,
          served,
          trafficClass,
          serviceLevel,
          sqPsn,
          rqPsn);
    }

    public Settings patience(int timeouts, int times, int rnrTimes) {
      return new Settings(
          mtu,
          timeouts,
          times,
          rnrTimes,
          rnrTimer,
          reads,
          served,
          trafficClass,
          serviceLevel,
          sqPsn,
          rqPsn);
    }

    public Settings reads(int asked) {
      return new Settings(
          mtu,
          timeout,
          retries,
          rnrRetries,
          rnrTimer,
          asked,
          served,
          trafficClass,
          serviceLevel,
          sqPsn,
          rqPsn);
    }

    public Settings service(int trafficClasses, int level) {
      return new Settings(
          mtu,
          timeout,
          retries,
          rnrRetries,
          rnrTimer,
          reads,
          served,
          trafficClasses,
          level,
          sqPsn,
          rqPsn);
    }
  }

  private static final class Pair {
    private final int device;
    private final int number;
    private final double made;
    private double connected = Double.MAX_VALUE;
    private double failed = Double.MAX_VALUE;
    private double gone = Double.MAX_VALUE;
    private int skipped = -1;
    private int peer;
    private Optional<Address> address = Optional.empty();
    private Settings settings = Settings.usual(0, 0);
    private Optional<LiveObject.Connection> manager = Optional.empty();

    Pair(int device, int number, double made) {
      this.device = device;
      this.number = number;
      this.made = made;
    }
  }

  /** A host with this IPv4 address, whose programs run in a pod of this letter. */
  public RecordedHost(
      String name, String ip, Duration ahead, int pid, String pod, int firstNumber) {
    this.name = name;
    this.gid = "::ffff:" + ip;
    this.own = gid;
    this.ahead = ahead;
    this.pid = pid;
    this.cgroup = new Cgroup(100, "/kubepods/pod" + pod.repeat(32));
    this.next = firstNumber;
  }

  public String gid() {
    return gid;
  }

  /**
   * Its monitor is slow: takes out calls, lists queue pairs so many seconds later, and needs as
   * long for that, during which calls go on.
   */
  public RecordedHost slow(double seconds) {
    slow = seconds;
    return this;
  }

  /** Its ends have this address from now on. */
  public void has(String address) {
    own = address;
  }

  /** What is made or done from now on is on this device, from 1, which has this IPv4 address. */
  public RecordedHost on(int rail, String ip) {
    device = rail;
    devices = Math.max(devices, rail);
    own = "::ffff:" + ip;
    return this;
  }

  /** The address that its ends have now. */
  public String address() {
    return own;
  }

  /** Its clock is set ahead at a time. */
  public void setClock(double time, Duration by) {
    set = time;
    setAhead = by;
  }

  /** A device is in a network namespace that its monitor may not look into. */
  public void hides(int rail) {
    hidden = rail;
  }

  /** Its monitor loses the calls of one queue pair, and lists those that exist rarely. */
  public void loses(int number, int secondsBetweenLists) {
    lost = number;
    every = secondsBetweenLists;
  }

  /** The list of that second does not have a queue pair that is there. */
  public void skips(int second, int number) {
    pair(number).skipped = second;
  }

  private Instant at(double time) {
    // Calls are recorded in microseconds.
    return ZERO.plus(ahead)
        .plus(time < set ? Duration.ZERO : setAhead)
        .plusNanos(Math.round(time * 1e6) * 1000);
  }

  private void call(double time, Verb verb, int number, ControlCall.Detail detail) {
    calls.add(
        new ControlCall(
            at(time),
            verb,
            device,
            OptionalInt.of(number),
            new ControlCall.Caller(pid, pid, "app", false, cgroup.id(), 1000, false),
            0,
            Duration.ofNanos(10_000),
            detail));
  }

  private Pair pair(int number) {
    return pairs.reversed().stream()
        .filter(pair -> pair.device == device && pair.number == number)
        .findFirst()
        .orElseThrow();
  }

  /** Makes a queue pair, and gives its number. */
  public int make(double time) {
    return make(time, next++);
  }

  /** Makes one of this number. */
  public int make(double time, int number) {
    pairs.add(new Pair(device, number, time));
    call(
        time,
        Verb.QP_CREATE,
        number,
        new ControlCall.QueuePairCreation(QueuePairType.RC, OptionalInt.of(1)));
    return number;
  }

  /** One that was connected before anybody watched: only its number and the peer's are known. */
  public int had(int peer) {
    Pair pair = new Pair(device, next++, BEFORE);
    pair.connected = BEFORE;
    pair.peer = peer;
    pairs.add(pair);
    return pair.number;
  }

  /** Likewise, and the connection manager made it for a connection to this IPv4 address. */
  public int had(int peer, String ip) {
    int number = had(peer);
    pair(number).manager =
        Optional.of(
            new LiveObject.Connection(
                "CONNECT",
                "TCP",
                own.substring("::ffff:".length()) + ":4000",
                ip + ":7174",
                OptionalInt.of(number)));
    return number;
  }

  /** Brings a queue pair to RTR and RTS. */
  public void connect(double time, int number, String peerGid, int peer, Settings settings) {
    Pair pair = pair(number);
    pair.connected = time;
    pair.peer = peer;
    pair.settings = settings;
    pair.address =
        Optional.of(
            new Address(
                Transport.ROCE_V2,
                1,
                OptionalInt.empty(),
                0,
                settings.serviceLevel,
                Optional.of(Route.of(own, 1, peerGid, 0, 64, settings.trafficClass))));
    int rtr =
        QueuePairChange.STATE
            | QueuePairChange.ADDRESS
            | QueuePairChange.DESTINATION_QPN
            | QueuePairChange.RQ_PSN;
    call(
        time,
        Verb.QP_MODIFY,
        number,
        new QueuePairChange(
            rtr, Optional.of(QueuePairState.RTR), peer, settings.rqPsn, 0, 0, 0, peerGid));
    call(
        time + 0.0002,
        Verb.QP_MODIFY,
        number,
        new QueuePairChange(
            QueuePairChange.STATE | QueuePairChange.SQ_PSN,
            Optional.of(QueuePairState.RTS),
            0,
            0,
            settings.sqPsn,
            0,
            0,
            ""));
  }

  /** Resets a queue pair, which can be connected anew. */
  public void reset(double time, int number) {
    pair(number).gone = time;
    pairs.add(new Pair(device, number, time));
    call(
        time,
        Verb.QP_MODIFY,
        number,
        new QueuePairChange(
            QueuePairChange.STATE, Optional.of(QueuePairState.RESET), 0, 0, 0, 0, 0, ""));
  }

  /** From now on its device has it in ERR. */
  public void fail(double time, int number) {
    pair(number).failed = time;
  }

  /** It is gone, of which no event is left. */
  public void vanish(double time, int number) {
    pair(number).gone = time;
  }

  /** Ends a queue pair. */
  public void end(double time, int number, EndCause cause, int status) {
    end(time, number, cause, status, OptionalInt.empty());
  }

  /** The same after a bad completion with this status. */
  public void end(double time, int number, EndCause cause, int status, OptionalInt badCompletion) {
    Pair pair = pair(number);
    pair.gone = time;
    boolean isConnected = pair.connected <= time;
    call(
        time,
        Verb.QP_DESTROY,
        number,
        new ControlCall.QueuePairEnd(
            cause,
            status,
            Optional.of(isConnected ? QueuePairState.RTS : QueuePairState.RESET),
            isConnected ? OptionalInt.of(pair.peer) : OptionalInt.empty(),
            pair.address,
            badCompletion,
            Optional.empty()));
  }

  /** What a monitor that runs from one second to another reads. */
  public List<Sample> samples(int from, int until) {
    calls.sort(Comparator.comparing(ControlCall::time));
    List<Sample> samples = new ArrayList<>();
    for (int second = from; second <= until; second++) {
      Instant before = second == from ? Instant.MAX : at(second - 1 - 2 * slow);
      Instant now = at(second);
      Instant takenOut = at(second - 2 * slow);
      samples.add(
          Samples.of(
              now,
              Duration.ofSeconds(second - from).toNanos(),
              IntStream.rangeClosed(1, devices)
                  .filter(rail -> rail != hidden)
                  .mapToObj(rail -> new Device(rail, "rxe" + (rail - 1)))
                  .toList(),
              List.of(cgroup),
              Map.of(),
              Map.of(),
              Health.NONE.with(Map.of(Health.Figure.NAMESPACES_LEFT_OUT, hidden < 0 ? 0L : 1L)),
              calls.stream()
                  .filter(call -> call.time().isAfter(before) && !call.time().isAfter(takenOut))
                  .filter(call -> call.objectId().getAsInt() != lost)
                  .toList(),
              lost >= 0 && second == until ? 1 : 0,
              inventory(second - second % every),
              facts(),
              Cost.NONE));
    }
    return samples;
  }

  private Map<Integer, DeviceFacts> facts() {
    DeviceFacts.Port port =
        new DeviceFacts.Port(1, "ACTIVE", "LinkUp", "Ethernet", "", "eth0", Map.of());
    return IntStream.rangeClosed(1, devices)
        .boxed()
        .collect(Collectors.toMap(rail -> rail, _ -> new DeviceFacts(Map.of(), List.of(port))));
  }

  private Inventory inventory(int second) {
    Stream<LiveObject> managers =
        pairs.stream()
            .filter(pair -> pair.gone > second)
            .flatMap(pair ->
                pair.manager.stream()
                    .map(id ->
                        new LiveObject(
                            ResourceType.CM_ID,
                            pair.device,
                            pair.number,
                            pid,
                            "app",
                            cgroup.id(),
                            id)));
    Stream<LiveObject> listed =
        pairs.stream()
            .filter(pair -> pair.device != hidden)
            .filter(pair -> pair.made <= second && pair.gone > second && pair.skipped != second)
            .map(pair -> object(pair, second));
    List<LiveObject> objects = Stream.concat(listed, managers).toList();
    return new Inventory(
        at(second - slow),
        objects,
        List.of(new Inventory.Owner(pid, "app", cgroup.id(), Duration.ZERO, Duration.ZERO)));
  }

  private LiveObject object(Pair pair, double second) {
    boolean connected = pair.connected <= second;
    QueuePairState state =
        pair.failed <= second
            ? QueuePairState.ERR
            : connected ? QueuePairState.RTS : QueuePairState.RESET;
    return new LiveObject(
        ResourceType.QP,
        pair.device,
        pair.number,
        pid,
        "app",
        cgroup.id(),
        new LiveObject.QueuePair(
            QueuePairType.RC,
            Optional.of(state),
            pair.number,
            OptionalInt.of(connected ? pair.peer : 0),
            OptionalInt.of(0),
            OptionalInt.of(0),
            1,
            OptionalInt.of(1),
            Optional.empty(),
            connected && pair.made != BEFORE ? Optional.of(path(pair)) : Optional.empty()));
  }

  private QueuePairPath path(Pair pair) {
    Settings told = pair.settings;
    return new QueuePairPath(
        Optional.of(QueuePairState.RTS),
        Optional.of(at(pair.connected + 0.0002)),
        OptionalInt.of(pair.peer),
        OptionalInt.of(1),
        pair.address,
        OptionalInt.of(told.mtu),
        OptionalInt.of(told.timeout),
        OptionalInt.of(told.retries),
        OptionalInt.of(told.rnrRetries),
        OptionalInt.of(told.rnrTimer),
        OptionalInt.of(told.rqPsn),
        OptionalInt.of(told.sqPsn),
        OptionalInt.of(told.reads),
        OptionalInt.of(told.served));
  }

  /** Records it from one second to another. */
  public void record(Path file, int from, int until) {
    RecordingHeader header =
        new RecordingHeader(name, "6.1.0-1-amd64", "0.1.0", at(from), Duration.ofSeconds(1));
    try (RecordingWriter writer = RecordingWriter.create(file, header, false)) {
      samples(from, until).forEach(writer);
    }
  }

  public String name() {
    return name;
  }
}
