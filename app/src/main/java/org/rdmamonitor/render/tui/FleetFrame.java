// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.rdmamonitor.fleet.HostDetails;
import org.rdmamonitor.fleet.HostState;
import org.rdmamonitor.fleet.join.FleetConnection.Peer;
import org.rdmamonitor.fleet.join.FleetConnections;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Units;
import org.rdmamonitor.render.words.FleetWords;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Times;

/** The screen of a fleet. */
final class FleetFrame extends Frame<FleetReading> {
  private final HostsView hosts;
  private final FleetPartsView parts;
  private final FleetConnectionsView connections;

  FleetFrame(Glyphs glyphs) {
    super(glyphs);
    hosts = new HostsView(glyphs);
    parts = new FleetPartsView(glyphs);
    connections = new FleetConnectionsView(glyphs);
  }

  @Override
  ScreenLayout body(Area area, FleetReading reading, TuiState state) {
    return switch (state.view()) {
      case FleetView.HOSTS -> hosts.draw(area, reading, state.place());
      case FleetView.CONNECTIONS, FleetView.FINDINGS -> connections.draw(area, reading, state);
      case FleetView view -> parts.draw(area, reading, view, state.place());
      case View view -> throw new IllegalStateException("no panel for " + view);
    };
  }

  @Override
  int count(Tab view, FleetReading reading) {
    return switch (view) {
      case FleetView.PROBLEMS ->
          reading.details().map(details -> details.problems().size()).orElse(0);
      case FleetView.FINDINGS -> reading.connections().map(all -> all.findings().size()).orElse(0);
      case FleetView _, View _ -> 0;
    };
  }

  @Override
  String version(FleetReading reading) {
    return reading.version();
  }

  @Override
  String status(FleetReading reading, TuiState state) {
    String of =
        switch (state.view()) {
          case FleetView.HOSTS -> FleetWords.states(reading.fleet());
          case FleetView.CONNECTIONS, FleetView.FINDINGS ->
              reading.connections().map(FleetFrame::ends).orElse("");
          case FleetView _, View _ ->
              reading
                  .details()
                  .map(HostDetails::id)
                  .map(id -> Printable.of(id.instance()))
                  .orElse("no host is chosen");
        };
    return "%s  every %ss  %s"
        .formatted(reading.time(reading.fleet().time()), Times.seconds(state.interval()), of);
  }

  /** How many connections are known, missing and unknown, in the room that a small screen has. */
  private static String ends(FleetConnections connections) {
    return Arrays.stream(Peer.values())
        .map(peer -> peer.word() + " " + Units.count(connections.count(peer)))
        .collect(Collectors.joining(", "));
  }

  @Override
  List<String> alarms(FleetReading reading) {
    List<String> alarms = new ArrayList<>();
    if (!reading.trouble().isEmpty()) {
      alarms.add("NO NEWER READING");
    }
    int down = reading.fleet().byState().getOrDefault(HostState.DOWN, 0);
    if (down > 0) {
      alarms.add("down " + Units.count(down));
    }
    return alarms;
  }

  @Override
  String heading(FleetReading reading, TuiState state) {
    return "%s of %s, at %s"
        .formatted(
            state.view().word(), Printable.of(reading.fleet().server()), reading.fleet().time());
  }

  @Override
  ZonedDateTime time(FleetReading reading) {
    return reading.fleet().time().atZone(reading.zone());
  }
}
