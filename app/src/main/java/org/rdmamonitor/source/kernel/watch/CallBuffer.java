// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.AsyncEventType;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.Caller;
import org.rdmamonitor.model.call.ControlCall.Refusal.CallOutcome;
import org.rdmamonitor.model.call.ControlCall.Refusal.Measure;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.call.FlowMatch;
import org.rdmamonitor.model.call.Forewarning;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.Gid;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.PeerAddress;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.nativelib.monitor.AsyncRecord;
import org.rdmamonitor.nativelib.monitor.CallDetail;
import org.rdmamonitor.nativelib.monitor.CallRecord;
import org.rdmamonitor.nativelib.monitor.EndRecord;
import org.rdmamonitor.nativelib.monitor.EndingRecord;
import org.rdmamonitor.nativelib.monitor.FlowRecord;
import org.rdmamonitor.nativelib.monitor.QuotaTable;
import org.rdmamonitor.nativelib.monitor.RefusalRecord;

/**
 * Finished calls and asynchronous events between the thread that reads the ring buffer and the next
 * reading.
 */
public final class CallBuffer {
  /** Bounds the memory that a long interval or a slow reader can take to about 20 MB. */
  static final int CAPACITY = 1 << 16;

  /** After this event, what drivers report about the port means nothing. */
  private static final int DEVICE_FATAL = AsyncEventType.DEVICE_FATAL.number();

  private final Clock clock;
  private final Openings openings = new Openings();
  private final BadCompletions badCompletions = new BadCompletions();
  private final Forewarnings forewarnings = new Forewarnings();
  private final QueuePairOwners owners = new QueuePairOwners();
  private List<ControlCall> calls = new ArrayList<>();
  private List<AsyncEvent> events = new ArrayList<>();
  private long leftOut;
  private @Nullable Moment latest;

  /** The same moment by both clocks. */
  private record Moment(Instant time, long nanos) {}

  public CallBuffer(Clock clock) {
    this.clock = clock;
  }

  /**
   * What has finished.
   *
   * @param events asynchronous ones
   * @param leftOut calls and events for which there was no room
   */
  public record Calls(List<ControlCall> calls, List<AsyncEvent> events, long leftOut) {}

  /** Takes a record in, or counts it as left out. */
  public void add(CallRecord call) {
    if (call.async().isPresent()) {
      AsyncRecord async = call.async().get();
      if (async.source() == AsyncRecord.Source.COMPLETION) {
        badCompletions.add(call.pid(), call.objectId(), call.device(), async.number());
      }
      AsyncEvent event = event(call, async);
      forewarnings.add(event);
      synchronized (this) {
        keep(events, event);
      }
      return;
    }
    Optional<Verb> verb = Numbering.verb(call.verb());
    if (verb.isEmpty()) {
      return;
    }
    ControlCall converted = convert(verb.get(), call);
    synchronized (this) {
      keep(calls, converted);
    }
  }

  /** Takes over from the latest list to whom queue pairs belong. */
  public void list(Inventory inventory) {
    owners.list(inventory);
  }

  private <T> void keep(List<T> kept, T one) {
    if (kept.size() < CAPACITY) {
      kept.add(one);
    } else {
      leftOut++;
    }
  }

  /** Counts a record as left out. */
  public synchronized void leaveOut() {
    leftOut++;
  }

  /** Takes out everything. */
  public synchronized Calls drain() {
    Calls drained = new Calls(calls, events, leftOut);
    calls = new ArrayList<>();
    events = new ArrayList<>();
    leftOut = 0;
    return drained;
  }

  /**
   * Puts back what was drained, in front of what has finished since; what there is no room for is
   * left out.
   */
  public synchronized void putBack(Calls drained) {
    leftOut += drained.leftOut();
    calls = joined(drained.calls(), calls);
    events = joined(drained.events(), events);
  }

  private <T> List<T> joined(List<T> before, List<T> since) {
    int room = Math.clamp(CAPACITY - before.size(), 0, since.size());
    leftOut += since.size() - room;
    before.addAll(since.subList(0, room));
    return before;
  }

  /**
   * When a record was made. The clocks are read only for a record that is later than they were read
   * last, which is once for all that have come meanwhile: reading them costs as much as the rest.
   */
  private Instant time(CallRecord record) {
    Moment known = latest;
    if (known == null || record.timeNanos() - known.nanos > 0) {
      known = new Moment(Instant.now(clock), System.nanoTime());
      latest = known;
    }
    return known.time.plusNanos(record.timeNanos() - known.nanos);
  }

