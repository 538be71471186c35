// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.rdmamonitor.fleet.join.FleetConnection;
import org.rdmamonitor.fleet.join.FleetConnections;
import org.rdmamonitor.model.connection.ConnectionField;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.join.ConnectionEnd;
import org.rdmamonitor.render.text.EndCells;
import org.rdmamonitor.render.text.EventText;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Column;
import org.rdmamonitor.render.tui.canvas.Fact;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Style;
import org.rdmamonitor.render.words.ConnectionWords;
import org.rdmamonitor.render.words.FleetWords;
import org.rdmamonitor.text.Printable;

/** Both ends of the connections between all hosts, and what is found by that. */
final class FleetConnectionsView {
  private final Glyphs glyphs;

  FleetConnectionsView(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  ScreenLayout draw(Area area, FleetReading reading, TuiState state) {
    ViewPosition place = state.place();
    if (reading.connections().isEmpty()) {
      area.put(1, 1, "The connections are being read ...", Style.DIM);
      return new ScreenLayout(place, "", 0, 0, List.of(), List.of());
    }
    FleetConnections all = reading.connections().get();
    if (state.view() == FleetView.FINDINGS) {
      Table<Problem> table =
          FindingsView.table(
              reading::time, "Nothing was found that takes both ends to see.", glyphs);
      List<Problem> problems = all.findings().stream().map(Problem::of).toList();
      return table.draw(area, table.arrange(problems, place), place);
    }
    Table<FleetConnection> table = table(all);
    return table.draw(area, table.arrange(all.connections(), place), place);
  }

  private Table<FleetConnection> table(FleetConnections all) {
    return new Table<>(
        List.of(
            Column.<FleetConnection>text("PEER", 7, connection -> connection.peer().word())
                .by(Comparator.comparing(FleetConnection::peer))
                .styled(FleetConnectionsView::style),
            Column.<FleetConnection>text("HOST", 10, connection -> Printable.of(connection.host()))
                .wide(1),
            Column.<FleetConnection>number(
                "LQPN",
                7,
                connection -> connection.one().number(),
                connection -> Integer.toUnsignedString(connection.one().number())),
            Column.<FleetConnection>text(
                "STATE", 5, connection -> EndCells.state(connection.one())),
            Column.<FleetConnection>text("OWNER", 8, connection -> EndCells.owner(connection.one()))
                .wide(1)
                .from(110),
            Column.<FleetConnection>text("OWN ADDRESS", 18, FleetConnectionsView::own)
                .wide(1)
                .from(140),
            Column.<FleetConnection>text("PEER HOST", 10, FleetConnectionsView::peerHost).wide(1),
            Column.<FleetConnection>text("PEER ADDRESS", 16, FleetConnectionsView::peer)
                .wide(1)
                .aligned(Column.Alignment.LEFT_END),
            Column.<FleetConnection>number(
                "RQPN",
                7,
                connection -> connection.one().peerNumber().orElse(-1),
                connection -> ConnectionWords.number(connection.one().peerNumber())),
            Column.<FleetConnection>text("STATE", 5, FleetConnectionsView::peerState),
            Column.<FleetConnection>text("OWNER", 8, FleetConnectionsView::peerOwner)
                .wide(1)
                .from(110),
            Column.<FleetConnection>text("WHY", 16, connection -> Printable.of(connection.reason()))
                .wide(2)
                .from(150)),
        connection ->
            "%s %s %s %s"
                .formatted(
                    connection.host(),
                    connection.one().device(),
                    connection.one().number(),
                    connection.one().peerNumber()),
        connection -> details(connection, all),
        "No host tells of a connection; 'export --export-connections' makes one do so.",
        glyphs);
  }

  private static Style style(FleetConnection connection) {
    return switch (connection.peer()) {
      case MISSING -> Style.WARNING;
      case UNKNOWN -> Style.DIM;
      case KNOWN -> Style.GOOD;
    };
  }

  private static String own(FleetConnection connection) {
    return Printable.of(ConnectionWords.own(connection.one().connection()));
  }

  private static String peer(FleetConnection connection) {
    return Printable.of(ConnectionWords.peer(connection.one().connection()));
  }

  private static String peerHost(FleetConnection connection) {
    return connection.peerHost().isEmpty() ? "?" : Printable.of(connection.peerHost());
  }

  private static String peerState(FleetConnection connection) {
    return connection.other().map(EndCells::state).orElse("?");
  }

  private static String peerOwner(FleetConnection connection) {
    return connection.other().map(EndCells::owner).orElse("?");
  }

  private static List<Fact> details(FleetConnection connection, FleetConnections all) {
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("One end", end(connection.host(), connection.one())));
    facts.add(
        new Fact(
            "The other",
            connection
                .other()
                .map(other -> end(connection.peerHost(), other))
                .orElseGet(() ->
                    "queue pair %s at %s of %s"
                        .formatted(
                            ConnectionWords.number(connection.one().peerNumber()),
                            peer(connection),
                            peerHost(connection)))));
    facts.add(new Fact("Peer", FleetWords.peer(connection)));
    facts.add(
        new Fact(
            "Told",
            "%s; there %s"
                .formatted(
                    told(connection.one()),
                    connection.other().map(FleetConnectionsView::told).orElse("?"))));
    all.notes().forEach(note -> facts.add(new Fact("Note", Printable.of(note))));
    return facts;
  }

  private static String end(String host, ConnectionEnd end) {
    return "%s %s on %s of %s, %s, at %s, of %s, %s"
        .formatted(
            ConnectionWords.type(end.connection()),
            Integer.toUnsignedString(end.number()),
            Printable.of(end.device()),
            Printable.of(host),
            EndCells.state(end),
            Printable.of(ConnectionWords.own(end.connection())),
            EndCells.owner(end),
            EventText.cgroup(end.cgroup()));
  }

  private static String told(ConnectionEnd end) {
    PeerConnection connection = end.connection();
    return "mtu "
        + ConnectionField.PATH_MTU.of(connection).map(Object::toString).orElse("-")
        + ConnectionField.TRAFFIC_CLASS.of(connection).map(tc -> ", tc " + tc).orElse("")
        + ConnectionField.SERVICE_LEVEL.of(connection).map(level -> ", sl " + level).orElse("");
  }
}
