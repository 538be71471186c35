// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.json;

import static org.rdmamonitor.render.json.JsonMembers.cgroup;
import static org.rdmamonitor.render.json.JsonMembers.number;

import java.io.IOException;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.rdmamonitor.model.CallNames;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.AsyncEvent.Completion;
import org.rdmamonitor.model.call.AsyncEvent.Connection;
import org.rdmamonitor.model.call.AsyncEvent.Port;
import org.rdmamonitor.model.call.AsyncEvent.Resource;
import org.rdmamonitor.model.call.AsyncEvent.Transition;
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
import org.rdmamonitor.model.call.Errno;
import org.rdmamonitor.model.call.Signal;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.AccessFlags;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.render.EventLog;
import org.rdmamonitor.render.words.EndWords;
import org.rdmamonitor.render.words.RefusalWords;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * An object on a line for each call and each asynchronous event, with the keys of {@code rdma -j}
 * where that has them.
 */
public final class EventJson implements EventLog {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSX", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final Appendable out;
  private final JsonFactory factory = new JsonFactory();

  /**
   * A log.
   *
   * @param out where it is written; it is not flushed
   */
  public EventJson(Appendable out) {
    this.out = out;
  }

  @Override
  public void begin() {
    // There is no heading.
  }

  @Override
  public void call(ControlCall call, CallNames names) throws IOException {
    line(json -> members(json, call, names.device(call), names.cgroup(call)));
  }

  @Override
  public void event(AsyncEvent event, CallNames names) throws IOException {
    line(json -> members(json, event, names.device(event), names.cgroup(event)));
  }

