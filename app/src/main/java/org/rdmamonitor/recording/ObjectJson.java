// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.CompletionQueue;
import org.rdmamonitor.model.resource.LiveObject.Connection;
import org.rdmamonitor.model.resource.LiveObject.Detail;
import org.rdmamonitor.model.resource.LiveObject.None;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.LiveObject.Region;
import org.rdmamonitor.model.resource.PathMigration;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/**
 * One object of a listing, with the keys of rdma(8) where it has them. What is not known is left
 * out; so is an lkey that equals the rkey.
 */
final class ObjectJson {
  /** Of a type that a later version adds: empty. */
  static final FieldType<Optional<ResourceType>> TYPE = FieldType.name(ResourceType.values());

  /** Names of states; one that a later version adds is not known. */
  static final FieldType<Optional<QueuePairState>> STATE = FieldType.name(QueuePairState.values());

  static final FieldType<QueuePairType> PAIR_TYPE =
      FieldType.constant(QueuePairType.values(), QueuePairType.UNKNOWN);

  static final FieldType<ResourceType> KNOWN_TYPE = FieldType.known(ResourceType.values());
  private static final FieldType<Optional<PathMigration>> MIGRATION =
      FieldType.name(PathMigration.values()).unlessAbsent();
  private static final FieldType<Optional<Long>> IOVA = FieldType.NUMBER.ifPresent();
  private static final FieldType<LiveObject> OBJECT = Shape.of(ObjectJson::object).asObject();

  private ObjectJson() {}

  static void write(JsonGenerator json, List<LiveObject> objects) {
    OBJECT.writeEach(json, "objects", objects);
  }

  /** Reads a list, leaving out objects of types that only a later version knows. */
  static List<LiveObject> read(JsonParser json) {
    return OBJECT.readEach(json);
  }

  private static LiveObject object(Fields<LiveObject> fields) {
    return new LiveObject(
        fields.field("object", LiveObject::type, KNOWN_TYPE),
        fields.integer("device", LiveObject::device),
        fields.integer("id", LiveObject::id),
        fields.integer("pid", LiveObject::pid),
        fields.text("comm", LiveObject::owner),
        fields.number("cgroup", LiveObject::cgroup),
        detail(fields.part(LiveObject::detail)));
  }

  private static Detail detail(Fields<Detail> fields) {
    return switch (fields.field("kind", ObjectJson::kind, FieldType.TEXT_IF_ANY)) {
      case "queue_pair" -> queuePair(fields.part(QueuePair.class::cast));
      case "region" -> region(fields.part(Region.class::cast));
      case "completion_queue" -> completionQueue(fields.part(CompletionQueue.class::cast));
      case "connection" -> connection(fields.part(Connection.class::cast));
      default -> None.NONE;
    };
  }

  private static String kind(Detail detail) {
    return switch (detail) {
      case None _ -> "";
      case QueuePair _ -> "queue_pair";
      case Region _ -> "region";
      case CompletionQueue _ -> "completion_queue";
      case Connection _ -> "connection";
    };
  }

  private static QueuePair queuePair(Fields<QueuePair> fields) {
    return new QueuePair(
        fields.field("type", QueuePair::type, PAIR_TYPE),
        fields.field("state", QueuePair::state, STATE),
        fields.integer("lqpn", QueuePair::lqpn),
        fields.optional("rqpn", QueuePair::rqpn),
        fields.optional("rq-psn", QueuePair::rqPsn),
        fields.optional("sq-psn", QueuePair::sqPsn),
        fields.integer("port", QueuePair::port),
        fields.optional("pdn", QueuePair::pdn),
        fields.field("path-mig-state", QueuePair::migration, MIGRATION),
        fields.field("path", QueuePair::path, PathJson.PATH_IF_KNOWN));
  }

  private static Region region(Fields<Region> fields) {
    long length = fields.number("mrlen", Region::length);
    OptionalInt rkey = fields.optional("rkey", Region::rkey);
    return new Region(
        length,
        rkey,
        fields.field("lkey", Region::lkey, FieldType.OPTIONAL.orNull().otherwise(rkey)),
        fields.field("iova", Region::iova, IOVA),
        fields.optional("pdn", Region::pdn));
  }

  private static CompletionQueue completionQueue(Fields<CompletionQueue> fields) {
    return new CompletionQueue(
        fields.number("cqe", CompletionQueue::entries),
        fields.number("users", CompletionQueue::users),
        fields.optional("ctxn", CompletionQueue::ctxn));
  }

  private static Connection connection(Fields<Connection> fields) {
    return new Connection(
        fields.text("state", Connection::state),
        fields.text("ps", Connection::portSpace),
        fields.text("src", Connection::source),
        fields.text("dst", Connection::destination),
        fields.optional("lqpn", Connection::lqpn));
  }
}
