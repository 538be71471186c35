// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.call.AsyncEventType;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.Caller;
import org.rdmamonitor.model.call.ControlCall.CompletionQueue;
import org.rdmamonitor.model.call.ControlCall.Detail;
import org.rdmamonitor.model.call.ControlCall.Flow;
import org.rdmamonitor.model.call.ControlCall.None;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.ControlCall.QueuePairCreation;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.call.ControlCall.Refusal;
import org.rdmamonitor.model.call.ControlCall.Refusal.CallOutcome;
import org.rdmamonitor.model.call.ControlCall.Refusal.Measure;
import org.rdmamonitor.model.call.ControlCall.Region;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.call.FlowMatch;
import org.rdmamonitor.model.call.Forewarning;
import org.rdmamonitor.model.call.Verb;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Finished calls, each an array. Callers are numbered within a member, in the order in which they
 * appear; a call has the number of its caller, and the microseconds since the call before it, or
 * for the first call since the sample. A detail that has appeared in the member before, as a
 * region's has when it is deregistered, is written as a reference: how many new details ago it was.
 */
final class CallsJson {
  private static final Caller NOBODY = new Caller(0, 0, "", false, 0, 0, false);

  /** Of a verb that a later version adds: empty. */
  static final FieldType<Optional<Verb>> KNOWN_VERB = FieldType.name(Verb.values());

  private static final FieldType<Optional<Verb>> VERB =
      KNOWN_VERB.ifNone(Optional.of(Verb.QP_CREATE));
  private static final FieldType<EndCause> CAUSE =
      FieldType.constant(EndCause.values(), EndCause.UNKNOWN);
  private static final FieldType<AsyncEventType.Source> TOLD_BY =
      FieldType.constant(AsyncEventType.Source.values(), AsyncEventType.Source.DEVICE);
  private static final FieldType<Optional<Forewarning>> FOREWARNING =
      Shape.of(CallsJson::forewarning).asArray().ifPresent();
  private static final FieldType<FlowMatch.Kind> FLOW_KIND =
      FieldType.constant(FlowMatch.Kind.values(), FlowMatch.Kind.UNKNOWN);
  private static final FieldType<CallOutcome> OUTCOME =
      FieldType.of(
          (json, outcome) -> json.writeString(outcome.name()),
          tree -> CallOutcome.valueOf(FieldType.TEXT.read(tree)),
          () -> CallOutcome.REFUSED);

  /** Sizes were those of memory regions once. */
  private static final FieldType<Measure> MEASURE =
      FieldType.of(
          (json, measure) -> json.writeString(measure.name()),
          tree -> tree.equals("BYTES") ? Measure.SIZE : Measure.valueOf(FieldType.TEXT.read(tree)),
          () -> Measure.OBJECTS);

  private static final Shape<Caller> CALLER_SHAPE = CallsJson::caller;
  private static final FieldType<Caller> CALLER = CALLER_SHAPE.asArray();
  private static final FieldType<Detail> NEW_DETAIL = Shape.of(CallsJson::newDetail).asArray();

  /** The kinds of details by their names, which come first in each of them. */
  private static final Map<String, DetailKind<?>> DETAILS = new LinkedHashMap<>();

  static {
    DETAILS.put("create", new DetailKind<>(QueuePairCreation.class, CallsJson::creation));
    DETAILS.put("modify", new DetailKind<>(QueuePairChange.class, CallsJson::change));
    DETAILS.put("end", new DetailKind<>(QueuePairEnd.class, fields -> end(fields, false)));
    DETAILS.put("failed", new DetailKind<>(QueuePairEnd.class, fields -> end(fields, true)));
    DETAILS.put("flow", new DetailKind<>(Flow.class, CallsJson::flow));
    DETAILS.put("limit", new DetailKind<>(Refusal.class, CallsJson::refusal));
    DETAILS.put("queue", new DetailKind<>(CompletionQueue.class, CallsJson::queue));
    DETAILS.put("region", new DetailKind<>(Region.class, CallsJson::region));
  }

  private record DetailKind<D extends Detail>(Class<D> type, Shape<D> shape) {
    Detail from(Fields<Detail> fields) {
      return shape.from(fields.part(type::cast));
    }
  }

  private final Map<Caller, Integer> numbers = new HashMap<>();
  private final List<Caller> callers = new ArrayList<>();
  private final Map<Detail, Integer> detailNumbers = new HashMap<>();
  private final List<Detail> details = new ArrayList<>();

  /**
   * When the previous call finished or, for the first one, when the sample was taken; in
   * microseconds since 1970.
   */
  private long before;