  private ControlCall convert(Verb verb, CallRecord call) {
    Caller caller = caller(verb, call);
    Instant time = time(call);
    if (call.error() == 0 && call.hasObjectId() && beginsAnew(verb, call)) {
      forewarnings.begin(call.device(), call.objectId());
    }
    return new ControlCall(
        time,
        verb,
        call.device(),
        known(call.hasObjectId(), call.objectId()),
        caller,
        call.error(),
        Duration.ofNanos(call.durationNanos()),
        detail(verb, call, caller.pid(), time));
  }

  /**
   * The caller of a call. When a device is removed, whoever removes it ends the queue pairs of
   * others; then the end is attributed to the owner of the queue pair.
   */
  private Caller caller(Verb verb, CallRecord call) {
    Caller caller =
        new Caller(
            call.pid(),
            call.tid(),
            call.comm(),
            call.isKernel(),
            call.cgroup(),
            call.uid(),
            call.hasNetRaw());
    if (call.error() != 0 || !call.hasObjectId()) {
      return caller;
    }
    if (verb == Verb.QP_DESTROY && call.ending().cause() == EndingRecord.Cause.REMOVED) {
      return owners.endByOther(call.device(), call.objectId()).orElse(caller);
    }
    if (verb == Verb.QP_DESTROY) {
      owners.end(call.device(), call.objectId());
    } else if (verb == Verb.QP_CREATE && !call.isKernel()) {
      owners.made(call.device(), call.objectId(), caller);
    }
    return caller;
  }

  private static Optional<CallOutcome> outcome(CallRecord call) {
    if (call.isRefused()) {
      return Optional.of(CallOutcome.REFUSED);
    }
    if (call.isKilled()) {
      return Optional.of(CallOutcome.KILLED);
    }
    return call.isPassed() ? Optional.of(CallOutcome.PASSED) : Optional.empty();
  }

  private static ControlCall.Refusal refusal(CallOutcome outcome, RefusalRecord refusal) {
    Measure measure = Numbering.measure(refusal.measure());
    long unit = measure == Measure.SIZE ? QuotaTable.sizeUnit(refusal.type()) : 1;
    return new ControlCall.Refusal(
        outcome,
        refusal.cgroup(),
        measure,
        Numbering.type(refusal.type()),
        Integer.toUnsignedLong(refusal.limit()) * unit,
        refusal.count() * unit,
        peer(refusal.peer()));
  }

  private static String peer(RefusalRecord.Peer peer) {
    return new PeerAddress(
            peer.hasGid() ? Optional.of(new Gid(peer.gidHigh(), peer.gidLow())) : Optional.empty(),
            known(peer.hasLid(), peer.lid()))
        .text();
  }

  private ControlCall.Detail detail(Verb verb, CallRecord call, int owner, Instant time) {
    Optional<CallOutcome> outcome = outcome(call);
    if (outcome.isPresent()) {
      return refusal(outcome.get(), call.refusal());
    }
    CallDetail detail = call.detail();
    return switch (verb) {
      case QP_CREATE ->
          new ControlCall.QueuePairCreation(
              call.hasQueuePairType() ? QueuePairType.of(detail.qpType()) : QueuePairType.UNKNOWN,
              known(call.hasPd(), detail.pdn()));
      case QP_MODIFY ->
          new ControlCall.QueuePairChange(
              detail.attributes(),
              call.hasQueuePairState() ? QueuePairState.of(detail.qpState()) : Optional.empty(),
              detail.destinationQpn(),
              detail.rqPsn(),
              detail.sqPsn(),
              detail.qkey(),
              detail.access(),
              new Gid(detail.dgid().high(), detail.dgid().low()).text());
      case MR_REG, MR_DEREG ->
          new ControlCall.Region(
              detail.size(),
              detail.address(),
              known(call.hasAccess(), detail.access()),
              known(call.hasPd(), detail.pdn()),
              known(call.hasRkey(), detail.rkey()));
      case CQ_CREATE ->
          detail.size() == 0
              ? ControlCall.None.NONE
              : new ControlCall.CompletionQueue(detail.size());
      case FLOW_CREATE, FLOW_DESTROY ->
          new ControlCall.Flow(openings.number(call.flow().opening()), match(call.flow()));
      case QP_DESTROY ->
          call.error() == 0
              ? end(
                  call.ending(),
                  badCompletions.take(owner, call.objectId(), call.device()),
                  forewarning(call, time))
              : ControlCall.None.NONE;
      case PD_ALLOC, PD_DEALLOC, CQ_DESTROY, CM_REQ, GID_QUERY -> ControlCall.None.NONE;
    };
  }

  private static boolean beginsAnew(Verb verb, CallRecord call) {
    boolean isReset =
        call.hasQueuePairState()
            && QueuePairState.of(call.detail().qpState()).equals(Optional.of(QueuePairState.RESET));
    return verb == Verb.QP_CREATE || (verb == Verb.QP_MODIFY && isReset);
  }

