// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Hook.State;
import org.rdmamonitor.render.words.HealthWords;
import org.rdmamonitor.render.words.Unwatched;
import org.rdmamonitor.text.Printable;

/** What a person should know about how well the monitor sees; nothing if all is well. */
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
    for (HealthWords words : HealthWords.values()) {
      if (!words.label().isEmpty() && words.of(health) > 0) {
        text.line(words.label(), words.of(health) + " (" + words.meaning(health) + ")");
      }
    }
    Unwatched.rows(health)
        .forEach((row, hook) -> {
          // A module that is not loaded makes no calls; without ib_core nothing is counted.
          if (hook.state() == State.UNAVAILABLE || row.equals(Unwatched.OBJECTS)) {
            text.line("Not watched", row + " (" + Printable.of(hook.reason()) + ")");
          }
        });
    return text.lines;
  }

  private void line(String label, String text) {
    lines.add(Page.padded(label + ":", 15) + " " + text);
  }
}
