// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What calls that modified a queue pair have set of its connection, since it was last reset. A
 * value is empty if none of them has set it, or if it was set before the monitor watched.
 *
 * @param state the state that the last of these calls set; a device may have changed it since
 * @param since when it entered that state; empty if that was not seen
 * @param peerQpn queue pair number of the peer
 * @param port of the device, from 1
 * @param address the peer's address
 * @param mtu path MTU in bytes
 * @param timeout of an acknowledgement: 4.096 us times 2 to the power of this; 0 for none
 * @param retries after such a timeout, 0 to 7
 * @param rnrRetries while the peer has no receive request posted, 0 to 6; 7 for no end
 * @param rnrTimer the delay that it asks of its peer then, as encoded in InfiniBand (0 to 31)
 * @param rqPsn the first packet sequence number that is expected
 * @param sqPsn the first packet sequence number that is sent
 * @param reads RDMA reads and atomics that it may have under way
 * @param readsServed how many it serves at a time
 */
public record QueuePairPath(
    Optional<QueuePairState> state,
    Optional<Instant> since,
    OptionalInt peerQpn,
    OptionalInt port,
    Optional<Address> address,
    OptionalInt mtu,
    OptionalInt timeout,
    OptionalInt retries,
    OptionalInt rnrRetries,
    OptionalInt rnrTimer,
    OptionalInt rqPsn,
    OptionalInt sqPsn,
    OptionalInt reads,
    OptionalInt readsServed) {
  /** Nothing was set. */
  public static final QueuePairPath NONE =
      leading(
          Optional.empty(),
          Optional.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          OptionalInt.empty());

  /** A path of which only the address and the state are known. */
  public static QueuePairPath leading(
      Optional<QueuePairState> state,
      Optional<Instant> since,
      OptionalInt peerQpn,
      OptionalInt port,
      Optional<Address> address,
      OptionalInt mtu) {
    return new QueuePairPath(
        state,
        since,
        peerQpn,
        port,
        address,
        mtu,
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty());
  }

  /** The same path, as if it were this much later. */
  QueuePairPath later(Duration by) {
    return new QueuePairPath(
        state,
        since.map(time -> time.plus(by)),
        peerQpn,
        port,
        address,
        mtu,
        timeout,
        retries,
        rnrRetries,
        rnrTimer,
        rqPsn,
        sqPsn,
        reads,
        readsServed);
  }

  /** What carries packets. */
  public enum Transport {
    /** Not known. */
    UNKNOWN("unknown"),
    IB("InfiniBand"),
    OPA("Omni-Path"),
    /** RoCE, whose version was not seen. */
    ROCE("RoCE"),
    ROCE_V1("RoCE v1"),
    ROCE_V2("RoCE v2");

    private final String words;

    Transport(String words) {
      this.words = words;
    }

    /** For people. */
    public String words() {
      return words;
    }
  }

  /**
   * An address vector.
   *
   * @param port by which the peer is reached
   * @param lid the peer's LID; empty if the link has none
   * @param pathBits added to the port's own LID
   * @param serviceLevel 0 to 15
   * @param route empty if the peer is addressed by its LID only
   */
  public record Address(
      Transport transport,
      int port,
      OptionalInt lid,
      int pathBits,
      int serviceLevel,
      Optional<Route> route) {}

  /**
   * The part of an address vector that has GIDs.
   *
   * @param ownGid as IPv6 address text; empty if it is not known
   * @param gidIndex its index in the port's table of GIDs
   * @param peerGid as IPv6 address text
   * @param hopLimit as the call asked for it; the kernel may have chosen another
   */
  public record Route(
      String ownGid,
      OptionalInt gidIndex,
      String peerGid,
      OptionalInt flowLabel,
      OptionalInt hopLimit,
      OptionalInt trafficClass) {
    /** A route of which everything is known. */
    public static Route of(
        String ownGid,
        int gidIndex,
        String peerGid,
        int flowLabel,
        int hopLimit,
        int trafficClass) {
      return new Route(
          ownGid,
          OptionalInt.of(gidIndex),
          peerGid,
          OptionalInt.of(flowLabel),
          OptionalInt.of(hopLimit),
          OptionalInt.of(trafficClass));
    }

    /** A route of which only the two ends and the traffic class may be known. */
    public static Route between(String ownGid, String peerGid, OptionalInt trafficClass) {
      return new Route(
          ownGid,
          OptionalInt.empty(),
          peerGid,
          OptionalInt.empty(),
          OptionalInt.empty(),
          trafficClass);
    }
  }
}
