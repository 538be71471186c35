// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Golden;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Ledger;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.policy.config.FindingLimits;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.render.Host;
import org.rdmamonitor.render.Report.Stage;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

class JsonReportTest {
  private static final Host HOST = new Host("node7", "6.1.0-1-amd64", "0.1.0");

  private static final Limits THRESHOLDS =
      new Limits(
          Map.of(
              new Rule.Count(ResourceType.QP), 1000L,
              new Rule.Count(ResourceType.CQ), 5L,
              new Rule.Rate(Verb.MR_REG), 200L));

  private final StringBuilder out = new StringBuilder();

  @Test
  void aRunIsALineForEachReading() throws IOException {
    run(false, Stage.LAST);

    Golden.assertMatches(out.toString(), "json-run.jsonl");
    assertThat(out.toString().lines())
        .hasSize(2)
        .allSatisfy(line -> assertThat(keysOf(line)).startsWith("schema", "type", "time"));
  }

  @Test
  void linesCanBeIndented() throws IOException {
    run(true, Stage.LAST);

    Golden.assertMatches(out.toString(), "json-pretty.json");
  }

  @Test
  void allReadingsHaveTheSameKeysInTheSameOrderAndTheFirstHasTheConfigurationToo()
      throws IOException {
    run(false, Stage.NEXT);
    List<String> start = keysOf(out.toString().lines().toList().get(0));
    List<String> interval = keysOf(out.toString().lines().toList().get(1));

    assertThat(start).containsSubsequence(interval);
    assertThat(start)
        .filteredOn(key -> !interval.contains(key))
        .containsExactly("version", "thresholds", "finding_limits", "hooks");
  }

  @Test
  void connectionsAreAddedUp() throws IOException {
    Ledger ledger = new Ledger();
    ledger.add(Scenes.connections());
    Snapshot snapshot = ledger.snapshot();
    new JsonReport(
            out, new Settings(THRESHOLDS, FindingLimits.STANDARD), HOST, JsonReport.Options.PLAIN)
        .reading(Stage.FIRST, snapshot, new Inspector(THRESHOLDS).inspect(snapshot));

    assertThat(out)
        .contains(
            "\"connections\":{\"connected\":5,\"states\":{\"RTS\":4,\"ERR\":1},"
                + "\"address_handles\":3,\"peers\":2,\"without_address\":1,\"left_out\":8}");
  }

  @Test
  void aReadingThatASignalAskedForIsTheLast() throws IOException {
    run(false, Stage.INTERRUPTED);

    assertThat(out.toString().lines().toList().get(1)).contains("\"type\":\"stop\"");
  }

  private void run(boolean pretty, Stage end) throws IOException {
    JsonReport report =
        new JsonReport(
            out,
            new Settings(THRESHOLDS, FindingLimits.STANDARD),
            HOST,
            new JsonReport.Options(pretty, 0));
    Snapshot first = Snapshot.first(Scenes.busy());
    report.reading(Stage.FIRST, first, new Inspector(THRESHOLDS).inspect(first));
    Snapshot next = Snapshot.between(Scenes.busy(), Scenes.busier());
    report.reading(end, next, new Inspector(THRESHOLDS).inspect(next));
    report.stopped(next.time());
  }

  /** The keys of an object, without those of objects in it. */
  private static List<String> keysOf(String json) {
    List<String> keys = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        keys.add(parser.currentName());
        parser.nextToken();
        parser.skipChildren();
      }
      assertThat(parser.nextToken()).as("what follows the object").isNull();
    }
    return keys;
  }
}