  private Optional<Forewarning> forewarning(CallRecord call, Instant time) {
    EndingRecord ending = call.ending();
    OptionalInt port =
        known(
            ending.has(EndRecord.ADDRESS) && ending.address().port() != 0, ending.address().port());
    return forewarnings.take(call.device(), call.objectId(), port, time);
  }

  private AsyncEvent event(CallRecord record, AsyncRecord async) {
    return new AsyncEvent(
        time(record),
        async.number(),
        record.device(),
        record.hasOwner()
            ? Optional.of(
                new AsyncEvent.Owner(
                    record.pid(), record.comm(), record.isKernel(), record.cgroup()))
            : Optional.empty(),
        subject(record, async));
  }

  private static AsyncEvent.Subject subject(CallRecord record, AsyncRecord async) {
    OptionalInt id = known(record.hasObjectId(), record.objectId());
    return switch (async.source()) {
      case DEVICE ->
          new AsyncEvent.Port(
              known(async.port() != 0 && async.number() != DEVICE_FATAL, async.port()));
      case OBJECT ->
          new AsyncEvent.Resource(
              Numbering.type(async.type()),
              id,
              known(async.has(EndRecord.DESTINATION_QPN), async.qpn()),
              async.has(EndRecord.ADDRESS)
                  ? Optional.of(PeerAddresses.of(async.address()))
                  : Optional.empty());
      case CONNECTION_MANAGER ->
          new AsyncEvent.Connection(
              id,
              known(async.qpn() != 0, async.qpn()),
              record.error(),
              async.has(EndRecord.ADDRESS) ? host(async.address().peerGid()) : "",
              async.port());
      case COMPLETION -> new AsyncEvent.Completion(id, record.error());
    };
  }

  private static String host(CallDetail.Gid gid) {
    return new Gid(gid.high(), gid.low()).host();
  }

  private static ControlCall.Detail end(
      EndingRecord ending, OptionalInt badCompletion, Optional<Forewarning> forewarning) {
    // The lowest 7 bits of the status are the signal; one bit says whether there is a core dump;
    // the exit code is in the 8 bits above.
    int signal = ending.status() & 0x7f;
    EndCause cause =
        switch (ending.cause()) {
          case UNKNOWN -> EndCause.UNKNOWN;
          case DESTROYED -> EndCause.DESTROYED;
          case CLOSED -> EndCause.CLOSED;
          case EXITED -> signal == 0 ? EndCause.EXITED : EndCause.KILLED;
          case OOM -> EndCause.OUT_OF_MEMORY;
          case REMOVED -> EndCause.DEVICE_REMOVED;
          case KERNEL -> EndCause.KERNEL_CONSUMER;
        };
    boolean isTold = badCompletion.isPresent() || forewarning.isPresent();
    if (cause == EndCause.UNKNOWN && ending.attributes() == 0 && !isTold) {
      return ControlCall.None.NONE;
    }
    return new ControlCall.QueuePairEnd(
        cause,
        cause == EndCause.EXITED ? ending.status() >> 8 & 0xff : signal,
        ending.has(EndRecord.STATE) ? QueuePairState.of(ending.state()) : Optional.empty(),
        known(ending.has(EndRecord.DESTINATION_QPN), ending.destinationQpn()),
        ending.has(EndRecord.ADDRESS)
            ? Optional.of(PeerAddresses.of(ending.address()))
            : Optional.empty(),
        badCompletion,
        forewarning);
  }

  private static FlowMatch match(FlowRecord flow) {
    return new FlowMatch(
        kind(flow),
        flow.hasMac() ? mac(flow.mac(), flow.macMask()) : "",
        known(flow.hasEtherType(), flow.etherType()),
        known(flow.hasPort(), flow.port()));
  }

  private static FlowMatch.Kind kind(FlowRecord flow) {
    FlowMatch.Kind kind = flow.hasKind() ? FlowMatch.Kind.of(flow.kind()) : FlowMatch.Kind.UNKNOWN;
    return kind == FlowMatch.Kind.MATCHING && flow.hasMore() ? FlowMatch.Kind.MATCHING_MORE : kind;
  }

  /** An address with its mask: all of its bits count, some or none. */
  private static String mac(String mac, String mask) {
    return switch (mask) {
      case "ff:ff:ff:ff:ff:ff" -> mac;
      case "00:00:00:00:00:00" -> "";
      default -> mac + "/" + mask;
    };
  }

  private static OptionalInt known(boolean isKnown, int value) {
    return isKnown ? OptionalInt.of(value) : OptionalInt.empty();
  }
}
