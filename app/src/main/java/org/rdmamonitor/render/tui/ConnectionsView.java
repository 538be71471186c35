// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.rdmamonitor.model.Inventory;
import org.rdmamonitor.model.PeerConnection;
import org.rdmamonitor.render.ConnectionWords;
import org.rdmamonitor.text.Printable;

/** The queue pairs with both their ends: who talks to whom. */
final class ConnectionsView implements Panel {
  private final Glyphs glyphs;
  private final Arrangement<PeerConnection> arrangement = new Arrangement<>();

  ConnectionsView(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  @Override
  public ScreenLayout draw(Area area, Reading reading, TuiState state) {
    Table<PeerConnection> table = table(reading);
    return table.draw(
        area,
        arrangement.of(
            reading,
            table,
            PeerConnection.of(reading.details().inventory(), reading.details().facts()),
            state.place()),
        state.place());
  }

  private static String identity(PeerConnection connection) {
    return connection.object().device() + " " + connection.object().id();
  }

  private Table<PeerConnection> table(Reading reading) {
    boolean listed = !reading.details().inventory().time().equals(Inventory.NONE.time());
    return new Table<>(
        List.of(
            Column.<PeerConnection>number(
                "LQPN",
                7,
                connection -> connection.pair().lqpn(),
                connection -> Integer.toUnsignedString(connection.pair().lqpn())),
            Column.<PeerConnection>text(
                "DEVICE", 8, connection -> reading.device(connection.object().device())),
            Column.<PeerConnection>text("TYPE", 5, connection -> connection.pair().type().name()),
            Column.<PeerConnection>text("STATE", 5, ConnectionWords::state)
                .styled(connection -> ObjectsView.style(connection.state())),
            Column.<PeerConnection>text("OWN ADDRESS", 18, ConnectionWords::own).wide(2).from(120),
            Column.<PeerConnection>text("PEER ADDRESS", 18, ConnectionWords::peer)
                .wide(2)
                .aligned(Column.Alignment.LEFT_END),
            Column.<PeerConnection>number(
                "RQPN", 7, connection -> connection.peerQpn().orElse(-1), ConnectionWords::peerQpn),
            Column.<PeerConnection>text("TRANSPORT", 10, ConnectionWords::transport).from(100),
            Column.<PeerConnection>text("SINCE", 6, connection -> age(connection, reading))
                .aligned(Column.Alignment.RIGHT)
                .by(
                    Comparator.comparing(
                        connection -> connection.since().orElse(reading.snapshot().time()))),
            Column.<PeerConnection>number(
                "PID",
                7,
                connection -> connection.object().pid(),
                connection ->
                    connection.object().pid() == 0 ? "-" : "" + connection.object().pid()),
            Column.<PeerConnection>text(
                    "OWNER", 8, connection -> Printable.of(connection.object().owner()))
                .wide(1),
            Column.<PeerConnection>text(
                    "CGROUP", 16, connection -> reading.shortCgroup(connection.object().cgroup()))
                .wide(2)
                .aligned(Column.Alignment.LEFT_END)
                .from(110),
            Column.<PeerConnection>text("DETAILS", 24, ConnectionsView::summary).wide(4).from(170)),
        ConnectionsView::identity,
        connection -> details(connection, reading),
        listed ? "There are no queue pairs." : "The objects were not listed yet.",
        glyphs);
  }

  private static String age(PeerConnection connection, Reading reading) {
    return connection
        .since()
        .map(since -> Units.span(Duration.between(since, reading.snapshot().time())))
        .orElse("?");
  }

  private static String summary(PeerConnection connection) {
    return String.join(", ", ConnectionWords.details(connection, false));
  }

  private static List<Fact> details(PeerConnection connection, Reading reading) {
    List<Fact> facts = new ArrayList<>();
    facts.add(
        new Fact(
            "Queue pair",
            "%s %s on %s, port %s, %s since %s"
                .formatted(
                    connection.pair().type(),
                    Integer.toUnsignedString(connection.pair().lqpn()),
                    reading.device(connection.object().device()),
                    ConnectionWords.number(connection.port()),
                    ConnectionWords.state(connection),
                    connection.since().map(reading::time).orElse("a time that was not seen"))));
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
            "Owner",
            connection.object().pid() == 0
                ? "the kernel (" + Printable.of(connection.object().owner()) + ")"
                : Printable.of(connection.object().owner())
                    + ", pid "
                    + connection.object().pid()));
    facts.add(new Fact("Cgroup", reading.cgroup(connection.object().cgroup())));
    return facts;
  }

  private static String told(PeerConnection connection) {
    String summary = summary(connection);
    if (!summary.isEmpty()) {
      return summary;
    }
    return connection.isSeen()
        ? "nothing else yet"
        : "no call that modified it was seen: only the kernel's list tells of it";
  }
}
