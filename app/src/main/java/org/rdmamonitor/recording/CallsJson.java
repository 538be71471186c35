// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rdmamonitor.model.ControlCall;
import org.rdmamonitor.model.ControlCall.Caller;
import org.rdmamonitor.model.ControlCall.CompletionQueue;
import org.rdmamonitor.model.ControlCall.Detail;
import org.rdmamonitor.model.ControlCall.None;
import org.rdmamonitor.model.ControlCall.QueuePairChange;
import org.rdmamonitor.model.ControlCall.QueuePairCreation;
import org.rdmamonitor.model.ControlCall.Refusal;
import org.rdmamonitor.model.ControlCall.Refusal.CallOutcome;
import org.rdmamonitor.model.ControlCall.Refusal.Measure;
import org.rdmamonitor.model.ControlCall.Region;
import org.rdmamonitor.model.QueuePairType;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Finished calls, each an array. Callers are numbered within a member, in the order in which they
 * come; a call has the number of its caller, and the microseconds since the call before it, or
 * since the sample for the first. A detail that has been there in the member, as a region's is when
 * it is deregistered, is told by how many new ones ago that was.
 */
final class CallsJson {
  private static final Names<CallOutcome> OUTCOMES = new Names<>(CallOutcome.class);

  /** Sizes were those of memory regions once. */
  private static final Names<Measure> MEASURES =
      new Names<>(Measure.class).with("BYTES", Measure.SIZE);

  private static final Shape<Caller> CALLER =
      Shape.array(f ->
          new Caller(
              f.integer("pid", Caller::pid),
              f.integer("tid", Caller::tid),
              f.text("comm", Caller::comm),
              f.flag("kernel", Caller::kernel),
              f.number("cgroup", Caller::cgroup),
              f.integer("uid", Caller::uid),
              f.flag("net_raw", Caller::netRaw)));

  private static final Codec<List<Caller>> CALLERS = Codec.list(CALLER);

  private static final Variants<Detail> DETAILS =
      new Variants<Detail>(None.NONE)
          .with(
              "create",
              QueuePairCreation.class,
              f ->
                  new QueuePairCreation(
                      f.constant(
                          "type",
                          Names.QUEUE_PAIR_TYPES,
                          QueuePairType.UNKNOWN,
                          QueuePairCreation::type),
                      f.value("pdn", Codec.OPTIONAL, QueuePairCreation::pdn)))
          .with(
              "modify",
              QueuePairChange.class,
              f ->
                  new QueuePairChange(
                      f.integer("attributes", QueuePairChange::attributes),
                      f.optional("state", Names.QUEUE_PAIR_STATES, QueuePairChange::state),
                      f.integer("rqpn", QueuePairChange::destinationQpn),
                      f.integer("rq-psn", QueuePairChange::rqPsn),
                      f.integer("sq-psn", QueuePairChange::sqPsn),
                      f.integer("qkey", QueuePairChange::qkey),
                      f.integer("access", QueuePairChange::access),
                      f.text("dgid", QueuePairChange::destinationGid)))
          .with(
              "limit",
              Refusal.class,
              f ->
                  new Refusal(
                      f.certain("outcome", OUTCOMES, Refusal::outcome),
                      f.number("cgroup", Refusal::cgroup),
                      f.certain("measure", MEASURES, Refusal::measure),
                      f.optional("object", Names.TYPES, Refusal::type),
                      f.number("limit", Refusal::limit),
                      f.number("count", Refusal::count)))
          .with(
              "queue",
              CompletionQueue.class,
              f -> new CompletionQueue(f.number("cqe", CompletionQueue::entries)))
          .with(
              "region",
              Region.class,
              f ->
                  new Region(
                      f.number("mrlen", Region::length),
                      f.number("iova", Region::address),
                      f.value("access", Codec.OPTIONAL, Region::access),
                      f.value("pdn", Codec.OPTIONAL, Region::pdn),
                      f.value("rkey", Codec.OPTIONAL, Region::rkey)));

  private static final Shape<Detail> DETAIL =
      Shape.array(f -> f.variant("kind", DETAILS, detail -> detail));

  private final Map<Caller, Integer> numbers = new HashMap<>();
  private final List<Caller> callers = new ArrayList<>();
  private final Map<Detail, Integer> detailNumbers = new HashMap<>();
  private final List<Detail> details = new ArrayList<>();

  private final Codec<Caller> callerNumber =
      Codec.of(
          CALLER.absent(),
          (json, caller) -> json.writeNumber(numbers.getOrDefault(caller, -1)),
          json -> callers.get(json.getIntValue()));

  private final Codec<Detail> newOrOld = Codec.of(None.NONE, this::writeDetail, this::readDetail);
  private final Codec<List<ControlCall>> calls = Codec.list(Shape.array(this::call));

  /** When the call before the present one returned. */
  private long previous;

  private ControlCall call(Fields<ControlCall> f) {
    previous +=
        f.number("micros_since_previous", call -> Times.epochMicros(call.time()) - previous);
    return new ControlCall(
        Times.ofEpochMicros(previous),
        f.known("verb", Names.VERBS, ControlCall::verb),
        f.integer("device", ControlCall::device),
        f.value("id", Codec.OPTIONAL, ControlCall::objectId),
        f.value("caller", callerNumber, ControlCall::caller),
        f.integer("errno", ControlCall::errno),
        f.nanos("duration_ns", ControlCall::duration),
        f.sometimes("detail", newOrOld, None.NONE, ControlCall::detail));
  }

  /** What the elements of the arrays are. */
  static Map<String, Set<String>> columns() {
    Map<String, Set<String>> columns = new LinkedHashMap<>();
    columns.put("callers", CALLER.keys());
    columns.put("calls", Shape.array(new CallsJson()::call).keys());
    DETAILS.forEach((kind, maker) ->
        columns.put(
            kind,
            Shape.<Detail>array(
                    f -> {
                      f.text("kind", detail -> kind);
                      return maker.make(f);
                    })
                .keys()));
    return columns;
  }

  /** Forgets callers and details: a member begins. */
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
    List<Caller> more = new ArrayList<>();
    for (ControlCall call : finished) {
      if (numbers.putIfAbsent(call.caller(), numbers.size()) == null) {
        more.add(call.caller());
      }
    }
    if (!more.isEmpty()) {
      CALLERS.write(json, "callers", more);
    }
    previous = Times.epochMicros(sample);
    calls.write(json, "calls", finished);
  }

  private void writeDetail(JsonGenerator json, Detail detail) {
    Integer number = detailNumbers.putIfAbsent(detail, detailNumbers.size());
    if (number == null) {
      DETAIL.write(json, detail);
    } else {
      json.writeNumber(detailNumbers.size() - number);
    }
  }

  /** Reads the value of "callers". */
  void readCallers(JsonParser json) {
    callers.addAll(CALLERS.read(json));
  }

  /** Reads the value of "calls"; without those of verbs that this version does not know. */
  List<ControlCall> read(JsonParser json, Instant sample) {
    previous = Times.epochMicros(sample);
    return calls.read(json);
  }

  private Detail readDetail(JsonParser json) {
    if (json.currentToken() == JsonToken.VALUE_NUMBER_INT) {
      return details.get(details.size() - json.getIntValue());
    }
    Detail detail = DETAIL.read(json);
    details.add(detail);
    return detail;
  }
}
