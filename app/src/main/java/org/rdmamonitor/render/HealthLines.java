// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Hook.State;
import org.rdmamonitor.text.Printable;

/** What a person should know about how well the monitor sees; nothing where all is well. */
public final class HealthLines {
  private final List<String> lines = new ArrayList<>();

  private HealthLines() {}

  public static List<String> of(Health health) {
    HealthLines text = new HealthLines();
    if (!health.isReading()) {
      text.line(
          "Event reader",
          "has ended (%s); calls and what rules find in them are missing since, counts are right"
              .formatted(Printable.of(health.readerTrouble())));
    }
    text.number("Failed events", health.eventsFailed(), "read and not taken in; counts are right");
    text.number("Lost events", health.eventsLost(), "missing from the event log; counts are right");
    text.number("Missed returns", health.returnsMissed(), "calls whose outcome was not seen");
    text.number("Missed objects", health.objectsMissed(), "not seen by the hooks");
    text.number("Drift", health.drift(), "objects off the kernel's own list at this moment");
    text.number(
        "Corrections",
        health.resyncs(),
        health.objectsCorrected() + " objects added or removed by the kernel's own list");
    text.number(
        "Left out",
        health.objectsLeftOut(),
        "objects, which are counted but not listed one by one");
    text.number(
        "Memory", health.memoryShortages(), "times there was too little to list objects or calls");
    Unwatched.rows(health)
        .forEach((row, hook) -> {
          // A module that is not loaded makes no calls; without ib_core nothing is counted.
          if (hook.state() == State.UNAVAILABLE || row.equals(Unwatched.OBJECTS)) {
            text.line("Not watched", row + " (" + Printable.of(hook.reason()) + ")");
          }
        });
    return text.lines;
  }

  private void number(String label, long count, String meaning) {
    if (count > 0) {
      line(label, count + " (" + meaning + ")");
    }
  }

  private void line(String label, String text) {
    lines.add(Page.padded(label + ":", 15) + " " + text);
  }
}
