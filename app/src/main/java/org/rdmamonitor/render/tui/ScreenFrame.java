// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Units;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Times;

/** The screen of one host. */
final class ScreenFrame extends Frame<Reading> {
  private final Map<View, Panel> panels = new EnumMap<>(View.class);

  ScreenFrame(Glyphs glyphs) {
    super(glyphs);
    panels.put(View.OVERVIEW, new OverviewView(glyphs));
    panels.put(View.CGROUPS, new CgroupsView(glyphs));
    panels.put(View.PROCESSES, new ProcessesView(glyphs));
    panels.put(View.DEVICES, new DevicesView(glyphs));
    panels.put(View.EVENTS, new EventsView(glyphs));
    panels.put(View.OBJECTS, new ObjectsView(glyphs));
    panels.put(View.FINDINGS, new FindingsView(glyphs));
    panels.put(View.CONNECTIONS, new ConnectionsView(glyphs));
  }

  @Override
  ScreenLayout body(Area area, Reading reading, TuiState state) {
    Panel panel = state.view() instanceof View view ? panels.get(view) : null;
    if (panel == null) {
      throw new IllegalStateException("no panel for " + state.view());
    }
    return panel.draw(area, reading, state);
  }

  @Override
  int count(Tab view, Reading reading) {
    return view == View.FINDINGS ? Problem.of(reading.verdict(), reading.snapshot()).size() : 0;
  }

  @Override
  String version(Reading reading) {
    return reading.host().version();
  }

  @Override
  String status(Reading reading, TuiState state) {
    return "%s  every %ss  %s  Linux %s"
        .formatted(
            reading.time(reading.snapshot().time()),
            Times.seconds(state.interval()),
            Printable.of(reading.host().name()),
            Printable.of(reading.host().kernel()));
  }

  @Override
  List<String> alarms(Reading reading) {
    List<String> alarms = new ArrayList<>();
    Health health = reading.snapshot().health();
    if (!health.isReading()) {
      alarms.add("EVENT READER ENDED");
    }
    alarm(alarms, "failed", health.of(Figure.FAILED_EVENTS));
    alarm(alarms, "lost", health.of(Figure.LOST_EVENTS));
    alarm(alarms, "drift", health.of(Figure.DRIFT));
    return alarms;
  }

  private static void alarm(List<String> alarms, String word, long count) {
    if (count > 0) {
      alarms.add(word + " " + Units.count(count));
    }
  }

  @Override
  String heading(Reading reading, TuiState state) {
    return "%s of %s, Linux %s, at %s"
        .formatted(
            state.view().word(),
            Printable.of(reading.host().name()),
            Printable.of(reading.host().kernel()),
            reading.snapshot().time());
  }

  @Override
  ZonedDateTime time(Reading reading) {
    return reading.snapshot().time().atZone(reading.zone());
  }
}
