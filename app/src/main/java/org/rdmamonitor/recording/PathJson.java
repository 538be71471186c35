// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.Instant;
import java.util.Optional;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import org.rdmamonitor.model.resource.QueuePairState;

/** What the kernel was told about a queue pair's connection; what it was not told is left out. */
final class PathJson {
  private static final FieldType<Transport> TRANSPORT =
      FieldType.constant(Transport.values(), Transport.UNKNOWN);
  private static final FieldType<Optional<Route>> ROUTE =
      Shape.of(PathJson::route).asObject().ifPresent();

  private static final FieldType<Optional<QueuePairState>> STATE = ObjectJson.STATE.unlessAbsent();
  private static final FieldType<Optional<Instant>> SINCE = FieldType.MOMENT.ifPresent();

  static final FieldType<Address> ADDRESS = Shape.of(PathJson::address).asObject();
  static final FieldType<Optional<Address>> ADDRESS_IF_KNOWN = ADDRESS.ifPresent();
  static final FieldType<Optional<QueuePairPath>> PATH_IF_KNOWN =
      Shape.of(PathJson::path).asObject().ifPresent();

  private PathJson() {}

  private static QueuePairPath path(Fields<QueuePairPath> fields) {
    return new QueuePairPath(
        fields.field("state", QueuePairPath::state, STATE),
        fields.field("since", QueuePairPath::since, SINCE),
        fields.optional("rqpn", QueuePairPath::peerQpn),
        fields.optional("port", QueuePairPath::port),
        fields.field("address", QueuePairPath::address, ADDRESS_IF_KNOWN),
        fields.optional("mtu", QueuePairPath::mtu),
        fields.optional("timeout", QueuePairPath::timeout),
        fields.optional("retries", QueuePairPath::retries),
        fields.optional("rnr-retries", QueuePairPath::rnrRetries),
        fields.optional("rnr-timer", QueuePairPath::rnrTimer),
        fields.optional("rq-psn", QueuePairPath::rqPsn),
        fields.optional("sq-psn", QueuePairPath::sqPsn),
        fields.optional("reads", QueuePairPath::reads),
        fields.optional("reads-served", QueuePairPath::readsServed));
  }

  private static Address address(Fields<Address> fields) {
    return new Address(
        fields.field("transport", Address::transport, TRANSPORT),
        fields.integer("port", Address::port),
        fields.optional("lid", Address::lid),
        fields.integer("path-bits", Address::pathBits),
        fields.integer("sl", Address::serviceLevel),
        fields.field("route", Address::route, ROUTE));
  }

  private static Route route(Fields<Route> fields) {
    return new Route(
        fields.text("own", Route::ownGid),
        fields.optional("index", Route::gidIndex),
        fields.text("peer", Route::peerGid),
        fields.optional("flow-label", Route::flowLabel),
        fields.optional("hop-limit", Route::hopLimit),
        fields.optional("class", Route::trafficClass));
  }
}
