// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.AsyncEvent.Completion;
import org.rdmamonitor.model.call.AsyncEvent.Connection;
import org.rdmamonitor.model.call.AsyncEvent.Owner;
import org.rdmamonitor.model.call.AsyncEvent.Port;
import org.rdmamonitor.model.call.AsyncEvent.Resource;
import org.rdmamonitor.model.call.AsyncEvent.Subject;
import org.rdmamonitor.model.resource.ResourceType;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/**
 * Asynchronous events as JSON objects. Which of four members names the subject depends on how the
 * kernel numbers it (port, resource, connection, completion). An owner without a pid is a kernel
 * consumer.
 */
final class AsyncJson {
  private static final Kind<Optional<Owner>> OWNER =
      Shape.of(AsyncJson::owner).asObject().ifPresent();
  private static final Kind<Optional<Port>> PORT = Shape.of(AsyncJson::port).asObject().ifPresent();
  private static final Kind<Optional<Resource>> RESOURCE =
      Shape.of(AsyncJson::resource).asObject().ifPresent();
  private static final Kind<Optional<Connection>> CONNECTION =
      Shape.of(AsyncJson::connection).asObject().ifPresent();
  private static final Kind<Optional<Completion>> COMPLETION =
      Shape.of(AsyncJson::completion).asObject().ifPresent();
  private static final Kind<Optional<ResourceType>> TYPE = ObjectJson.TYPE.unlessAbsent();
  private static final Kind<Event> EVENT = Shape.of(AsyncJson::event).asObject();

  /**
   * An event as it stands in a line.
   *
   * @param micros since the event before it, or the sample
   * @param subject empty if it is about what this version does not know
   */
  private record Event(
      long micros, int number, int device, Optional<Owner> owner, Optional<Subject> subject) {

    <S extends Subject> Optional<S> subject(Class<S> type) {
      return subject.filter(type::isInstance).map(type::cast);
    }
  }

  private AsyncJson() {}

  static void write(JsonGenerator json, Instant sample, List<AsyncEvent> events) {
    if (events.isEmpty()) {
      return;
    }
    json.writeArrayPropertyStart("async_events");
    long before = Times.epochMicros(sample);
    for (AsyncEvent event : events) {
      long time = Times.epochMicros(event.time());
      EVENT.write(
          json,
          new Event(
              time - before,
              event.number(),
              event.device(),
              event.owner(),
              Optional.of(event.subject())));
      before = time;
    }
    json.writeEndArray();
  }

  /** Reads the value; without events about what this version does not know. */
  static List<AsyncEvent> read(JsonParser json, Instant sample) {
    List<AsyncEvent> events = new ArrayList<>();
    long time = Times.epochMicros(sample);
    for (Event event : EVENT.readEach(json)) {
      time += event.micros();
      Instant when = Times.ofEpochMicros(time);
      event
          .subject()
          .ifPresent(subject ->
              events.add(
                  new AsyncEvent(when, event.number(), event.device(), event.owner(), subject)));
    }
    return events;
  }

  private static Event event(Fields<Event> fields) {
    return new Event(
        fields.number("micros_since_previous", Event::micros),
        fields.integer("number", Event::number),
        fields.integer("device", Event::device),
        fields.field("owner", Event::owner, OWNER),
        Stream.<Optional<? extends Subject>>of(
                fields.field("port", event -> event.subject(Port.class), PORT),
                fields.field("resource", event -> event.subject(Resource.class), RESOURCE),
                fields.field("connection", event -> event.subject(Connection.class), CONNECTION),
                fields.field("completion", event -> event.subject(Completion.class), COMPLETION))
            .<Subject>flatMap(Optional::stream)
            .findFirst());
  }

  private static Owner owner(Fields<Owner> fields) {
    OptionalInt pid =
        fields.optional(
            "pid", owner -> owner.kernel() ? OptionalInt.empty() : OptionalInt.of(owner.pid()));
    return new Owner(
        pid.orElse(0),
        fields.text("comm", Owner::comm),
        pid.isEmpty(),
        fields.number("cgroup", Owner::cgroup));
  }

  private static Port port(Fields<Port> fields) {
    return new Port(fields.optional("number", Port::port));
  }

  private static Resource resource(Fields<Resource> fields) {
    return new Resource(
        fields.field("type", Resource::type, TYPE),
        fields.optional("id", Resource::id),
        fields.optional("rqpn", Resource::peerQpn),
        fields.field("address", Resource::address, PathJson.ADDRESS_IF_KNOWN));
  }

  private static Connection connection(Fields<Connection> fields) {
    return new Connection(
        fields.optional("id", Connection::id),
        fields.optional("lqpn", Connection::qpn),
        fields.integer("status", Connection::status),
        fields.text("peer", Connection::peer),
        fields.integer("peer-port", Connection::peerPort));
  }

  private static Completion completion(Fields<Completion> fields) {
    return new Completion(
        fields.optional("lqpn", Completion::qpn),
        fields.integer("vendor_error", Completion::vendorError));
  }
}
