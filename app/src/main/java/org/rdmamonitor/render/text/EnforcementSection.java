// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.model.limits.Enforcement.Mode;
import org.rdmamonitor.model.limits.Enforcement.Tally;
import org.rdmamonitor.model.limits.LimitOutcome.Part;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.resource.Unit;
import org.rdmamonitor.render.words.Figures;
import org.rdmamonitor.render.words.RefusalWords;
import org.rdmamonitor.text.Printable;

/** How limits are enforced, and against whom; nothing if limits are only watched. */
final class EnforcementSection {
  /** Shown only if it has happened. */
  private static final Set<Part> RESULTS = EnumSet.complementOf(EnumSet.of(Part.HELD));

  private final Page page;

  EnforcementSection(Page page) {
    this.page = page;
  }

  void write(Snapshot snapshot) throws IOException {
    Enforcement enforcement = snapshot.details().enforcement();
    if (enforcement.mode() == Mode.OBSERVE) {
      return;
    }
    page.title(
        snapshot.time(), "Enforcement (%s):".formatted(RefusalWords.lowerCase(enforcement.mode())));
    if (!enforcement.reason().isEmpty()) {
      String how = enforcement.active() ? "In part: " : "Not active: ";
      page.line(how + Printable.of(enforcement.reason()));
    }
    for (Tally tally : enforcement.tallies()) {
      page.line(tally.isHost() ? "Host" : Printable.of(tally.cgroup()));
      line("has", held(tally));
      line("peers", tally.limits().peers().map(PeerPolicy::text).stream().toList());
      for (Part part : RESULTS) {
        line(part.key(), numbers(tally, part));
      }
    }
    page.end();
  }

  private void line(String what, List<String> figures) throws IOException {
    if (!figures.isEmpty()) {
      page.line("  " + Page.padded(what + ":", 9) + String.join(", ", figures));
    }
  }

  /** How much there is of what is limited, and the limits of calls. */
  private static List<String> held(Tally tally) {
    List<String> parts = new ArrayList<>();
    tally
        .limits()
        .byRule()
        .forEach((rule, limit) -> {
          String held =
              switch (rule.unit()) {
                case OBJECTS, BYTES, ENTRIES -> rule.unit().text(tally.of(rule).held()) + " of ";
                case CALLS_PER_SECOND -> limit == 0 ? "" : "up to ";
                case ADDRESSES -> "";
              };
          parts.add(rule.label() + " " + held + Figures.limit(rule, limit));
        });
    return parts;
  }

  private static List<String> numbers(Tally tally, Part part) {
    List<String> parts = new ArrayList<>();
    tally
        .outcomes()
        .forEach((rule, outcome) -> {
          long n = part.of(outcome);
          if (n != 0) {
            String how = rule.unit() == Unit.CALLS_PER_SECOND ? " too fast" : "";
            parts.add(rule.label() + " " + n + how);
          }
        });
    return parts;
  }
}
