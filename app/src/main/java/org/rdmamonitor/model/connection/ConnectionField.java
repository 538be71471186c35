// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;

/**
 * What is known of a connection, field by field, in the order of JSON: a field's name there, which
 * outputs have it, and how it is read from a connection. A value is a whole number ({@link Long}),
 * a {@link Boolean}, a moment, a list of numbers, the connection manager's id, or otherwise its
 * text; it is empty if it is not known, or if such a connection has none.
 */
public enum ConnectionField {
  /** Of the device, from 1. */
  PORT("port", Told.EXPORTED, from(Peering.class, peering -> number(peering.port()))),
  /** The protection domain of an address handle. */
  PDN("pdn", Told.HERE, from(DatagramPeer.class, peer -> number(peer.handle().pdn()))),
  LQPN("lqpn", Told.EXPORTED, from(PeerConnection.class, end -> number(end.pair().lqpn()))),
  QP_TYPE("qp_type", Told.EXPORTED, from(PeerConnection.class, end -> text(end.pair().type()))),
  STATE("state", Told.EXPORTED, from(PeerConnection.class, PeerConnection::state)),
  /** When it entered its state, or was made. */
  SINCE("since", Told.EXPORTED, from(Peering.class, Peering::since)),
  RQPN("rqpn", Told.EXPORTED, from(Peering.class, peering -> number(peering.peerQpn()))),
  /** In words. */
  TRANSPORT(
      "transport",
      Told.EXPORTED,
      address(address ->
          Optional.of(address.transport())
              .filter(transport -> transport != Transport.UNKNOWN)
              .map(Transport::words))),
  OWN_LID(
      "own_lid",
      Told.EXPORTED,
      from(
          Peering.class,
          peering ->
              number(peering.peerLid().isPresent() ? peering.ownLid() : OptionalInt.empty()))),
  PEER_LID("peer_lid", Told.EXPORTED, address(address -> number(address.lid()))),
  PATH_BITS(
      "path_bits",
      Told.HERE,
      address(
          address -> address.lid().isPresent() ? signed(address.pathBits()) : Optional.empty())),
  OWN_GID(
      "own_gid",
      Told.EXPORTED,
      route(route -> Optional.of(route.ownGid()).filter(gid -> !gid.isEmpty()))),
  GID_INDEX("gid_index", Told.HERE, route(route -> number(route.gidIndex()))),
  PEER_GID("peer_gid", Told.EXPORTED, route(route -> text(route.peerGid()))),
  /** By what the addresses are known, where it is not a call. */
  ADDRESS_BY(
      "address_by",
      Told.HERE,
      from(
          PeerConnection.class,
          end -> end.isAddressManaged() ? text("rdma_cm") : Optional.empty())),
  TRAFFIC_CLASS("traffic_class", Told.EXPORTED, route(route -> number(route.trafficClass()))),
  HOP_LIMIT("hop_limit", Told.HERE, route(route -> number(route.hopLimit()))),
  FLOW_LABEL("flow_label", Told.HERE, route(route -> number(route.flowLabel()))),
  SERVICE_LEVEL(
      "service_level",
      Told.EXPORTED,
      address(address ->
          address.transport() == Transport.UNKNOWN
              ? Optional.empty()
              : signed(address.serviceLevel()))),
  /** The queue pairs that may send by an address handle. */
  QUEUE_PAIRS(
      "queue_pairs",
      Told.HERE,
      from(
          DatagramPeer.class,
          peer -> Optional.of(peer.users().stream().map(Integer::toUnsignedLong).toList()))),
  /** In bytes. */
  PATH_MTU("path_mtu", Told.EXPORTED, path(path -> number(path.mtu()))),
  /** 4.096 us times 2 to the power of this; 0 for no timeout. */
  TIMEOUT("timeout", Told.HERE, path(path -> number(path.timeout()))),
  RETRY_COUNT("retry_count", Told.HERE, path(path -> number(path.retries()))),
  RNR_RETRY("rnr_retry", Told.HERE, path(path -> number(path.rnrRetries()))),
  /** As InfiniBand encodes it. */
  MIN_RNR_TIMER("min_rnr_timer", Told.HERE, path(path -> number(path.rnrTimer()))),
  MAX_RD_ATOMIC("max_rd_atomic", Told.HERE, path(path -> number(path.reads()))),
  MAX_DEST_RD_ATOMIC("max_dest_rd_atomic", Told.HERE, path(path -> number(path.readsServed()))),
  RQ_PSN_SET("rq_psn_set", Told.HERE, path(path -> Optional.of(path.rqPsn().isPresent()))),
  SQ_PSN_SET("sq_psn_set", Told.HERE, path(path -> Optional.of(path.sqPsn().isPresent()))),
  FIRST_RQ_PSN("first_rq_psn", Told.AS_PSN, path(path -> number(path.rqPsn()))),
  FIRST_SQ_PSN("first_sq_psn", Told.AS_PSN, path(path -> number(path.sqPsn()))),
  RQ_PSN("rq-psn", Told.AS_PSN, from(PeerConnection.class, end -> number(end.pair().rqPsn()))),
  SQ_PSN("sq-psn", Told.AS_PSN, from(PeerConnection.class, end -> number(end.pair().sqPsn()))),
  PATH_MIGRATION(
      "path-mig-state", Told.HERE, from(PeerConnection.class, end -> end.pair().migration())),
  RDMA_CM("rdma_cm", Told.HERE, from(PeerConnection.class, PeerConnection::manager)),
  /** Whether a call that modified it was seen. */
  SEEN("seen", Told.HERE, from(PeerConnection.class, end -> Optional.of(end.isSeen()))),
  /** 0 for a kernel consumer. */
  PID("pid", Told.EXPORTED, from(Peering.class, peering -> signed(peering.pid()))),
  COMM("comm", Told.EXPORTED, from(Peering.class, peering -> text(peering.owner()))),
  KERNEL(
      "kernel",
      Told.EXPORTED,
      from(Peering.class, peering -> Optional.of(peering.cgroup() == Cgroup.KERNEL_ID)));

