// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Golden;
import org.rdmamonitor.Samples;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.CallNames;
import org.rdmamonitor.model.Ledger;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.Refusal;
import org.rdmamonitor.model.call.ControlCall.Refusal.CallOutcome;
import org.rdmamonitor.model.call.ControlCall.Refusal.Measure;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.model.limits.Enforcement.Mode;
import org.rdmamonitor.model.limits.Enforcement.Tally;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.policy.Breach;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.policy.config.FindingLimits;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.render.Report.Stage;
import org.rdmamonitor.render.json.EventJson;
import org.rdmamonitor.render.json.JsonReport;
import org.rdmamonitor.render.text.TextOptions;
import org.rdmamonitor.render.text.TextReport;
import org.rdmamonitor.render.words.Figures;
import org.rdmamonitor.render.words.RefusalWords;

/** What reports tell of limits that are enforced. */
class EnforcementTest {
  private static final TextOptions OPTIONS =
      new TextOptions(Duration.ofSeconds(2), ZoneId.of("Europe/Berlin"), false, 0);

  private final StringBuilder out = new StringBuilder();

  private static Snapshot between(Enforcement before, Enforcement now) {
    Ledger ledger = new Ledger();
    ledger.add(Scenes.with(Scenes.busy(), before));
    ledger.snapshot();
    ledger.add(Scenes.with(Scenes.busier(), now));
    return ledger.snapshot();
  }

  @Test
  void textSaysWhatWasRefusedAndMarksIt() throws IOException {
    new TextReport(out, Limits.UNLIMITED, OPTIONS)
        .reading(
            Stage.NEXT, between(Scenes.enforcement(7), Scenes.enforcement(9)), Verdict.NO_BREACH);

    Golden.assertMatches(out.toString(), "text-enforcement.txt");
  }

  @Test
  void onlyWhatWasRefusedInTheIntervalIsMarked() throws IOException {
    new TextReport(out, Limits.UNLIMITED, OPTIONS)
        .reading(
            Stage.NEXT, between(Scenes.enforcement(7), Scenes.enforcement(7)), Verdict.NO_BREACH);

    assertThat(out.toString()).doesNotContain("INTERCEPTED").contains("refused: QP 7");
  }

  @Test
  void whatIsNotActiveIsNeverMarked() throws IOException {
    Enforcement none = Enforcement.inactive(Mode.DENY, "it has no BPF");
    new TextReport(out, Limits.UNLIMITED, OPTIONS)
        .reading(Stage.NEXT, between(none, none), Verdict.NO_BREACH);

    assertThat(out.toString())
        .doesNotContain("INTERCEPTED")
        .contains("Enforcement (deny):")
        .contains("Not active: it has no BPF");
  }

  @Test
  void aLimitOfZeroIsNoneInTextAndZeroInJson() throws IOException {
    Limits none =
        new Limits(
            Map.of(
                new Rule.Count(ResourceType.MR), 0L,
                new Rule.Total(Size.MR_BYTES), 0L,
                new Rule.Rate(Verb.QP_CREATE), 0L));
    Snapshot snapshot =
        between(
            Enforcement.NONE,
            new Enforcement(Mode.DENY, true, false, "", 0, List.of(new Tally("", none, Map.of()))));
    Settings settings = new Settings(none, FindingLimits.STANDARD);

    new TextReport(out, none, OPTIONS).reading(Stage.FIRST, snapshot, Verdict.NO_BREACH);
    new JsonReport(
            out, settings, new Host("node7", "6.1.0-1-amd64", "0.1.0"), JsonReport.Options.PLAIN)
        .reading(Stage.NEXT, snapshot, Verdict.NO_BREACH);

    assertThat(out.toString())
        .contains("MR_COUNT       : none\n  MR_BYTES       : none\n")
        .contains("has:     MR 0 of none, MR bytes 0 B of none, QP_CREATE none")
        .contains("\"limits\":{\"MR_COUNT\":0,\"MR_BYTES\":0,\"QP_CREATE\":0}");
    assertThat(Figures.breach(new Breach(new Rule.Count(ResourceType.MR), 0, 1)))
        .isEqualTo("1 > none");
  }

  @Test
  void whomToTalkToIsAmongTheThresholds() throws IOException {
    Limits limits = new Limits(Map.of(), Optional.of(PeerPolicy.parse("10.1.0.0/16 lid:7")));
    Snapshot snapshot = between(Enforcement.NONE, Enforcement.NONE);
    Settings settings = new Settings(limits, FindingLimits.STANDARD);

    new TextReport(out, limits, OPTIONS).reading(Stage.FIRST, snapshot, Verdict.NO_BREACH);
    new JsonReport(
            out, settings, new Host("node7", "6.1.0-1-amd64", "0.1.0"), JsonReport.Options.PLAIN)
        .reading(Stage.FIRST, snapshot, Verdict.NO_BREACH);

    assertThat(out.toString())
        .contains("Permitted Peers:\n  10.1.0.0/16 lid:7\n")
        .contains("\"thresholds\":{\"PEERS\":\"10.1.0.0/16 lid:7\"}");
  }