  private final FieldType<Instant> time =
      FieldType.ofNumber(this::sinceBefore, this::afterBefore, () -> Instant.EPOCH);
  private final FieldType<Caller> callerNumber =
      FieldType.ofNumber(
          caller -> numbers.getOrDefault(caller, -1),
          number -> callers.get(Math.toIntExact(number)),
          () -> NOBODY);
  private final FieldType<Detail> detail =
      FieldType.<Detail>of(this::writeDetail, this::readDetail, () -> None.NONE)
          .direct(this::readDetail)
          .unlessAbsent();
  private final Shape<ControlCall> shape = this::call;
  private final FieldType<ControlCall> calls = shape.asArray();

  /** Writes the names of the arrays' elements (columns). */
  void columns(JsonGenerator json) {
    columns(json, "callers", CALLER_SHAPE.names());
    columns(json, "calls", shape.names());
    DETAILS.forEach((name, kind) -> {
      List<String> names = new ArrayList<>(List.of("kind"));
      names.addAll(kind.shape().names());
      columns(json, name, names);
    });
  }

  private static void columns(JsonGenerator json, String of, List<String> names) {
    FieldType.TEXT.writeEach(json, of, names);
  }

  /** Forgets callers and details, because a new member begins. */
  void begin() {
    numbers.clear();
    callers.clear();
    detailNumbers.clear();
    details.clear();
  }

  void write(JsonGenerator json, Instant sample, List<ControlCall> finished) {
    if (finished.isEmpty()) {
      return;
    }
    List<Caller> fresh = new ArrayList<>();
    for (ControlCall one : finished) {
      if (numbers.putIfAbsent(one.caller(), numbers.size()) == null) {
        fresh.add(one.caller());
      }
    }
    if (!fresh.isEmpty()) {
      CALLER.writeEach(json, "callers", fresh);
    }
    before = Times.epochMicros(sample);
    calls.writeEach(json, "calls", finished);
  }

  /** Reads the value of "callers". */
  void readCallers(JsonParser json) {
    callers.addAll(CALLER.readEach(json));
  }

  /** Reads the value of "calls", leaving out calls of verbs that this version does not know. */
  List<ControlCall> read(JsonParser json, Instant sample) {
    before = Times.epochMicros(sample);
    return calls.readEach(json);
  }

  private long sinceBefore(Instant finished) {
    long micros = Times.epochMicros(finished);
    long since = micros - before;
    before = micros;
    return since;
  }

  private Instant afterBefore(long since) {
    before += since;
    return Times.ofEpochMicros(before);
  }

  private void writeDetail(JsonGenerator json, Detail told) {
    Integer number = detailNumbers.putIfAbsent(told, detailNumbers.size());
    if (number == null) {
      NEW_DETAIL.write(json, told);
    } else {
      json.writeNumber(detailNumbers.size() - number);
    }
  }

  private Detail readDetail(Object tree) {
    return tree instanceof Long ago ? detailBefore(ago) : fresh(NEW_DETAIL.read(tree));
  }

  private Detail readDetail(JsonParser json) {
    return json.currentToken() == JsonToken.VALUE_NUMBER_INT
        ? detailBefore(json.getLongValue())
        : fresh(NEW_DETAIL.read(json));
  }

  private Detail detailBefore(long ago) {
    return details.get(Math.toIntExact(details.size() - ago));
  }

  private Detail fresh(Detail told) {
    details.add(told);
    return told;
  }

  private ControlCall call(Fields<ControlCall> fields) {
    Instant finished = fields.field("micros_since_previous", ControlCall::time, time);
    Optional<Verb> verb = fields.field("verb", one -> Optional.of(one.verb()), VERB);
    int device = fields.integer("device", ControlCall::device);
    OptionalInt id = fields.optional("id", ControlCall::objectId);
    Caller caller = fields.field("caller", ControlCall::caller, callerNumber);
    int errno = fields.integer("errno", ControlCall::errno);
    Duration duration = fields.field("duration_ns", ControlCall::duration, FieldType.NANOSECONDS);
    Detail told = fields.last("detail", ControlCall::detail, detail);
    // A call of an unknown verb is skipped only here, after it has been read in full: the calls
    // after it refer to its time and its detail.
    if (verb.isEmpty()) {
      throw new FieldType.UnknownNameException("the verb of a call");
    }
    return new ControlCall(finished, verb.get(), device, id, caller, errno, duration, told);
  }