  /** Which outputs have a field. */
  public enum Told {
    /** All outputs, including those to other hosts. */
    EXPORTED,
    /** Outputs of the host itself. */
    HERE,
    /** Outputs of the host itself, if the values of packet sequence numbers are wanted. */
    AS_PSN
  }

  private final String key;
  private final Told told;

  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  private final Reader reader;

  /** How a field is read from a connection, and from an address alone. */
  private record Reader(
      Function<Peering, Optional<?>> ofPeering, Function<Address, Optional<?>> ofAddress) {}

  ConnectionField(String key, Told told, Reader reader) {
    this.key = key;
    this.told = told;
    this.reader = reader;
  }

  /** Its name in JSON: the one in {@code rdma -j}, if that has it. */
  public String key() {
    return key;
  }

  /** Which outputs have it. */
  public Told told() {
    return told;
  }

  /** Its value for a connection. */
  public Optional<?> of(Peering peering) {
    return reader.ofPeering.apply(peering);
  }

  /** Its value for an address of which nothing else is known. */
  public Optional<?> of(Address address) {
    return reader.ofAddress.apply(address);
  }

  private static <P extends Peering> Reader from(Class<P> kind, Function<P, Optional<?>> read) {
    return new Reader(
        peering -> kind.isInstance(peering) ? read.apply(kind.cast(peering)) : Optional.empty(),
        address -> Optional.empty());
  }

  private static Reader path(Function<QueuePairPath, Optional<?>> read) {
    return from(PeerConnection.class, end -> end.pair().path().flatMap(read));
  }

  private static Reader address(Function<Address, Optional<?>> read) {
    return new Reader(peering -> peering.address().flatMap(read), read);
  }

  private static Reader route(Function<Route, Optional<?>> read) {
    return address(address -> address.route().flatMap(read));
  }

  private static Optional<Object> text(Object text) {
    return Optional.of(text);
  }

  private static Optional<Long> signed(int number) {
    return Optional.of((long) number);
  }

  private static Optional<Long> number(int number) {
    return Optional.of(Integer.toUnsignedLong(number));
  }

  private static Optional<Long> number(OptionalInt number) {
    return number.isPresent() ? number(number.getAsInt()) : Optional.empty();
  }
}
