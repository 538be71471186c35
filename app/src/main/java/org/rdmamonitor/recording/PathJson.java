// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import static org.rdmamonitor.recording.ObjectJson.number;

import java.time.Instant;
import java.util.Optional;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import tools.jackson.core.JsonGenerator;

/** What a queue pair was told of its connection; what it was not told is left out. */
final class PathJson {
  private PathJson() {}

  static void write(JsonGenerator json, QueuePairPath path) {
    json.writeObjectPropertyStart("path");
    path.state().ifPresent(state -> json.writeStringProperty("state", state.name()));
    path.since().ifPresent(since -> json.writeStringProperty("since", since.toString()));
    number(json, "rqpn", path.peerQpn());
    number(json, "port", path.port());
    number(json, "mtu", path.mtu());
    number(json, "timeout", path.timeout());
    number(json, "retries", path.retries());
    number(json, "rnr-retries", path.rnrRetries());
    number(json, "rnr-timer", path.rnrTimer());
    number(json, "rq-psn", path.rqPsn());
    number(json, "sq-psn", path.sqPsn());
    number(json, "reads", path.reads());
    number(json, "reads-served", path.readsServed());
    path.address().ifPresent(address -> write(json, address));
    json.writeEndObject();
  }

  static void write(JsonGenerator json, Address address) {
    json.writeName("address");
    value(json, address);
  }

  /** Writes an address without a name. */
  static void value(JsonGenerator json, Address address) {
    json.writeStartObject();
    json.writeStringProperty("transport", address.transport().name());
    json.writeNumberProperty("port", address.port());
    number(json, "lid", address.lid());
    json.writeNumberProperty("path-bits", address.pathBits());
    json.writeNumberProperty("sl", address.serviceLevel());
    address.route().ifPresent(route -> write(json, route));
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Route route) {
    json.writeObjectPropertyStart("route");
    json.writeStringProperty("own", route.ownGid());
    json.writeNumberProperty("index", route.gidIndex());
    json.writeStringProperty("peer", route.peerGid());
    json.writeNumberProperty("flow-label", route.flowLabel());
    json.writeNumberProperty("hop-limit", route.hopLimit());
    json.writeNumberProperty("class", route.trafficClass());
    json.writeEndObject();
  }

  static QueuePairPath read(Fields path) {
    return new QueuePairPath(
        QueuePairNames.state(path.text("state")),
        Optional.of(path.text("since")).filter(since -> !since.isEmpty()).map(Instant::parse),
        path.optional("rqpn"),
        path.optional("port"),
        path.object("address").map(PathJson::address),
        path.optional("mtu"),
        path.optional("timeout"),
        path.optional("retries"),
        path.optional("rnr-retries"),
        path.optional("rnr-timer"),
        path.optional("rq-psn"),
        path.optional("sq-psn"),
        path.optional("reads"),
        path.optional("reads-served"));
  }

  static Address address(Fields address) {
    return new Address(
        Values.constant(Transport.values(), address.text("transport"), Transport.UNKNOWN),
        (int) address.number("port"),
        address.optional("lid"),
        (int) address.number("path-bits"),
        (int) address.number("sl"),
        address.object("route").map(PathJson::route));
  }

  private static Route route(Fields route) {
    return new Route(
        route.text("own"),
        (int) route.number("index"),
        route.text("peer"),
        (int) route.number("flow-label"),
        (int) route.number("hop-limit"),
        (int) route.number("class"));
  }
}
