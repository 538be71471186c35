// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.CompletionQueue;
import org.rdmamonitor.model.resource.LiveObject.Connection;
import org.rdmamonitor.model.resource.LiveObject.Detail;
import org.rdmamonitor.model.resource.LiveObject.None;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.LiveObject.Region;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/**
 * One object of a listing, with the keys of rdma(8) where that has one; what is not known is left
 * out, and so is an lkey that is also the rkey.
 */
final class ObjectJson {
  private static final Map<String, ResourceType> TYPES =
      Arrays.stream(ResourceType.values())
          .collect(Collectors.toMap(ResourceType::name, Function.identity()));

  private ObjectJson() {}

  /** The type of a name; empty for one that a later version adds. */
  static Optional<ResourceType> type(String name) {
    return Optional.ofNullable(TYPES.get(name));
  }

  static void write(JsonGenerator json, LiveObject object) {
    json.writeStartObject();
    json.writeStringProperty("object", object.type().name());
    json.writeNumberProperty("device", object.device());
    json.writeNumberProperty("id", object.id());
    json.writeNumberProperty("pid", object.pid());
    json.writeStringProperty("comm", object.owner());
    json.writeNumberProperty("cgroup", object.cgroup());
    write(json, object.detail());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Detail detail) {
    switch (detail) {
      case None none -> {}
      case QueuePair qp -> {
        json.writeStringProperty("kind", "queue_pair");
        json.writeStringProperty("type", qp.type().name());
        json.writeStringProperty("state", qp.state().map(QueuePairState::name).orElse(""));
        json.writeNumberProperty("lqpn", qp.lqpn());
        number(json, "rqpn", qp.rqpn());
        number(json, "rq-psn", qp.rqPsn());
        number(json, "sq-psn", qp.sqPsn());
        json.writeNumberProperty("port", qp.port());
        number(json, "pdn", qp.pdn());
        qp.migration().ifPresent(state -> json.writeStringProperty("path-mig-state", state.name()));
        qp.path().ifPresent(path -> PathJson.write(json, path));
      }
      case Region region -> {
        json.writeStringProperty("kind", "region");
        json.writeNumberProperty("mrlen", region.length());
        number(json, "rkey", region.rkey());
        if (!region.lkey().equals(region.rkey())) {
          Values.writeProperty(json, "lkey", region.lkey());
        }
        region.iova().ifPresent(iova -> json.writeNumberProperty("iova", iova));
        number(json, "pdn", region.pdn());
      }
      case CompletionQueue cq -> {
        json.writeStringProperty("kind", "completion_queue");
        json.writeNumberProperty("cqe", cq.entries());
        json.writeNumberProperty("users", cq.users());
        number(json, "ctxn", cq.ctxn());
      }
      case Connection connection -> {
        json.writeStringProperty("kind", "connection");
        json.writeStringProperty("state", connection.state());
        json.writeStringProperty("ps", connection.portSpace());
        json.writeStringProperty("src", connection.source());
        json.writeStringProperty("dst", connection.destination());
        number(json, "lqpn", connection.lqpn());
      }
    }
  }

  static void number(JsonGenerator json, String key, OptionalInt number) {
    if (number.isPresent()) {
      json.writeNumberProperty(key, number.getAsInt());
    }
  }

  /** Reads an object; empty if it is of a type that a later version adds. */
  static Optional<LiveObject> read(JsonParser json) {
    Fields fields = Fields.read(json);
    return type(fields.text("object"))
        .map(type ->
            new LiveObject(
                type,
                (int) fields.number("device"),
                (int) fields.number("id"),
                (int) fields.number("pid"),
                fields.text("comm"),
                fields.number("cgroup"),
                detail(fields)));
  }

  private static Detail detail(Fields fields) {
    return switch (fields.text("kind")) {
      case "queue_pair" ->
          new QueuePair(
              QueuePairNames.type(fields.text("type")),
              QueuePairNames.state(fields.text("state")),
              (int) fields.number("lqpn"),
              fields.optional("rqpn"),
              fields.optional("rq-psn"),
              fields.optional("sq-psn"),
              (int) fields.number("port"),
              fields.optional("pdn"),
              QueuePairNames.migration(fields.text("path-mig-state")),
              fields.object("path").map(PathJson::read));
      case "region" ->
          new Region(
              fields.number("mrlen"),
              fields.optional("rkey"),
              fields.numbers().containsKey("lkey") || fields.nulls().contains("lkey")
                  ? fields.optional("lkey")
                  : fields.optional("rkey"),
              Optional.ofNullable(fields.numbers().get("iova")),
              fields.optional("pdn"));
      case "completion_queue" ->
          new CompletionQueue(
              fields.number("cqe"), fields.number("users"), fields.optional("ctxn"));
      case "connection" ->
          new Connection(
              fields.text("state"),
              fields.text("ps"),
              fields.text("src"),
              fields.text("dst"),
              fields.optional("lqpn"));
      default -> None.NONE;
    };
  }
}
