// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.rdmamonitor.model.LiveObject;
import org.rdmamonitor.model.LiveObject.CompletionQueue;
import org.rdmamonitor.model.LiveObject.Connection;
import org.rdmamonitor.model.LiveObject.Detail;
import org.rdmamonitor.model.LiveObject.None;
import org.rdmamonitor.model.LiveObject.QueuePair;
import org.rdmamonitor.model.LiveObject.Region;
import org.rdmamonitor.model.QueuePairType;

/**
 * Objects of a listing, with the keys of rdma(8) where that has one; what is not known is left out,
 * and so is an lkey that is also the rkey.
 */
final class ObjectJson {
  private static final Codec<Optional<Long>> ADDRESS = Codec.NUMBER.orNull();

  private static final Variants<Detail> DETAILS =
      new Variants<Detail>(None.NONE)
          .with(
              "queue_pair",
              QueuePair.class,
              f ->
                  new QueuePair(
                      f.constant(
                          "type", Names.QUEUE_PAIR_TYPES, QueuePairType.UNKNOWN, QueuePair::type),
                      f.optional("state", Names.QUEUE_PAIR_STATES, QueuePair::state),
                      // A connection has one too, or none.
                      f.value("lqpn", Codec.OPTIONAL, qp -> OptionalInt.of(qp.lqpn())).orElse(0),
                      number(f, "rqpn", QueuePair::rqpn),
                      number(f, "rq-psn", QueuePair::rqPsn),
                      number(f, "sq-psn", QueuePair::sqPsn),
                      f.integer("port", QueuePair::port),
                      number(f, "pdn", QueuePair::pdn)))
          .with("region", Region.class, ObjectJson::region)
          .with(
              "completion_queue",
              CompletionQueue.class,
              f ->
                  new CompletionQueue(
                      f.number("cqe", CompletionQueue::entries),
                      f.number("users", CompletionQueue::users),
                      number(f, "ctxn", CompletionQueue::ctxn)))
          .with(
              "connection",
              Connection.class,
              f ->
                  new Connection(
                      f.text("state", Connection::state),
                      f.text("ps", Connection::portSpace),
                      f.text("src", Connection::source),
                      f.text("dst", Connection::destination),
                      number(f, "lqpn", Connection::lqpn)));

  static final Codec<List<LiveObject>> OBJECTS =
      Codec.list(
          Shape.object(f ->
              new LiveObject(
                  f.known("object", Names.TYPES, LiveObject::type),
                  f.integer("device", LiveObject::device),
                  f.integer("id", LiveObject::id),
                  f.integer("pid", LiveObject::pid),
                  f.text("comm", LiveObject::owner),
                  f.number("cgroup", LiveObject::cgroup),
                  f.variant("kind", DETAILS, LiveObject::detail))));

  private ObjectJson() {}

  private static Region region(Fields<Region> f) {
    long length = f.number("mrlen", Region::length);
    OptionalInt rkey = number(f, "rkey", Region::rkey);
    return new Region(
        length,
        rkey,
        f.sometimes("lkey", Codec.OPTIONAL, rkey, Region::lkey),
        f.sometimes("iova", ADDRESS, Optional.empty(), Region::iova),
        number(f, "pdn", Region::pdn));
  }

  private static <R> OptionalInt number(Fields<R> f, String key, Function<R, OptionalInt> getter) {
    return f.sometimes(key, Codec.OPTIONAL, OptionalInt.empty(), getter);
  }
}
