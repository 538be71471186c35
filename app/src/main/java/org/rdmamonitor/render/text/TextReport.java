// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.QueuePairsByType;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.Snapshot.DeviceActivity;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.Errno;
import org.rdmamonitor.model.call.ErrnoExplanation;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.connection.ConnectionSummary;
import org.rdmamonitor.model.ethernet.FlowRule;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.model.resource.Unit;
import org.rdmamonitor.policy.ConfigStatus;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.render.Report;
import org.rdmamonitor.render.words.ConnectionWords;
import org.rdmamonitor.render.words.Figures;
import org.rdmamonitor.render.words.Unwatched;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Times;

/** The report as plain text, in sections with a timestamp each. */
public final class TextReport implements Report {
  /** Flow rules that are told of one by one. */
  private static final int MOST_RULES = 20;

  private final TextOptions options;
  private final Page page;
  private Limits thresholds;

  /**
   * A report.
   *
   * @param out where it is written; it is not flushed
   * @param thresholds as they are shown at the start
   */
  public TextReport(Appendable out, Limits thresholds, TextOptions options) {
    this.thresholds = thresholds;
    this.options = options;
    this.page = new Page(out, options);
  }

  @Override
  public void reading(Stage stage, Snapshot snapshot, Verdict verdict) throws IOException {
    if (stage == Stage.INTERRUPTED) {
      return;
    }
    if (stage == Stage.FIRST) {
      banner();
      configuration(snapshot.time());
    }
    QueuePairsByType queuePairs = QueuePairsByType.of(snapshot.details().inventory());
    resourceCounts(snapshot, verdict, queuePairs);
    page.title(snapshot.time(), "Per-Cgroup RDMA Statistics:");
    new CgroupSection(page).write(snapshot, verdict, queuePairs);
    page.end();
    new ProcessSection(page, options.processes()).write(snapshot);
    new EthernetSection(page).write(snapshot);
    new CgroupLimitsSection(page).write(snapshot, verdict);
    frequency(snapshot, verdict, stage == Stage.FIRST);
    new LatencySection(page).write(snapshot);
    new EnforcementSection(page).write(snapshot);
    new FindingsSection(page).write(snapshot.time(), verdict.findings());
    health(snapshot.time(), snapshot.health());
  }

  @Override
  public void configuration(Settings settings, ConfigStatus status) {
    thresholds = settings.thresholds();
  }

  @Override
  public void stopped(Instant time) throws IOException {
    page.rule();
    page.title(time, "RDMA Control Path Monitor Stopped");
  }

  private void banner() throws IOException {
    page.line(
        "RDMA Control Path Monitor Started (interval: %s seconds)"
            .formatted(Times.seconds(options.interval())));
    page.end();
  }

  private void configuration(Instant time) throws IOException {
    List<String> counts = new ArrayList<>();
    List<String> rates = new ArrayList<>();
    List<String> disabled = new ArrayList<>();
    for (Rule rule : Rule.all()) {
      OptionalLong limit = thresholds.of(rule);
      if (limit.isEmpty()) {
        disabled.add(setting(rule, "DISABLED"));
        continue;
      }
      List<String> alike = rule.unit() == Unit.CALLS_PER_SECOND ? rates : counts;
      String most = Figures.limit(rule, limit.getAsLong());
      alike.add(setting(rule, most.equals(Limits.NONE) ? most : ">" + most));
    }
    page.rule();
    page.title(time, "Interception Configuration:");
    settings("Resource Count Based Interception:", counts);
    page.line("");
    settings("Frequency Based Interception:", rates);
    page.line("");
    settings("Disabled Interceptions:", disabled);
    if (thresholds.peers().isPresent()) {
      page.line("");
      settings("Permitted Peers:", List.of(thresholds.peers().get().text()));
    }
    page.end();
  }

  private static String setting(Rule rule, String value) {
    return Page.padded(rule.name(), 15) + ": " + value;
  }

  private void settings(String heading, List<String> settings) throws IOException {
    page.line(heading);
    for (String setting : settings.isEmpty() ? List.of("(none)") : settings) {
      page.line("  " + setting);
    }
  }

  private void resourceCounts(Snapshot snapshot, Verdict verdict, QueuePairsByType queuePairs)
      throws IOException {
    page.rule();
    page.title(snapshot.time(), "RDMA Resource Counts:");
    for (ResourceType type : ResourceType.values()) {
      String label = "%s (%s):".formatted(type.name(), type.plural());
      long live = snapshot.host().total().live(type);
      Rule count = new Rule.Count(type);
      page.line(
          Page.padded(label, 21)
              + " "
              + live
              + page.flag(verdict.flags(count), Verdict.intercepts(snapshot, count)));
      if (type == ResourceType.QP) {
        types(queuePairs);
        connections(
            ConnectionSummary.of(snapshot.details().inventory(), snapshot.details().facts()));
      }
    }
    for (Size size : Size.values()) {
      Rule total = new Rule.Total(size);
      if (thresholds.has(total)) {
        page.line(
            Page.padded(size.label() + ":", 21)
                + " "
                + size.text(snapshot.host().total().total(size))
                + page.flag(verdict.flags(total), Verdict.intercepts(snapshot, total)));
      }
    }
    for (DeviceActivity device : snapshot.devices()) {
      Counts counts = device.activity().total();
      if (isThere(device.device()) || counts.hasLiveObjects()) {
        page.line("  " + Printable.of(device.device().label()) + ": " + perType(counts));
      }
    }
    flowRules(snapshot);
    page.end();
  }

