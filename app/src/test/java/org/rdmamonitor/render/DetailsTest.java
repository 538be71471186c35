// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.AsyncScenes;
import org.rdmamonitor.Golden;
import org.rdmamonitor.Samples;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.CallNames;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Ledger;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.AsyncEventType;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.call.Forewarning;
import org.rdmamonitor.model.call.RejectReason;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.policy.ConfigStatus;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.Party;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.policy.config.FindingLimits;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.render.Report.Stage;
import org.rdmamonitor.render.json.EventJson;
import org.rdmamonitor.render.json.JsonReport;
import org.rdmamonitor.render.text.EventText;
import org.rdmamonitor.render.text.TextOptions;
import org.rdmamonitor.render.text.TextReport;
import org.rdmamonitor.render.words.EndWords;

/** What reports tell of single calls, of findings, of their cost, and of changed settings. */
class DetailsTest {
  private static final Host HOST = new Host("node7", "6.1.0-1-amd64", "0.1.0");
  private static final TextOptions OPTIONS =
      new TextOptions(Duration.ofSeconds(2), ZoneId.of("Europe/Berlin"), false, 0);
  private static final Settings SETTINGS =
      new Settings(new Limits(Map.of(new Rule.Rate(Verb.MR_REG), 200L)), FindingLimits.STANDARD);

  private static final List<Forewarning> FOREWARNINGS =
      List.of(
          new Forewarning(
              AsyncEventType.Source.CONNECTION_MANAGER,
              AsyncEventType.REJECTED.number(),
              RejectReason.INVALID_SERVICE_ID.number(),
              Duration.ofNanos(800_123)),
          new Forewarning(
              AsyncEventType.Source.DEVICE,
              AsyncEventType.PORT_ERR.number(),
              0,
              Duration.ofMillis(3205)));

  private final StringBuilder out = new StringBuilder();

  @Test
  void textHasLatencyAndFindings() throws IOException {
    new TextReport(out, Limits.UNLIMITED, OPTIONS)
        .reading(Stage.NEXT, Scenes.withCalls(), verdict(findings()));

    Golden.assertMatches(out.toString(), "text-findings.txt");
  }

  @Test
  void textHasTypesOfQueuePairsAndFlowRules() throws IOException {
    new TextReport(out, Limits.UNLIMITED, OPTIONS).reading(Stage.NEXT, flows(), Verdict.NO_BREACH);

    Golden.assertMatches(out.toString(), "text-flows.txt");
  }

  @Test
  void jsonHasTypesOfQueuePairsAndFlowRules() throws IOException {
    new JsonReport(out, Settings.STANDARD, HOST, JsonReport.Options.PLAIN)
        .reading(Stage.NEXT, flows(), Verdict.NO_BREACH);

    Golden.assertMatches(out.toString(), "json-flows.jsonl");
  }

  @Test
  void eventsTellWhatFlowRulesTake() throws IOException {
    CallNames names = new CallNames();
    names.follow(Scenes.flows());
    EventText text = new EventText(out, OPTIONS.zone());
    EventJson json = new EventJson(out);
    for (ControlCall call : flows().details().calls()) {
      if (call.verb() == Verb.FLOW_CREATE) {
        text.call(call, names);
        json.call(call, names);
      }
    }

    Golden.assertMatches(out.toString(), "events-flows.txt");
  }

  @Test
  void eventsTellWhyQueuePairsEnded() throws IOException {
    CallNames names = new CallNames();
    names.follow(Scenes.connections());
    EventText text = new EventText(out, OPTIONS.zone());
    EventJson json = new EventJson(out);
    for (ControlCall call : ends()) {
      text.call(call, names);
      json.call(call, names);
    }

    Golden.assertMatches(out.toString(), "events-ends.txt");
  }

  @Test
  void eventsTellWhatDevicesAndTheConnectionManagerSay() throws IOException {
    CallNames names = new CallNames();
    names.follow(
        Samples.of(
            Scenes.START,
            0,
            List.of(new Device(1, "rxe0")),
            List.of(new Cgroup(94, "/a.slice")),
            Map.of(),
            Map.of(),
            Health.NONE));
    EventText text = new EventText(out, OPTIONS.zone());
    EventJson json = new EventJson(out);
    text.begin();
    for (AsyncEvent event : AsyncScenes.events(Scenes.START)) {
      text.write(event, names);
      json.write(event, names);
      out.append(EventText.sentence(event, "rxe0")).append('\n');
    }

    Golden.assertMatches(out.toString(), "events-async.txt");
  }

