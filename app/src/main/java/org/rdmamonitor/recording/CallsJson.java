// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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
import org.rdmamonitor.model.call.ControlCall.Region;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.call.FlowMatch;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;
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
  private static final Map<String, Verb> VERBS =
      Arrays.stream(Verb.values()).collect(Collectors.toMap(Verb::name, Function.identity()));

  private final Map<Caller, Integer> numbers = new HashMap<>();
  private final List<Caller> callers = new ArrayList<>();
  private final Map<Detail, Integer> detailNumbers = new HashMap<>();
  private final List<Detail> details = new ArrayList<>();

  /** Describes the elements of the arrays. */
  static void columns(JsonGenerator json) {
    columns(json, "callers", "pid", "tid", "comm", "kernel", "cgroup", "uid", "net_raw");
    columns(
        json,
        "calls",
        "micros_since_previous",
        "verb",
        "device",
        "id",
        "caller",
        "errno",
        "duration_ns",
        "detail");
    columns(json, "create", "kind", "type", "pdn");
    columns(
        json,
        "modify",
        "kind",
        "attributes",
        "state",
        "rqpn",
        "rq-psn",
        "sq-psn",
        "qkey",
        "access",
        "dgid");
    columns(json, "end", "kind", "cause", "status", "state", "rqpn", "address");
    columns(
        json, "failed", "kind", "cause", "status", "state", "rqpn", "address", "bad_completion");
    columns(json, "flow", "kind", "opening", "flow_kind", "dst_mac", "ether_type", "dst_port");
    columns(
        json, "limit", "kind", "outcome", "cgroup", "measure", "object", "limit", "count", "peer");
    columns(json, "queue", "kind", "cqe");
    columns(json, "region", "kind", "mrlen", "iova", "access", "pdn", "rkey");
  }

  private static void columns(JsonGenerator json, String of, String... names) {
    json.writeArrayPropertyStart(of);
    for (String name : names) {
      json.writeString(name);
    }
    json.writeEndArray();
  }

  /** Forgets callers and details: a member begins. */
  void begin() {
    numbers.clear();
    callers.clear();
    detailNumbers.clear();
    details.clear();
  }

  void write(JsonGenerator json, Instant sample, List<ControlCall> calls) {
    if (calls.isEmpty()) {
      return;
    }
    writeNewCallers(json, calls);
    json.writeArrayPropertyStart("calls");
    long before = Times.epochMicros(sample);
    for (ControlCall call : calls) {
      long time = Times.epochMicros(call.time());
      json.writeStartArray();
      json.writeNumber(time - before);
      json.writeString(call.verb().name());
      json.writeNumber(call.device());
      Values.write(json, call.objectId());
      json.writeNumber(numbers.getOrDefault(call.caller(), -1));
      json.writeNumber(call.errno());
      json.writeNumber(call.duration().toNanos());
      writeDetail(json, call.detail());
      json.writeEndArray();
      before = time;
    }
    json.writeEndArray();
  }

  private void writeNewCallers(JsonGenerator json, List<ControlCall> calls) {
    boolean any = false;
    for (ControlCall call : calls) {
      Caller caller = call.caller();
      if (numbers.putIfAbsent(caller, numbers.size()) == null) {
        if (!any) {
          json.writeArrayPropertyStart("callers");
          any = true;
        }
        json.writeStartArray();
        json.writeNumber(caller.pid());
        json.writeNumber(caller.tid());
        json.writeString(caller.comm());
        json.writeBoolean(caller.kernel());
        json.writeNumber(caller.cgroup());
        json.writeNumber(caller.uid());
        json.writeBoolean(caller.netRaw());
        json.writeEndArray();
      }
    }
    if (any) {
      json.writeEndArray();
    }
  }

  private void writeDetail(JsonGenerator json, Detail detail) {
    if (detail == None.NONE) {
      return;
    }
    Integer number = detailNumbers.putIfAbsent(detail, detailNumbers.size());
    if (number == null) {
      write(json, detail);
    } else {
      json.writeNumber(detailNumbers.size() - number);
    }
  }

  private static void write(JsonGenerator json, Detail detail) {
    switch (detail) {
      case None none -> {}
      case QueuePairCreation creation -> {
        json.writeStartArray();
        json.writeString("create");
        json.writeString(creation.type().name());
        Values.write(json, creation.pdn());
        json.writeEndArray();
      }
      case QueuePairChange change -> {
        json.writeStartArray();
        json.writeString("modify");
        json.writeNumber(change.attributes());
        json.writeString(change.state().map(QueuePairState::name).orElse(""));
        json.writeNumber(change.destinationQpn());
        json.writeNumber(change.rqPsn());
        json.writeNumber(change.sqPsn());
        json.writeNumber(change.qkey());
        json.writeNumber(change.access());
        json.writeString(change.destinationGid());
        json.writeEndArray();
      }
      case QueuePairEnd end -> {
        json.writeStartArray();
        json.writeString(end.badCompletion().isEmpty() ? "end" : "failed");
        json.writeString(end.cause().name());
        json.writeNumber(end.status());
        json.writeString(end.state().map(QueuePairState::name).orElse(""));
        Values.write(json, end.peerQpn());
        end.address().ifPresentOrElse(address -> PathJson.value(json, address), json::writeNull);
        if (end.badCompletion().isPresent()) {
          json.writeNumber(end.badCompletion().getAsInt());
        }
        json.writeEndArray();
      }
      case Refusal refusal -> {
        json.writeStartArray();
        json.writeString("limit");
        json.writeString(refusal.outcome().name());
        json.writeNumber(refusal.cgroup());
        json.writeString(refusal.measure().name());
        json.writeString(refusal.type().map(ResourceType::name).orElse(""));
        json.writeNumber(refusal.limit());
        json.writeNumber(refusal.count());
        if (refusal.measure().isOfPeers()) {
          json.writeString(refusal.peer());
        }
        json.writeEndArray();
      }
      case Flow flow -> {
        json.writeStartArray();
        json.writeString("flow");
        json.writeNumber(flow.opening());
        json.writeString(flow.match().kind().name());
        json.writeString(flow.match().mac());
        Values.write(json, flow.match().etherType());
        Values.write(json, flow.match().port());
        json.writeEndArray();
      }
      case CompletionQueue queue -> {
        json.writeStartArray();
        json.writeString("queue");
        json.writeNumber(queue.entries());
        json.writeEndArray();
      }
      case Region region -> {
        json.writeStartArray();
        json.writeString("region");
        json.writeNumber(region.length());
        json.writeNumber(region.address());
        Values.write(json, region.access());
        Values.write(json, region.pdn());
        Values.write(json, region.rkey());
        json.writeEndArray();
      }
    }
  }

  /** Reads the value of "callers". */
  void readCallers(JsonParser json) {
    while (Values.nextArray(json)) {
      int pid = Values.nextInt(json);
      int tid = Values.nextInt(json);
      String comm = Values.nextString(json);
      boolean kernel = json.nextToken() == JsonToken.VALUE_TRUE;
      long cgroup = Values.nextLong(json);
      int uid = Values.nextInt(json);
      boolean netRaw = json.nextToken() == JsonToken.VALUE_TRUE;
      Values.endArray(json);
      callers.add(new Caller(pid, tid, comm, kernel, cgroup, uid, netRaw));
    }
  }

  /** Reads the value of "calls"; without those of verbs that this version does not know. */
  List<ControlCall> read(JsonParser json, Instant sample) {
    List<ControlCall> calls = new ArrayList<>();
    long time = Times.epochMicros(sample);
    while (Values.nextArray(json)) {
      time += Values.nextLong(json);
      @Nullable Verb verb = VERBS.get(Values.nextString(json));
      int device = Values.nextInt(json);
      OptionalInt id = Values.nextOptionalInt(json);
      Caller caller = callers.get(Values.nextInt(json));
      int errno = Values.nextInt(json);
      Duration duration = Duration.ofNanos(Values.nextLong(json));
      Detail detail = None.NONE;
      JsonToken token = json.nextToken();
      if (token == JsonToken.START_ARRAY) {
        detail = readDetail(json);
        details.add(detail);
        Values.endArray(json);
      } else if (token == JsonToken.VALUE_NUMBER_INT) {
        detail = details.get(details.size() - json.getIntValue());
      }
      if (token != JsonToken.END_ARRAY) {
        Values.endArray(json);
      }
      if (verb != null) {
        calls.add(
            new ControlCall(
                Times.ofEpochMicros(time), verb, device, id, caller, errno, duration, detail));
      }
    }
    return calls;
  }

  private static Optional<ResourceType> type(String name) {
    return name.isEmpty() ? Optional.empty() : Optional.of(ResourceType.valueOf(name));
  }

  private static Detail readDetail(JsonParser json) {
    return switch (Values.nextString(json)) {
      case "create" ->
          new QueuePairCreation(
              QueuePairNames.type(Values.nextString(json)), Values.nextOptionalInt(json));
      case "modify" ->
          new QueuePairChange(
              Values.nextInt(json),
              QueuePairNames.state(Values.nextString(json)),
              Values.nextInt(json),
              Values.nextInt(json),
              Values.nextInt(json),
              Values.nextInt(json),
              Values.nextInt(json),
              Values.nextString(json));
      case "end" -> end(json, false);
      case "failed" -> end(json, true);
      case "limit" -> refusal(json);
      case "flow" ->
          new Flow(
              Values.nextInt(json),
              new FlowMatch(
                  kind(Values.nextString(json)),
                  Values.nextString(json),
                  Values.nextOptionalInt(json),
                  Values.nextOptionalInt(json)));
      case "queue" -> new CompletionQueue(Values.nextLong(json));
      case "region" ->
          new Region(
              Values.nextLong(json),
              Values.nextLong(json),
              Values.nextOptionalInt(json),
              Values.nextOptionalInt(json),
              Values.nextOptionalInt(json));
      default -> None.NONE;
    };
  }

  private static QueuePairEnd end(JsonParser json, boolean hasBadCompletion) {
    return new QueuePairEnd(
        Values.constant(EndCause.values(), Values.nextString(json), EndCause.UNKNOWN),
        Values.nextInt(json),
        QueuePairNames.state(Values.nextString(json)),
        Values.nextOptionalInt(json),
        address(json),
        hasBadCompletion ? OptionalInt.of(Values.nextInt(json)) : OptionalInt.empty());
  }

  private static Refusal refusal(JsonParser json) {
    Refusal.CallOutcome outcome = Refusal.CallOutcome.valueOf(Values.nextString(json));
    long cgroup = Values.nextLong(json);
    Refusal.Measure measure = measure(Values.nextString(json));
    Optional<ResourceType> type = type(Values.nextString(json));
    long limit = Values.nextLong(json);
    long count = Values.nextLong(json);
    String peer = measure.isOfPeers() ? Values.nextString(json) : "";
    return new Refusal(outcome, cgroup, measure, type, limit, count, peer);
  }

  private static Optional<Address> address(JsonParser json) {
    return json.nextToken() == JsonToken.START_OBJECT
        ? Optional.of(PathJson.address(Fields.read(json)))
        : Optional.empty();
  }

  /** Of a name that this version does not know, another one may. */
  private static FlowMatch.Kind kind(String name) {
    return Arrays.stream(FlowMatch.Kind.values())
        .filter(kind -> kind.name().equals(name))
        .findFirst()
        .orElse(FlowMatch.Kind.UNKNOWN);
  }

  /** What a limit was about; sizes were those of memory regions once. */
  private static Refusal.Measure measure(String name) {
    return name.equals("BYTES") ? Refusal.Measure.SIZE : Refusal.Measure.valueOf(name);
  }
}