  private void flowRules(Snapshot snapshot) throws IOException {
    List<FlowRule> rules = snapshot.details().flowRules();
    if (rules.isEmpty()) {
      return;
    }
    page.line("Flow rules:           " + rules.size());
    for (FlowRule rule : rules.subList(0, Math.min(rules.size(), MOST_RULES))) {
      page.line(
          "  %s: %s, of %s[%d]"
              .formatted(
                  Printable.of(snapshot.device(rule.device())),
                  Printable.of(rule.match().text()),
                  Printable.of(rule.maker().comm()),
                  rule.maker().pid()));
    }
    if (rules.size() > MOST_RULES) {
      page.line("  and %d more".formatted(rules.size() - MOST_RULES));
    }
  }

  private void types(QueuePairsByType queuePairs) throws IOException {
    String types = QueuePairsByType.text(queuePairs.ofHost());
    if (!types.isEmpty()) {
      String rest = queuePairs.leftOut() > 0 ? ", %d not told".formatted(queuePairs.leftOut()) : "";
      page.line("  by type: " + types + rest);
    }
  }

  private void connections(ConnectionSummary summary) throws IOException {
    if (!summary.isEmpty()) {
      page.line("  " + ConnectionWords.summary(summary));
    }
  }

  private static boolean isThere(Device device) {
    return !device.equals(Device.unnamed(device.index()));
  }

  private static String perType(Counts counts) {
    List<String> parts = new ArrayList<>();
    for (ResourceType type : ResourceType.values()) {
      parts.add(type.name() + " " + counts.live(type));
    }
    return String.join("  ", parts);
  }

  private void frequency(Snapshot snapshot, Verdict verdict, boolean first) throws IOException {
    page.title(snapshot.time(), "RDMA Operation Frequency (calls per second):");
    if (first) {
      page.line("(known after the first interval)");
    }
    Map<Verb, String> unwatched = Unwatched.verbs(snapshot);
    List<Verb> shown = snapshot.host().total().verbsInTables();
    int width = 1 + shown.stream().mapToInt(verb -> verb.label().length()).max().orElse(0);
    for (Verb verb : shown) {
      String reason = unwatched.get(verb);
      if (reason != null) {
        frequency(verb, width, "n/a (" + Printable.of(reason) + ")");
      } else if (!first) {
        String flag =
            page.flag(verdict.flags(verb, snapshot.host()), Verdict.intercepts(snapshot, verb));
        frequency(verb, width, rate(snapshot, verb) + failures(snapshot, verb) + flag);
        explanations(snapshot, verb, width);
      }
    }
    page.end();
  }

  private void frequency(Verb verb, int width, String value) throws IOException {
    page.line(Page.padded(verb.label() + ":", width) + " " + value);
  }

  private String rate(Snapshot snapshot, Verb verb) {
    double rate = snapshot.host().rate(verb);
    OptionalLong limit = thresholds.of(new Rule.Rate(verb));
    boolean above = limit.isPresent() && rate > limit.getAsLong();
    return (above ? Figures.rateAbove(rate, limit.getAsLong()) : Figures.rate(rate)) + "/s";
  }

  private static String failures(Snapshot snapshot, Verb verb) {
    long failed = snapshot.host().delta().failed(verb);
    Map<Integer, Long> errors = snapshot.errors().getOrDefault(verb, Map.of());
    return failed > 0 ? " (" + Figures.failures(failed, errors) + ")" : "";
  }

  /** Below a call that failed, what its errors usually mean. */
  private void explanations(Snapshot snapshot, Verb verb, int width) throws IOException {
    Map<Integer, Long> errors = snapshot.errors().getOrDefault(verb, Map.of());
    for (int errno : new TreeSet<>(errors.keySet())) {
      Optional<ErrnoExplanation> known = ErrnoExplanation.of(verb, errno);
      if (known.isPresent()) {
        page.line(Page.padded("", width) + " " + Errno.name(errno) + ": " + known.get().brief());
      }
    }
  }

  private void health(Instant time, Health health) throws IOException {
    List<String> lines = HealthLines.of(health);
    if (lines.isEmpty()) {
      return;
    }
    page.title(time, "Monitor health:");
    for (String line : lines) {
      page.line(line);
    }
    page.end();
  }
}
