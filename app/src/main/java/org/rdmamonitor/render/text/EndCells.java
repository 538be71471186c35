// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.util.List;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.join.ConnectionEnd;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.render.words.ConnectionWords;
import org.rdmamonitor.render.words.EndWords;
import org.rdmamonitor.text.Printable;

/** The end of a connection between hosts, as cells of a table. */
public final class EndCells {
  /** What stands above these cells. */
  public static final List<String> HEADINGS = List.of("HOST", "QPN", "STATE", "ADDRESS", "OWNER");

  private EndCells() {}

  /** Its host, number, state, address and owner. */
  public static List<String> of(String host, ConnectionEnd end) {
    return List.of(
        Printable.of(host),
        Integer.toUnsignedString(end.number()),
        state(end),
        Printable.of(ConnectionWords.own(end.connection())),
        owner(end) + ", " + EventText.cgroup(end.cgroup()));
  }

  /**
   * The cells of a peer of which only address and number are known.
   *
   * @param host who has the address; empty if that is not known
   */
  public static List<String> ofPeer(String host, ConnectionEnd end) {
    return List.of(
        host.isEmpty() ? "?" : Printable.of(host),
        ConnectionWords.number(end.peerNumber()),
        "?",
        Printable.of(ConnectionWords.peer(end.connection())),
        "?");
  }

  /** Its state, or how it ended. */
  public static String state(ConnectionEnd end) {
    if (end.life().ended().isEmpty()) {
      return ConnectionWords.state(end.connection());
    }
    return end.life()
        .ending()
        .map(EndWords::cause)
        .filter(cause -> !cause.isEmpty())
        .orElse("gone");
  }

  /** {@code app[42]}; the kernel's own queue pairs are without a number. */
  public static String owner(ConnectionEnd end) {
    PeerConnection connection = end.connection();
    return Printable.of(
        connection.pid() == 0
            ? connection.owner()
            : DetectorInput.process(connection.owner(), connection.pid()));
  }
}