  private void line(Consumer<JsonGenerator> members) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      members.accept(json);
      json.writeEndObject();
    }
    out.append(text.getBuffer()).append('\n');
  }

  /**
   * Writes what an asynchronous event has into the object that is open.
   *
   * @param device its name
   * @param cgroup of the owner; empty where there is none
   */
  public static void members(
      JsonGenerator json, AsyncEvent event, String device, Optional<Cgroup> cgroup) {
    json.writeStringProperty("type", type(event));
    json.writeStringProperty("time", TIME.format(event.time()));
    json.writeStringProperty("event", event.name());
    json.writeStringProperty("ifname", device);
    switch (event.subject()) {
      case Port port -> number(json, "port", port.port());
      case Resource resource ->
          number(json, resource.type().map(EventJson::key).orElse("wqn"), resource.id());
      case Connection connection -> {
        number(json, key(ResourceType.CM_ID), connection.id());
        number(json, key(ResourceType.QP), connection.qpn());
      }
      case Completion completion -> number(json, key(ResourceType.QP), completion.qpn());
      case Transition transition -> number(json, key(ResourceType.QP), transition.id());
    }
    event
        .owner()
        .ifPresent(
            owner -> task(json, owner.pid(), OptionalInt.empty(), owner.comm(), owner.kernel()));
    cgroup.ifPresent(of -> cgroup(json, of));
    details(json, event);
  }

  private static String type(AsyncEvent event) {
    return switch (event.source()) {
      case DEVICE -> "async";
      case CONNECTION_MANAGER -> "cm";
      case COMPLETION -> "completion";
      case LIST -> "state";
    };
  }

  private static void details(JsonGenerator json, AsyncEvent event) {
    switch (event.subject()) {
      case Port port -> {}
      case Resource resource -> peer(json, resource.peerQpn(), resource.address());
      case Connection connection -> {
        json.writeNumberProperty("status", connection.status());
        if (!event.reason().isEmpty()) {
          json.writeStringProperty("reason", event.reason());
        }
        if (!connection.peer().isEmpty()) {
          json.writeStringProperty("peer", connection.peer());
        }
        if (connection.peerPort() != 0) {
          json.writeNumberProperty("peer_port", connection.peerPort());
        }
      }
      case Transition transition -> {
        json.writeStringProperty("state_before", transition.before().name());
        json.writeNumberProperty("within_ns", transition.within().toNanos());
        peer(json, transition.peerQpn(), transition.address());
      }
      case Completion completion -> {
        json.writeNumberProperty("status", event.number());
        json.writeNumberProperty("vendor_error", Integer.toUnsignedLong(completion.vendorError()));
      }
    }
  }

  /**
   * Writes what a call has into the object that is open.
   *
   * @param device its name
   * @param cgroup in which it was made
   */
  public static void members(JsonGenerator json, ControlCall call, String device, Cgroup cgroup) {
    json.writeStringProperty("type", call.refusal().isPresent() ? "limit" : "call");
    json.writeStringProperty("time", TIME.format(call.time()));
    json.writeStringProperty("verb", call.verb().name());
    json.writeStringProperty("ifname", device);
    if (call.detail() instanceof Flow) {
      number(json, "flow_handle", call.objectId());
    }
    call.verb().type().ifPresent(type -> number(json, key(type), call.objectId()));
    caller(json, call.caller(), cgroup);
    json.writeNumberProperty("errno", call.errno());
    json.writeStringProperty("result", call.failed() ? Errno.name(call.errno()) : "OK");
    json.writeNumberProperty("duration_ns", call.duration().toNanos());
    details(json, call.detail());
  }

  @Override
  public void lost(long events) throws IOException {
    out.append("{\"type\":\"lost\",\"events\":" + events + "}\n");
  }

  private static void caller(JsonGenerator json, Caller caller, Cgroup cgroup) {
    task(json, caller.pid(), OptionalInt.of(caller.tid()), caller.comm(), caller.kernel());
    json.writeNumberProperty("uid", Integer.toUnsignedLong(caller.uid()));
    cgroup(json, cgroup);
  }

  private static void task(
      JsonGenerator json, int pid, OptionalInt tid, String comm, boolean kernel) {
    json.writeNumberProperty("pid", pid);
    number(json, "tid", tid);
    json.writeStringProperty("comm", comm);
    json.writeBooleanProperty("kernel", kernel);
  }

  private static String key(ResourceType type) {
    return switch (type) {
      case QP -> "lqpn";
      case PD -> "pdn";
      case CQ -> "cqn";
      case MR -> "mrn";
      case CM_ID -> "cm-idn";
      case SRQ -> "srqn";
      case CTX -> "ctxn";
    };
  }

  private static void details(JsonGenerator json, Detail detail) {
    switch (detail) {
      case None none -> {}
      case QueuePairCreation creation -> {
        json.writeStringProperty("qp_type", creation.type().name());
        number(json, "pdn", creation.pdn());
      }
      case QueuePairChange change -> change(json, change);
      case QueuePairEnd end -> end(json, end);
      case Flow flow -> FlowJson.match(json, flow.match());
      case Refusal refusal -> refusal(json, refusal);
      case CompletionQueue queue -> json.writeNumberProperty("cqe", queue.entries());
      case Region region -> {
        json.writeNumberProperty("mrlen", region.length());
        if (region.address() != 0) {
          json.writeNumberProperty("iova", region.address());
        }
        if (region.access().isPresent()) {
          access(json, region.access().getAsInt());
        }
        number(json, "pdn", region.pdn());
        number(json, "rkey", region.rkey());
      }
    }
  }

  private static void end(JsonGenerator json, QueuePairEnd end) {
    cause(json, end);
    end.state().ifPresent(state -> json.writeStringProperty("state", state.name()));
    peer(json, end.peerQpn(), end.address());
  }

  private static void peer(JsonGenerator json, OptionalInt qpn, Optional<Address> address) {
    number(json, "rqpn", qpn);
    address.ifPresent(of -> ConnectionJson.address(json, of));
  }

  /** Writes why a queue pair ended into the object that is open. */
  public static void cause(JsonGenerator json, QueuePairEnd end) {
    if (end.cause() != EndCause.UNKNOWN) {
      json.writeStringProperty("ended", end.cause().key());
    }
    if (end.cause() == EndCause.EXITED) {
      json.writeNumberProperty("exit_code", end.status());
    } else if (EndWords.isSignal(end.cause())) {
      json.writeStringProperty("signal", Signal.name(end.status()));
    }
    if (end.badCompletion().isPresent()) {
      json.writeStringProperty("bad_completion", end.badCompletionName());
    }
    end.forewarning()
        .ifPresent(told -> {
          json.writeStringProperty("after_event", told.name());
          json.writeNumberProperty("after_event_ns", told.before().toNanos());
          if (!told.reason().isEmpty()) {
            json.writeStringProperty("after_event_reason", told.reason());
          }
        });
  }

  private static void refusal(JsonGenerator json, Refusal refusal) {
    json.writeStringProperty("outcome", RefusalWords.lowerCase(refusal.outcome()));
    json.writeNumberProperty("limit_cgroup_id", refusal.cgroup());
    json.writeStringProperty("measure", RefusalWords.key(refusal));
    if (refusal.measure().isOfPeers()) {
      json.writeStringProperty("peer", refusal.peer());
      return;
    }
    refusal.type().ifPresent(type -> json.writeStringProperty("object", type.name()));
    json.writeNumberProperty("limit", refusal.limit());
    json.writeNumberProperty("count", refusal.count());
  }

  private static void change(JsonGenerator json, QueuePairChange change) {
    change.state().ifPresent(state -> json.writeStringProperty("state", state.name()));
    if (change.has(QueuePairChange.DESTINATION_QPN)) {
      json.writeNumberProperty("rqpn", change.destinationQpn());
    }
    if (change.has(QueuePairChange.ADDRESS) && !change.destinationGid().isEmpty()) {
      json.writeStringProperty("dgid", change.destinationGid());
    }
    if (change.has(QueuePairChange.RQ_PSN)) {
      json.writeNumberProperty("rq-psn", change.rqPsn());
    }
    if (change.has(QueuePairChange.SQ_PSN)) {
      json.writeNumberProperty("sq-psn", change.sqPsn());
    }
    if (change.has(QueuePairChange.QKEY)) {
      json.writeNumberProperty("qkey", Integer.toUnsignedLong(change.qkey()));
    }
    if (change.has(QueuePairChange.ACCESS)) {
      access(json, change.access());
    }
  }

  private static void access(JsonGenerator json, int flags) {
    json.writeArrayPropertyStart("access");
    AccessFlags.names(flags).forEach(json::writeString);
    json.writeEndArray();
  }
}