  private static Caller caller(Fields<Caller> fields) {
    return new Caller(
        fields.integer("pid", Caller::pid),
        fields.integer("tid", Caller::tid),
        fields.text("comm", Caller::comm),
        fields.truth("kernel", Caller::kernel),
        fields.number("cgroup", Caller::cgroup),
        fields.integer("uid", Caller::uid),
        fields.truth("net_raw", Caller::netRaw));
  }

  private static Detail newDetail(Fields<Detail> fields) {
    DetailKind<?> kind = DETAILS.get(fields.text("kind", CallsJson::kind));
    return kind == null ? None.NONE : kind.from(fields);
  }

  private static String kind(Detail told) {
    return switch (told) {
      case None _ -> "";
      case QueuePairCreation _ -> "create";
      case QueuePairChange _ -> "modify";
      case QueuePairEnd end -> end.badCompletion().isEmpty() ? "end" : "failed";
      case Flow _ -> "flow";
      case Refusal _ -> "limit";
      case CompletionQueue _ -> "queue";
      case Region _ -> "region";
    };
  }

  private static QueuePairCreation creation(Fields<QueuePairCreation> fields) {
    return new QueuePairCreation(
        fields.field("type", QueuePairCreation::type, ObjectJson.PAIR_TYPE),
        fields.optional("pdn", QueuePairCreation::pdn));
  }

  private static QueuePairChange change(Fields<QueuePairChange> fields) {
    return new QueuePairChange(
        fields.integer("attributes", QueuePairChange::attributes),
        fields.field("state", QueuePairChange::state, ObjectJson.STATE),
        fields.integer("rqpn", QueuePairChange::destinationQpn),
        fields.integer("rq-psn", QueuePairChange::rqPsn),
        fields.integer("sq-psn", QueuePairChange::sqPsn),
        fields.integer("qkey", QueuePairChange::qkey),
        fields.integer("access", QueuePairChange::access),
        fields.text("dgid", QueuePairChange::destinationGid));
  }

  private static Forewarning forewarning(Fields<Forewarning> fields) {
    return new Forewarning(
        fields.field("source", Forewarning::source, TOLD_BY),
        fields.integer("number", Forewarning::number),
        fields.integer("status", Forewarning::status),
        fields.field("before_ns", Forewarning::before, FieldType.NANOSECONDS));
  }

  private static QueuePairEnd end(Fields<QueuePairEnd> fields, boolean hasBadCompletion) {
    return new QueuePairEnd(
        fields.field("cause", QueuePairEnd::cause, CAUSE),
        fields.integer("status", QueuePairEnd::status),
        fields.field("state", QueuePairEnd::state, ObjectJson.STATE),
        fields.optional("rqpn", QueuePairEnd::peerQpn),
        fields.field("address", QueuePairEnd::address, PathJson.ADDRESS_IF_KNOWN),
        hasBadCompletion
            ? fields.optional("bad_completion", QueuePairEnd::badCompletion)
            : OptionalInt.empty(),
        fields.last("forewarning", QueuePairEnd::forewarning, FOREWARNING));
  }

  private static Refusal refusal(Fields<Refusal> fields) {
    return new Refusal(
        fields.field("outcome", Refusal::outcome, OUTCOME),
        fields.number("cgroup", Refusal::cgroup),
        fields.field("measure", Refusal::measure, MEASURE),
        fields.field("object", Refusal::type, ObjectJson.TYPE),
        fields.number("limit", Refusal::limit),
        fields.number("count", Refusal::count),
        fields.last("peer", Refusal::peer, FieldType.TEXT_IF_ANY));
  }

  private static Flow flow(Fields<Flow> fields) {
    return new Flow(fields.integer("opening", Flow::opening), match(fields.part(Flow::match)));
  }

  private static FlowMatch match(Fields<FlowMatch> fields) {
    return new FlowMatch(
        fields.field("flow_kind", FlowMatch::kind, FLOW_KIND),
        fields.text("dst_mac", FlowMatch::mac),
        fields.optional("ether_type", FlowMatch::etherType),
        fields.optional("dst_port", FlowMatch::port));
  }

  private static CompletionQueue queue(Fields<CompletionQueue> fields) {
    return new CompletionQueue(fields.number("cqe", CompletionQueue::entries));
  }

  private static Region region(Fields<Region> fields) {
    return new Region(
        fields.number("mrlen", Region::length),
        fields.number("iova", Region::address),
        fields.optional("access", Region::access),
        fields.optional("pdn", Region::pdn),
        fields.optional("rkey", Region::rkey));
  }
}
