// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.words;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.rdmamonitor.model.connection.ConnectionField;
import org.rdmamonitor.model.connection.ConnectionSummary;
import org.rdmamonitor.model.connection.DatagramPeer;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.connection.Peering;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.PathMigration;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Times;

/**
 * What is said of connections in text and on the screen: {@code ?} is what exists and is not known,
 * {@code -} what does not exist.
 */
public final class ConnectionWords {
  private static final String UNKNOWN = "?";
  private static final String NONE = "-";
  private static final String HANDLE = "AH";

  /** Queue pairs that are told of with an address handle. */
  private static final int MOST_USERS = 4;

  /** Of an acknowledgement's timeout (InfiniBand's Local ACK Timeout), in nanoseconds. */
  private static final long TIMEOUT_UNIT = 4096;

  private static final int LONGEST_TIMEOUT = 31;

  /** A field, and what it is called in details. */
  private record Named(ConnectionField field, String name) {}

  /** How packets go, in this order. */
  private static final List<Named> WAY =
      List.of(
          new Named(ConnectionField.PATH_MTU, "mtu"),
          new Named(ConnectionField.TIMEOUT, "timeout"),
          new Named(ConnectionField.RETRY_COUNT, "retries"),
          new Named(ConnectionField.RNR_RETRY, "rnr-retries"),
          new Named(ConnectionField.MIN_RNR_TIMER, "rnr-timer"),
          new Named(ConnectionField.SERVICE_LEVEL, "sl"),
          new Named(ConnectionField.GID_INDEX, "gid-index"),
          new Named(ConnectionField.TRAFFIC_CLASS, "tc"),
          new Named(ConnectionField.HOP_LIMIT, "hops"),
          new Named(ConnectionField.FLOW_LABEL, "flow-label"));

  /** Packet sequence numbers, likewise. */
  private static final List<Named> NUMBERS =
      List.of(
          new Named(ConnectionField.FIRST_RQ_PSN, "first-rq-psn"),
          new Named(ConnectionField.FIRST_SQ_PSN, "first-sq-psn"),
          new Named(ConnectionField.RQ_PSN, "rq-psn"),
          new Named(ConnectionField.SQ_PSN, "sq-psn"));

  private ConnectionWords() {}

  /** Its own end's address: a GID, or {@code lid 5}. */
  public static String own(Peering connection) {
    return address(connection.ownGid(), connection.ownLid(), missing(connection));
  }

  /** The peer's address: a GID, or {@code lid 7}. */
  public static String peer(Peering connection) {
    return address(connection.peerGid(), connection.peerLid(), missing(connection));
  }

  /** The address of a peer. */
  static String peer(Address address) {
    return address(address.route().map(Route::peerGid).orElse(""), address.lid(), UNKNOWN);
  }

  private static String address(String gid, OptionalInt lid, String otherwise) {
    if (!gid.isEmpty()) {
      return gid;
    }
    return lid.isPresent() ? "lid " + number(lid) : otherwise;
  }

  private static String missing(Peering connection) {
    return connection.isPeerKnown() ? UNKNOWN : NONE;
  }

  /** The peer's queue pair number. By a handle there are peers' numbers, of which none is known. */
  public static String peerQpn(Peering peering) {
    return switch (peering) {
      case PeerConnection connection -> number(connection.peerQpn());
      case DatagramPeer _ -> UNKNOWN;
    };
  }

  /** Its own queue pair number. */
  public static String ownQpn(Peering peering) {
    return switch (peering) {
      case PeerConnection connection -> Integer.toUnsignedString(connection.pair().lqpn());
      case DatagramPeer _ -> NONE;
    };
  }

  /** The type of a queue pair, or {@code AH}. */
  public static String type(Peering peering) {
    return switch (peering) {
      case PeerConnection connection -> connection.pair().type().name();
      case DatagramPeer _ -> HANDLE;
    };
  }