  @Test
  void jsonHasQuotas() throws IOException {
    new JsonReport(
            out,
            Settings.STANDARD,
            new Host("node7", "6.1.0-1-amd64", "0.1.0"),
            JsonReport.Options.PLAIN)
        .reading(
            Stage.NEXT, between(Scenes.enforcement(7), Scenes.enforcement(9)), Verdict.NO_BREACH);

    assertThat(out.toString())
        .contains(
            "\"enforcement\":{\"mode\":\"strict\",\"active\":true,\"kills\":true,\"not_read\":0,"
                + "\"quotas\":[{\"limits\":{\"QP_COUNT\":4,\"MR_BYTES\":1048576,"
                + "\"CQ_ENTRIES\":4096,\"MR_REG\":200,\"CALLS\":500,\"PEERS\":\"!10.1.0.1"
                + " 10.1.0.0/16 lid:1-400\"},"
                + "\"held\":{\"QP\":4,\"MR_BYTES\":524288,\"CQ_ENTRIES\":1000},"
                + "\"refused\":{\"QP\":9,\"MR_BYTES\":36,\"CQ_ENTRIES\":9,\"PEERS\":45},"
                + "\"refused_rates\":{\"MR_REG\":18,\"CALLS\":27},\"killed\":{\"PD\":1,\"PEERS\":1},"
                + "\"passed\":{\"CQ\":2},\"over\":{\"CQ\":1}},{\"cgroup\":\"/a\",");
  }

  @Test
  void refusalsAreNoCallsThatTookTime() {
    Ledger ledger = new Ledger();
    Sample sample = Scenes.busy();
    ledger.add(
        Samples.of(
            sample.time(),
            sample.nanos(),
            sample.devices(),
            sample.cgroups(),
            sample.counts(),
            sample.errors(),
            sample.health(),
            List.of(refusal()),
            0,
            sample.inventory(),
            sample.facts(),
            sample.cost()));

    Snapshot snapshot = ledger.snapshot();

    assertThat(snapshot.details().latency()).isEmpty();
    assertThat(snapshot.details().calls()).containsExactly(refusal());
  }

  private static ControlCall refusal() {
    return refused(
        Verb.QP_CREATE,
        new Refusal(CallOutcome.REFUSED, 77, Measure.OBJECTS, Optional.of(ResourceType.QP), 4, 4));
  }

  private static ControlCall refused(Verb verb, Refusal why) {
    return new ControlCall(
        Scenes.START,
        verb,
        -1,
        OptionalInt.empty(),
        new ControlCall.Caller(17, 18, "prog", false, 42, 0, false),
        1,
        Duration.ZERO,
        why);
  }

  @Test
  void eventsSayToWhomACallWouldHaveLed() throws IOException {
    CallNames names = new CallNames();
    names.follow(Scenes.busy());
    Refusal pair =
        new Refusal(CallOutcome.REFUSED, 0, Measure.PEER, Optional.empty(), 0, 0, "10.2.0.7");
    Refusal handle =
        new Refusal(CallOutcome.KILLED, 77, Measure.HANDLE, Optional.empty(), 0, 0, "lid:401");
    new EventJson(out).call(refused(Verb.QP_MODIFY, pair), names);

    assertThat(out.toString())
        .contains(
            "\"outcome\":\"refused\",\"limit_cgroup_id\":0,\"measure\":\"peer\","
                + "\"peer\":\"10.2.0.7\"}");
    assertThat(RefusalWords.of(pair)).isEqualTo("REFUSED peer 10.2.0.7, host");
    assertThat(RefusalWords.of(handle)).isEqualTo("KILLED address handle to lid:401, cgroup 77");
  }

  @Test
  void eventsSayByWhichLimit() throws IOException {
    CallNames names = new CallNames();
    names.follow(Scenes.busy());
    new EventJson(out).call(refusal(), names);

    assertThat(out.toString())
        .startsWith("{\"type\":\"limit\",")
        .contains("\"result\":\"EPERM\"")
        .contains(
            "\"outcome\":\"refused\",\"limit_cgroup_id\":77,\"measure\":\"objects\","
                + "\"object\":\"QP\",\"limit\":4,\"count\":4}");
    assertThat(RefusalWords.of((Refusal) refusal().detail()))
        .isEqualTo("REFUSED 4 of 4 QP, cgroup 77");
  }
}
