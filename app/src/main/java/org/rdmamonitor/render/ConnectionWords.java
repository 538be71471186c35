// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.LiveObject;
import org.rdmamonitor.model.PathMigration;
import org.rdmamonitor.model.PeerConnection;
import org.rdmamonitor.model.QueuePairPath;
import org.rdmamonitor.model.QueuePairPath.Address;
import org.rdmamonitor.model.QueuePairPath.Route;
import org.rdmamonitor.text.Printable;

/**
 * What is said of connections in text and on the screen: {@code ?} is what exists and is not known,
 * {@code -} what does not exist.
 */
public final class ConnectionWords {
  private static final String UNKNOWN = "?";
  private static final String NONE = "-";

  /** Of an acknowledgement's timeout (InfiniBand's Local ACK Timeout), in nanoseconds. */
  private static final long TIMEOUT_UNIT = 4096;

  private static final int LONGEST_TIMEOUT = 31;

  private ConnectionWords() {}

  /** Its own end's address: a GID, or {@code lid 5}. */
  public static String own(PeerConnection connection) {
    if (!connection.ownGid().isEmpty()) {
      return connection.ownGid();
    }
    OptionalInt lid = connection.ownLid();
    return lid.isPresent() ? "lid " + number(lid) : missing(connection);
  }

  /** The peer's address: a GID, or {@code lid 7}. */
  public static String peer(PeerConnection connection) {
    if (!connection.peerGid().isEmpty()) {
      return connection.peerGid();
    }
    OptionalInt lid = connection.peerLid();
    return lid.isPresent() ? "lid " + number(lid) : missing(connection);
  }

  private static String missing(PeerConnection connection) {
    return connection.isPeerKnown() ? UNKNOWN : NONE;
  }

  /** The peer's queue pair number. */
  public static String peerQpn(PeerConnection connection) {
    return number(connection.peerQpn());
  }

  /** What carries its packets. */
  public static String transport(PeerConnection connection) {
    return connection.address().isPresent() ? connection.transport().words() : missing(connection);
  }

  /** Its state. */
  public static String state(PeerConnection connection) {
    return connection.state().map(Enum::name).orElse(UNKNOWN);
  }

  /** A number, as one without a sign. */
  public static String number(OptionalInt number) {
    return number.isPresent() ? Integer.toUnsignedString(number.getAsInt()) : NONE;
  }

  /**
   * Whatever else is known.
   *
   * @param psn whether the values of packet sequence numbers are told, and not only which are set
   */
  public static List<String> details(PeerConnection connection, boolean psn) {
    List<String> words = new ArrayList<>();
    connection.pair().path().ifPresent(path -> path(words, path));
    connection.address().ifPresent(address -> address(words, address));
    psn(words, connection, psn);
    connection
        .pair()
        .migration()
        .filter(state -> state != PathMigration.MIGRATED)
        .ifPresent(state -> words.add("path migration " + state.name()));
    connection.manager().ifPresent(id -> words.add(manager(id)));
    return words;
  }

  private static void path(List<String> words, QueuePairPath path) {
    add(words, "mtu", path.mtu());
    if (path.timeout().isPresent()) {
      words.add("timeout " + timeout(path.timeout().getAsInt()));
    }
    add(words, "retries", path.retries());
    add(words, "rnr-retries", path.rnrRetries());
    add(words, "rnr-timer", path.rnrTimer());
  }

  /** As it is encoded, and what that is: {@code 14 (67.1 ms)}. */
  private static String timeout(int encoded) {
    if (encoded <= 0 || encoded > LONGEST_TIMEOUT) {
      return "none";
    }
    return encoded + " (" + Figures.time(TIMEOUT_UNIT << encoded) + ")";
  }

  private static void address(List<String> words, Address address) {
    words.add("sl " + address.serviceLevel());
    address.route().ifPresent(route -> route(words, route));
  }

  private static void route(List<String> words, Route route) {
    words.add("gid-index " + route.gidIndex());
    words.add("tc " + route.trafficClass());
    words.add("hops " + route.hopLimit());
    if (route.flowLabel() != 0) {
      words.add("flow-label " + route.flowLabel());
    }
  }

  private static void psn(List<String> words, PeerConnection connection, boolean values) {
    OptionalInt receive = first(connection.pair().path().map(QueuePairPath::rqPsn));
    OptionalInt send = first(connection.pair().path().map(QueuePairPath::sqPsn));
    if (values) {
      add(words, "first-rq-psn", receive);
      add(words, "first-sq-psn", send);
      add(words, "rq-psn", connection.pair().rqPsn());
      add(words, "sq-psn", connection.pair().sqPsn());
    } else if (receive.isPresent() || send.isPresent()) {
      words.add(
          "psn "
              + (receive.isPresent() && send.isPresent()
                  ? "both ways"
                  : receive.isPresent() ? "receiving" : "sending"));
    }
  }

  private static OptionalInt first(Optional<OptionalInt> number) {
    return number.orElse(OptionalInt.empty());
  }

  private static String manager(LiveObject id) {
    LiveObject.Connection connection = (LiveObject.Connection) id.detail();
    return "rdma-cm %s %s, %s to %s"
        .formatted(
            Integer.toUnsignedString(id.id()),
            connection.state(),
            end(connection.source()),
            end(connection.destination()));
  }

  private static String end(String address) {
    return address.isEmpty() ? NONE : Printable.of(address);
  }

  private static void add(List<String> words, String name, OptionalInt number) {
    if (number.isPresent()) {
      words.add(name + " " + number(number));
    }
  }
}