  /** What carries its packets. */
  public static String transport(Peering connection) {
    return connection.transport() == Transport.UNKNOWN
        ? missing(connection)
        : connection.transport().words();
  }

  /** All of them in a line: {@code connected: 3 (RTS 2, ERR 1), 1 address handle, to 2 peers}. */
  public static String summary(ConnectionSummary summary) {
    String states =
        summary.byState().entrySet().stream()
            .map(state -> state.getKey() + " " + state.getValue())
            .collect(Collectors.joining(", "));
    List<String> parts = new ArrayList<>();
    parts.add(
        "connected: " + summary.connected() + (states.isEmpty() ? "" : " (%s)".formatted(states)));
    if (summary.handles() > 0) {
      parts.add("address handles: " + summary.handles());
    }
    parts.add("peers: " + summary.peers());
    if (summary.withoutAddress() > 0) {
      parts.add("to addresses not known: " + summary.withoutAddress());
    }
    if (summary.notListed() > 0) {
      parts.add("not told: " + summary.notListed());
    }
    return String.join("; ", parts);
  }

  /** Its state. */
  public static String state(Peering peering) {
    return switch (peering) {
      case PeerConnection connection -> connection.state().map(Enum::name).orElse(UNKNOWN);
      case DatagramPeer _ -> NONE;
    };
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
  public static List<String> details(Peering peering, boolean psn) {
    return switch (peering) {
      case PeerConnection connection -> details(connection, psn);
      case DatagramPeer handle -> details(handle);
    };
  }

  private static List<String> details(DatagramPeer peer) {
    List<String> words = new ArrayList<>();
    words.add("pd " + Integer.toUnsignedString(peer.handle().pdn()));
    if (!peer.users().isEmpty()) {
      words.add("for queue pairs " + users(peer));
    }
    add(words, WAY, peer);
    return words;
  }

  /** The first few of them. */
  private static String users(DatagramPeer peer) {
    List<Integer> users = peer.users();
    String first =
        users.stream()
            .limit(MOST_USERS)
            .map(Integer::toUnsignedString)
            .collect(Collectors.joining(" "));
    return users.size() > MOST_USERS
        ? "%s and %d more".formatted(first, users.size() - MOST_USERS)
        : first;
  }

  private static List<String> details(PeerConnection connection, boolean psn) {
    List<String> words = new ArrayList<>();
    add(words, WAY, connection);
    if (psn) {
      add(words, NUMBERS, connection);
    } else {
      psn(words, connection);
    }
    connection
        .pair()
        .migration()
        .filter(state -> state != PathMigration.MIGRATED)
        .ifPresent(state -> words.add("path migration " + state.name()));
    if (connection.isAddressManaged()) {
      words.add("addresses by rdma-cm");
    }
    connection.manager().ifPresent(id -> words.add(manager(id)));
    return words;
  }

  /** As it is encoded, and what that is: {@code 14 (67.1 ms)}. */
  private static String timeout(long encoded) {
    if (encoded <= 0 || encoded > LONGEST_TIMEOUT) {
      return "none";
    }
    return encoded + " (" + Times.three(TIMEOUT_UNIT << encoded) + ")";
  }

  /** Which are set. */
  private static void psn(List<String> words, PeerConnection connection) {
    boolean receives = ConnectionField.FIRST_RQ_PSN.of(connection).isPresent();
    boolean sends = ConnectionField.FIRST_SQ_PSN.of(connection).isPresent();
    if (receives || sends) {
      words.add("psn " + (receives && sends ? "both ways" : receives ? "receiving" : "sending"));
    }
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

  private static void add(List<String> words, List<Named> fields, Peering peering) {
    for (Named named : fields) {
      named
          .field
          .of(peering)
          .filter(value -> named.field != ConnectionField.FLOW_LABEL || !value.equals(0L))
          .ifPresent(value ->
              words.add(
                  named.name
                      + " "
                      + (named.field == ConnectionField.TIMEOUT ? timeout((Long) value) : value)));
    }
  }
}