  /** An end by each cause: connected by GIDs, by LIDs, half way, and not at all. */
  private static List<ControlCall> ends() {
    Sample sample = Scenes.connections();
    List<Address> addresses =
        sample.inventory().handles().stream().map(AddressHandle::address).toList();
    List<QueuePairEnd> ends = new ArrayList<>();
    for (EndCause cause : EndCause.values()) {
      int n = ends.size();
      int status = cause == EndCause.EXITED ? 3 : EndWords.isSignal(cause) ? 9 : 0;
      ends.add(
          new QueuePairEnd(
              cause,
              status,
              n == 2 ? Optional.empty() : Optional.of(QueuePairState.RTS),
              n == 2 || n == 3 ? OptionalInt.empty() : OptionalInt.of(331),
              n == 2 || n == 3 ? Optional.empty() : Optional.of(addresses.get(n % 2)),
              n == 0 ? OptionalInt.of(99) : n == 3 ? OptionalInt.of(12) : OptionalInt.empty(),
              n == 1 || n == 3 ? Optional.of(FOREWARNINGS.get(n / 3)) : Optional.empty()));
    }
    return ends.stream()
        .map(end ->
            new ControlCall(
                sample.time(),
                Verb.QP_DESTROY,
                1,
                OptionalInt.of(17),
                new ControlCall.Caller(42, 42, "app", false, 1234567890, 1000, false),
                0,
                Duration.ofNanos(41_000),
                end))
        .toList();
  }

  @Test
  void textHasInterfacesOfEthernet() throws IOException {
    new TextReport(out, Limits.UNLIMITED, OPTIONS)
        .reading(Stage.NEXT, ethernet(), Verdict.NO_BREACH);

    String text = out.toString();
    int begin = text.indexOf("Ethernet Interfaces of rdma-secure:");
    Golden.assertMatches(
        text.substring(begin, text.indexOf("RDMA Operation Frequency")), "text-ethernet.txt");
  }

  @Test
  void jsonHasInterfacesOfEthernet() throws IOException {
    new JsonReport(out, Settings.STANDARD, HOST, new JsonReport.Options(true, 0))
        .reading(Stage.NEXT, ethernet(), Verdict.NO_BREACH);

    String json = out.toString();
    Golden.assertMatches(
        json.substring(json.indexOf("\"ethernet\""), json.indexOf("\"findings\"")),
        "json-ethernet.txt");
  }

  @Test
  void aFirstReadingHasNoRatesOfEthernet() throws IOException {
    Ledger ledger = new Ledger();
    ledger.add(Scenes.withEthernet(false));
    new TextReport(out, Limits.UNLIMITED, OPTIONS)
        .reading(Stage.NEXT, ledger.snapshot(), Verdict.NO_BREACH);

    assertThat(out.toString())
        .contains("all queues: received 1005, sent 900, to the tap 990, from the tap 900");
  }

  private static Snapshot ethernet() {
    Ledger ledger = new Ledger();
    ledger.add(Scenes.withEthernet(false));
    ledger.snapshot();
    ledger.add(Scenes.withEthernet(true));
    return ledger.snapshot();
  }

  private static Snapshot flows() {
    Ledger ledger = new Ledger();
    ledger.add(Scenes.tenants(1));
    ledger.snapshot();
    ledger.add(Scenes.flows());
    return ledger.snapshot();
  }

  @Test
  void textHasTheBusiestProcesses() throws IOException {
    TextOptions two = new TextOptions(OPTIONS.interval(), OPTIONS.zone(), false, 2);
    new TextReport(out, Limits.UNLIMITED, two)
        .reading(Stage.NEXT, Scenes.withCalls(), Verdict.NO_BREACH);

    String text = out.toString();
    int begin = text.indexOf("Per-Process");
    Golden.assertMatches(
        text.substring(begin, text.indexOf("RDMA Operation Frequency")), "text-processes.txt");
  }

