// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.Enforcement;
import org.rdmamonitor.model.Enforcement.Mode;
import org.rdmamonitor.model.Enforcement.Tally;
import org.rdmamonitor.model.Printable;
import org.rdmamonitor.model.Quota;
import org.rdmamonitor.model.ResourceType;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.Verb;

/** What is done about limits, and to whom; nothing where limits are only watched. */
final class EnforcementSection {
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
      line("refused", refused(tally));
      line("killed", byType(tally.killed(), tally.memory().killed()));
      line("passed", byType(tally.passed(), tally.memory().passed()));
    }
    page.end();
  }

  private void line(String what, List<String> figures) throws IOException {
    if (!figures.isEmpty()) {
      page.line("  " + Page.padded(what + ":", 9) + String.join(", ", figures));
    }
  }

  /** What there is of what is limited, and the limits of calls. */
  private static List<String> held(Tally tally) {
    List<String> parts = new ArrayList<>();
    Quota quota = tally.quota();
    for (ResourceType type : ResourceType.values()) {
      Long limit = quota.objects().get(type);
      if (limit != null) {
        long held = tally.held().getOrDefault(type, 0L);
        parts.add("%s %d of %d".formatted(type.name(), held, limit));
      }
    }
    quota
        .mrBytes()
        .ifPresent(limit ->
            parts.add(
                "MR bytes %s of %s"
                    .formatted(Figures.bytes(tally.memory().held()), Figures.bytes(limit))));
    for (Verb verb : Verb.values()) {
      Long limit = quota.rates().get(verb);
      if (limit != null) {
        parts.add("%s up to %d/s".formatted(verb.name(), limit));
      }
    }
    quota.calls().ifPresent(limit -> parts.add("calls up to %d/s".formatted(limit)));
    return parts;
  }

  private static List<String> refused(Tally tally) {
    List<String> parts = byType(tally.refused(), tally.memory().refused());
    for (Verb verb : Verb.values()) {
      Long count = tally.refusedRates().get(verb);
      if (count != null) {
        parts.add("%s %d too fast".formatted(verb.name(), count));
      }
    }
    if (tally.refusedCalls() > 0) {
      parts.add("calls %d too fast".formatted(tally.refusedCalls()));
    }
    return parts;
  }

  private static List<String> byType(Map<ResourceType, Long> counts, long ofBytes) {
    List<String> parts = new ArrayList<>();
    for (ResourceType type : ResourceType.values()) {
      Long count = counts.get(type);
      if (count != null) {
        parts.add(type.name() + " " + count);
      }
    }
    if (ofBytes > 0) {
      parts.add("MR bytes " + ofBytes);
    }
    return parts;
  }
}
