// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.rdmamonitor.model.connection.DatagramPeer;
import org.rdmamonitor.model.connection.PeerActivity;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.connection.Peering;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Column;
import org.rdmamonitor.render.tui.canvas.Fact;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Style;
import org.rdmamonitor.render.words.ConnectionWords;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Times;

/** The queue pairs with both their ends, and address handles: who talks to whom. */
final class ConnectionsView implements Panel {
  private final Glyphs glyphs;
  private final Arrangement<Peering> arrangement = new Arrangement<>();

  ConnectionsView(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  @Override
  public ScreenLayout draw(Area area, Reading reading, TuiState state) {
    Table<Peering> table = table(reading);
    return table.draw(
        area, arrangement.of(reading, table, all(reading), state.place()), state.place());
  }

  private static List<Peering> all(Reading reading) {
    return Peering.of(reading.details().inventory(), reading.details().facts());
  }

  /** Whom they lead to, the busiest first. */
  static List<PeerActivity> peers(Reading reading) {
    return PeerActivity.of(all(reading), reading.details().calls());
  }

  /** The peers instead of single connections; without details, and for a part of the screen. */
  static Table<PeerActivity> peerTable(Reading reading, Glyphs glyphs) {
    return new Table<>(
        List.of(
            Column.<PeerActivity>text("PEER", 13, peer -> ConnectionWords.peer(peer.latest()))
                .aligned(Column.Alignment.LEFT_END)
                .wide(1),
            Column.rate("CALLS/s", 7, peer -> reading.perSecond(peer.calls())),
            Column.<PeerActivity>rate("FAIL/s", 6, peer -> reading.perSecond(peer.failed()))
                .styled(peer -> peer.failed() > 0 ? Style.CRITICAL : Style.DIM),
            Column.count("CONNS", 5, PeerActivity::connections),
            Column.<PeerActivity>count("ERR", 4, PeerActivity::broken)
                .styled(peer -> peer.broken() > 0 ? Style.CRITICAL : Style.DIM),
            Column.number("LATEST", 6, peer -> 1, peer -> age(peer.latest(), reading))),
        peer -> peer.latest().peerKey(),
        peer -> List.of(),
        "No queue pair is connected.",
        glyphs);
  }

  private static String identity(Peering peering) {
    return switch (peering) {
      case PeerConnection connection ->
          connection.object().device() + " " + connection.object().id();
      case DatagramPeer peer -> "handle " + peer.handle().number();
    };
  }

  private Table<Peering> table(Reading reading) {
    boolean listed = !reading.details().inventory().time().equals(Inventory.NONE.time());
    return new Table<>(
        List.of(
            Column.<Peering>number(
                "LQPN",
                7,
                connection -> connection instanceof PeerConnection pair ? pair.pair().lqpn() : -1,
                ConnectionWords::ownQpn),
            Column.<Peering>text("DEVICE", 8, connection -> reading.device(connection.device())),
            Column.<Peering>text("TYPE", 5, ConnectionWords::type),
            Column.<Peering>text("STATE", 5, ConnectionWords::state)
                .styled(connection ->
                    ObjectsView.style(
                        connection instanceof PeerConnection pair
                            ? pair.state()
                            : Optional.empty())),
            Column.<Peering>text("OWN ADDRESS", 18, ConnectionWords::own).wide(2).from(120),
            Column.<Peering>text("PEER ADDRESS", 18, ConnectionWords::peer)
                .wide(2)
                .aligned(Column.Alignment.LEFT_END),
            Column.<Peering>number(
                "RQPN", 7, connection -> connection.peerQpn().orElse(-1), ConnectionWords::peerQpn),
            Column.<Peering>text("TRANSPORT", 10, ConnectionWords::transport).from(100),
            Column.<Peering>text("SINCE", 6, connection -> age(connection, reading))
                .aligned(Column.Alignment.RIGHT)
                .by(
                    Comparator.comparing(
                        connection -> connection.since().orElse(reading.snapshot().time()))),
            Column.<Peering>number(
                "PID",
                7,
                Peering::pid,
                connection -> connection.pid() == 0 ? "-" : "" + connection.pid()),
            Column.<Peering>text("OWNER", 8, connection -> Printable.of(connection.owner()))
                .wide(1),
            Column.<Peering>text(
                    "CGROUP", 16, connection -> reading.shortCgroup(connection.cgroup()))
                .wide(2)
                .aligned(Column.Alignment.LEFT_END)
                .from(110),
            Column.<Peering>text("DETAILS", 24, ConnectionsView::summary).wide(4).from(170)),
        ConnectionsView::identity,
        connection -> details(connection, reading),
        listed ? "There are no queue pairs." : "The objects were not listed yet.",
        glyphs);
  }

  private static String age(Peering connection, Reading reading) {
    return connection
        .since()
        .map(since -> Times.span(Duration.between(since, reading.snapshot().time())))
        .orElse("?");
  }

  private static String summary(Peering connection) {
    return String.join(", ", ConnectionWords.details(connection, false));
  }

  private static List<Fact> details(Peering connection, Reading reading) {
    List<Fact> facts = new ArrayList<>();
    switch (connection) {
      case PeerConnection pair -> facts.add(new Fact("Queue pair", own(pair, reading)));
      case DatagramPeer handle -> facts.add(new Fact("Address handle", own(handle, reading)));
    }
    facts.add(new Fact("Own address", ConnectionWords.own(connection)));
    facts.add(
        new Fact(
            "Peer",
            "%s, queue pair %s, by %s"
                .formatted(
                    ConnectionWords.peer(connection),
                    ConnectionWords.peerQpn(connection),
                    ConnectionWords.transport(connection))));
    facts.add(new Fact("Told", told(connection)));
    facts.add(
        new Fact(
            "Owner", OwnerWords.of(connection.pid(), connection.owner(), connection.cgroup())));
    facts.add(new Fact("Cgroup", reading.cgroup(connection.cgroup())));
    return facts;
  }

  private static String own(PeerConnection connection, Reading reading) {
    return "%s %s on %s, port %s, %s since %s"
        .formatted(
            connection.pair().type(),
            ConnectionWords.ownQpn(connection),
            reading.device(connection.device()),
            ConnectionWords.number(connection.port()),
            ConnectionWords.state(connection),
            connection.since().map(reading::time).orElse("a time that was not seen"));
  }

  private static String own(DatagramPeer peer, Reading reading) {
    return "of protection domain %s on %s, port %s, made at %s; datagrams of any queue pair of that domain may go by it"
        .formatted(
            Integer.toUnsignedString(peer.handle().pdn()),
            reading.device(peer.device()),
            ConnectionWords.number(peer.port()),
            reading.time(peer.handle().since()));
  }

  private static String told(Peering peering) {
    String summary = summary(peering);
    if (!summary.isEmpty()) {
      return summary;
    }
    return peering instanceof PeerConnection connection && connection.isSeen()
        ? "nothing else yet"
        : "no call that modified it was seen: only the kernel's list tells of it";
  }
}
