// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import static org.rdmamonitor.recording.ObjectJson.number;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.AsyncEvent.Completion;
import org.rdmamonitor.model.call.AsyncEvent.Connection;
import org.rdmamonitor.model.call.AsyncEvent.Owner;
import org.rdmamonitor.model.call.AsyncEvent.Port;
import org.rdmamonitor.model.call.AsyncEvent.Resource;
import org.rdmamonitor.model.call.AsyncEvent.Subject;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Asynchronous events, each an object, which has one of four members of its subject by which it is
 * told how the kernel numbers it. An owner without a pid is a kernel consumer.
 */
final class AsyncJson {
  private AsyncJson() {}

  static void write(JsonGenerator json, Instant sample, List<AsyncEvent> events) {
    if (events.isEmpty()) {
      return;
    }
    json.writeArrayPropertyStart("async_events");
    long before = Times.epochMicros(sample);
    for (AsyncEvent event : events) {
      long time = Times.epochMicros(event.time());
      json.writeStartObject();
      json.writeNumberProperty("micros_since_previous", time - before);
      json.writeNumberProperty("number", event.number());
      json.writeNumberProperty("device", event.device());
      event.owner().ifPresent(owner -> write(json, owner));
      write(json, event.subject());
      json.writeEndObject();
      before = time;
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, Owner owner) {
    json.writeObjectPropertyStart("owner");
    if (!owner.kernel()) {
      json.writeNumberProperty("pid", owner.pid());
    }
    json.writeStringProperty("comm", owner.comm());
    json.writeNumberProperty("cgroup", owner.cgroup());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Subject subject) {
    switch (subject) {
      case Port port -> {
        json.writeObjectPropertyStart("port");
        number(json, "number", port.port());
      }
      case Resource resource -> {
        json.writeObjectPropertyStart("resource");
        resource.type().ifPresent(type -> json.writeStringProperty("type", type.name()));
        number(json, "id", resource.id());
        number(json, "rqpn", resource.peerQpn());
        resource.address().ifPresent(address -> PathJson.write(json, address));
      }
      case Connection connection -> {
        json.writeObjectPropertyStart("connection");
        number(json, "id", connection.id());
        number(json, "lqpn", connection.qpn());
        json.writeNumberProperty("status", connection.status());
        json.writeStringProperty("peer", connection.peer());
        json.writeNumberProperty("peer-port", connection.peerPort());
      }
      case Completion completion -> {
        json.writeObjectPropertyStart("completion");
        number(json, "lqpn", completion.qpn());
        json.writeNumberProperty("vendor_error", completion.vendorError());
      }
    }
    json.writeEndObject();
  }

  /** Reads the value; without events about what this version does not know. */
  static List<AsyncEvent> read(JsonParser json, Instant sample) {
    List<AsyncEvent> events = new ArrayList<>();
    long time = Times.epochMicros(sample);
    while (json.nextToken() == JsonToken.START_OBJECT) {
      Fields event = Fields.read(json);
      time += event.number("micros_since_previous");
      Instant when = Times.ofEpochMicros(time);
      subject(event)
          .ifPresent(subject ->
              events.add(
                  new AsyncEvent(
                      when,
                      (int) event.number("number"),
                      (int) event.number("device"),
                      event.object("owner").map(AsyncJson::owner),
                      subject)));
    }
    return events;
  }

  private static Owner owner(Fields owner) {
    return new Owner(
        (int) owner.number("pid"),
        owner.text("comm"),
        owner.optional("pid").isEmpty(),
        owner.number("cgroup"));
  }

  private static Optional<Subject> subject(Fields event) {
    return event
        .object("port")
        .<Subject>map(port -> new Port(port.optional("number")))
        .or(() -> event.object("resource").map(AsyncJson::resource))
        .or(() -> event.object("connection").map(AsyncJson::connection))
        .or(() -> event.object("completion").map(AsyncJson::completion));
  }

  private static Resource resource(Fields resource) {
    return new Resource(
        ObjectJson.type(resource.text("type")),
        resource.optional("id"),
        resource.optional("rqpn"),
        resource.object("address").map(PathJson::address));
  }

  private static Completion completion(Fields completion) {
    return new Completion(completion.optional("lqpn"), (int) completion.number("vendor_error"));
  }

  private static Connection connection(Fields connection) {
    return new Connection(
        connection.optional("id"),
        connection.optional("lqpn"),
        (int) connection.number("status"),
        connection.text("peer"),
        (int) connection.number("peer-port"));
  }
}