  @Test
  void jsonHasTheBusiestProcessesWhereTheyAreAskedFor() throws IOException {
    new JsonReport(out, Settings.STANDARD, HOST, new JsonReport.Options(true, 2))
        .reading(Stage.NEXT, Scenes.withCalls(), Verdict.NO_BREACH);

    String json = out.toString();
    Golden.assertMatches(
        json.substring(json.indexOf("\"processes\""), json.indexOf("\"breaches\"")),
        "json-processes.txt");
  }

  @Test
  void eventsHaveTheEntriesOfQueues() throws IOException {
    ControlCall call =
        new ControlCall(
            Scenes.START,
            Verb.CQ_CREATE,
            1,
            OptionalInt.of(3),
            new ControlCall.Caller(42, 42, "app", false, 7, 0, false),
            0,
            Duration.ofNanos(1000),
            new ControlCall.CompletionQueue(256));
    new EventText(out, ZoneId.of("UTC")).call(call, new CallNames());
    new EventJson(out).call(call, new CallNames());

    assertThat(out.toString().lines())
        .satisfiesExactly(
            text -> assertThat(text).endsWith("  256 entries"),
            json -> assertThat(json).contains("\"cqn\":3").endsWith(",\"cqe\":256}"));
  }

  @Test
  void textShowsAsManyFindingsAsAreRead() throws IOException {
    List<Finding> many = new ArrayList<>();
    for (int i = 0; i < 23; i++) {
      many.add(findings().getFirst());
    }
    new TextReport(out, Limits.UNLIMITED, OPTIONS)
        .reading(Stage.NEXT, Scenes.withCalls(), verdict(many));

    assertThat(out.toString().lines().filter(line -> line.startsWith("R1 "))).hasSize(20);
    assertThat(out.toString()).contains("\nand 3 more\n");
  }

  @Test
  void jsonHasLatencyFindingsAndCost() throws IOException {
    new JsonReport(out, Settings.STANDARD, HOST, JsonReport.Options.PLAIN)
        .reading(Stage.NEXT, Scenes.withCalls(), verdict(findings()));

    Golden.assertMatches(out.toString(), "json-findings.jsonl");
  }

  @Test
  void jsonTellsOfFilesThatWereReadAgain() throws IOException {
    JsonReport report = new JsonReport(out, Settings.STANDARD, HOST, JsonReport.Options.PLAIN);
    report.configuration(
        SETTINGS, new ConfigStatus("config.txt", Scenes.START, List.of(), SETTINGS.summary()));
    report.configuration(
        SETTINGS,
        new ConfigStatus(
            "config.txt", Scenes.START, List.of("config.txt:3: QP_COUNT: has no limit"), ""));

    Golden.assertMatches(out.toString(), "json-config.jsonl");
  }

  @Test
  void textGoesByTheNewLimits() throws IOException {
    TextReport report = new TextReport(out, Limits.UNLIMITED, OPTIONS);
    report.configuration(
        SETTINGS, new ConfigStatus("config.txt", Scenes.START, List.of(), SETTINGS.summary()));
    assertThat(out).isEmpty();
    Snapshot next = Snapshot.between(Scenes.busy(), Scenes.busier());
    report.reading(Stage.NEXT, next, Verdict.NO_BREACH);

    assertThat(out.toString()).contains("MR Reg:     206/s\n");
  }

  private static Verdict verdict(List<Finding> findings) {
    return new Verdict(List.of(), findings);
  }

  private static List<Finding> findings() {
    Instant first = Scenes.START.minusSeconds(30);
    return List.of(
        new Finding(
            new Detection(
                "R1",
                Severity.CRITICAL,
                "MR deregistration storm",
                "/tenant\u001b[2Jb",
                Optional.of(new Party(new Cgroup(101, "/tenant\u001b[2Jb"), OptionalInt.empty())),
                "5200 deregistrations/s over 2 s while memory regions went from 7 to 17",
                "Find the program."),
            first,
            Scenes.START,
            30),
        new Finding(
            new Detection(
                "R13",
                Severity.NOTICE,
                "Packet diversion",
                "/tenant-a on rxe0",
                Optional.of(new Party(new Cgroup(102, "/tenant-a"), OptionalInt.of(7))),
                "1 queue pair of type RAW_PACKET refused to evil\u202e[7]",
                "Add it to R13_ALLOW."),
            Scenes.START,
            Scenes.START,
            1));
  }
}
