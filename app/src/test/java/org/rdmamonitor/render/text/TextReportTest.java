// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Golden;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Ledger;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.render.Report.Stage;

class TextReportTest {
  private static final TextOptions OPTIONS =
      new TextOptions(Duration.ofSeconds(2), ZoneId.of("Europe/Berlin"), false, 0);

  private static final Limits THRESHOLDS =
      new Limits(
          Map.of(
              new Rule.Count(ResourceType.QP), 1000L,
              new Rule.Count(ResourceType.CQ), 5L,
              new Rule.Rate(Verb.MR_REG), 200L,
              new Rule.Rate(Verb.QP_CREATE), 100L));

  private final StringBuilder out = new StringBuilder();

  @Test
  void aRunIsReportedInTheSectionsOfSeed1() throws IOException {
    run(OPTIONS, Scenes.busy(), Scenes.busier());

    Golden.assertMatches(out.toString(), "text-run.txt");
  }

  @Test
  void aHostWithoutRdmaModulesIsWatched() throws IOException {
    TextReport report = new TextReport(out, Limits.UNLIMITED, OPTIONS);
    Snapshot first = Snapshot.first(Scenes.nothing(Duration.ZERO));
    report.reading(Stage.FIRST, first, new Inspector(Limits.UNLIMITED).inspect(first));
    Snapshot last =
        Snapshot.between(Scenes.nothing(Duration.ZERO), Scenes.nothing(Duration.ofMillis(500)));
    report.reading(Stage.LAST, last, new Inspector(Limits.UNLIMITED).inspect(last));
    report.stopped(last.time());

    Golden.assertMatches(out.toString(), "text-nothing.txt");
  }

  @Test
  void connectionsAreAddedUp() throws IOException {
    Ledger ledger = new Ledger();
    ledger.add(Scenes.connections());
    Snapshot snapshot = ledger.snapshot();
    new TextReport(out, THRESHOLDS, OPTIONS)
        .reading(Stage.FIRST, snapshot, new Inspector(THRESHOLDS).inspect(snapshot));

    assertThat(out.toString().lines())
        .contains(
            "  connected: 5 (RTS 4, ERR 1); address handles: 3; peers: 2; to addresses not known:"
                + " 1; not told: 8");
  }

  @Test
  void nothingIsSaidOfAnIntervalThatASignalCutShort() throws IOException {
    Snapshot snapshot = Snapshot.first(Scenes.busy());
    new TextReport(out, THRESHOLDS, OPTIONS)
        .reading(Stage.INTERRUPTED, snapshot, new Inspector(THRESHOLDS).inspect(snapshot));

    assertThat(out).isEmpty();
  }

  @Test
  void colorIsOnBreachesOnly() throws IOException {
    run(OPTIONS, Scenes.busy(), Scenes.busier());
    String plain = out.toString();
    out.setLength(0);
    run(
        new TextOptions(OPTIONS.interval(), OPTIONS.zone(), true, 0),
        Scenes.busy(),
        Scenes.busier());

    assertThat(out.toString()).contains(" \u001b[1;31m(*** BREACHED ***)\u001b[m\n");
    assertThat(out.toString().replaceAll("\u001b\\[1;31m(.*?)\u001b\\[m", "$1")).isEqualTo(plain);
  }

  @Test
  void theLanguageOfTheUserChangesNothing() throws IOException {
    run(OPTIONS, Scenes.busy(), Scenes.busier());
    String here = out.toString();
    out.setLength(0);
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      run(OPTIONS, Scenes.busy(), Scenes.busier());
    } finally {
      Locale.setDefault(before);
    }

    assertThat(out.toString()).isEqualTo(here);
  }

  private void run(TextOptions options, Sample start, Sample later) throws IOException {
    TextReport report = new TextReport(out, THRESHOLDS, options);
    Snapshot first = Snapshot.first(start);
    report.reading(Stage.FIRST, first, new Inspector(THRESHOLDS).inspect(first));
    Snapshot next = Snapshot.between(start, later);
    report.reading(Stage.NEXT, next, new Inspector(THRESHOLDS).inspect(next));
    report.stopped(later.time());
  }
}
