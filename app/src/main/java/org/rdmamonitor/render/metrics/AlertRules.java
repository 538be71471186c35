// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.Unit;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.text.Printable;

/**
 * Alert rules for Prometheus, as YAML: those that apply to every host, and one for each limit of a
 * configuration file. The latter apply to all hosts that are scraped, whatever their own files say.
 */
public final class AlertRules {
  /** Long enough for four scrapes at the usual 15 or 30 seconds. */
  private static final String WINDOW = "2m";

  private static final String HEAD =
      """
      # SPDX-License-Identifier: MIT
      # Alerts on the metrics of rdma-monitor, which rdma-monitor(1) explains. Written by
      # 'rdma-monitor export --rules'; each limit of the configuration file has one below.
      groups:
      """;

  private final StringBuilder text = new StringBuilder(HEAD);

  private AlertRules() {}

  /** The rules for the settings of a configuration file. */
  public static String of(Settings settings) {
    AlertRules rules = new AlertRules();
    rules.text.append(HostAlerts.of(settings));
    rules.limits(settings);
    return rules.text.toString();
  }

  private void limits(Settings settings) {
    if (settings.thresholds().byRule().isEmpty() && settings.tenants().isEmpty()) {
      return;
    }
    text.append("  - name: rdma-monitor-limits\n    rules:\n");
    settings.thresholds().byRule().forEach((rule, limit) -> limit(rule, limit, ""));
    new TreeMap<>(settings.tenants())
        .forEach((path, limits) -> limits.byRule().forEach((rule, n) -> limit(rule, n, path)));
  }

  /**
   * Writes a rule for a limit.
   *
   * @param cgroup whose limit it is, including all below it; empty for the host's
   */
  private void limit(Rule rule, long limit, String cgroup) {
    Map<String, String> labels = new TreeMap<>(Map.of("severity", "warning", "rule", rule.name()));
    String whose = "{{ $labels.instance }}";
    if (!cgroup.isEmpty()) {
      labels.put("cgroup", literal(Printable.of(cgroup)));
      whose = literal(Printable.of(cgroup)) + " on {{ $labels.instance }}";
    }
    String amount =
        switch (rule) {
          case Rule.Count count -> "{{ $value }} " + count.label();
          case Rule.Total total when total.unit() == Unit.BYTES ->
              "{{ $value | humanize1024 }}B in " + total.size().objects();
          case Rule.Total total -> "{{ $value }} entries of " + total.size().objects();
          case Rule.Rate _, Rule.Calls _ -> "{{ $value | humanize }} " + rule.label() + " a second";
          case Rule.Peers peers -> throw new IllegalArgumentException(peers.name());
        };
    alert(
        cgroup.isEmpty() ? "RdmaHostLimit" : "RdmaCgroupLimit",
        "sum by (job, instance) (%s) > %d".formatted(amount(rule, cgroup), limit),
        labels,
        "%s has %s, more than %s".formatted(whose, amount, words(rule, limit)));
  }

  private static String words(Rule rule, long limit) {
    return rule.name() + " " + (limit == 0 ? Limits.NONE : Long.toString(limit));
  }

  private static String amount(Rule rule, String cgroup) {
    String metric = cgroup.isEmpty() ? "rdma_monitor_" : "rdma_monitor_cgroup_";
    return switch (rule) {
      case Rule.Count count ->
          metric + "resources{" + matchers("type=\"" + count.type().name() + "\"", cgroup) + "}";
      case Rule.Total total -> "rdma_monitor_" + total.size().key() + braces(matchers("", cgroup));
      case Rule.Rate one -> rate(metric, "verb=\"" + one.verb().name() + "\"", cgroup);
      case Rule.Calls all ->
          rate(
              metric,
              Arrays.stream(Verb.values())
                  .filter(all::concerns)
                  .map(Verb::name)
                  .collect(Collectors.joining("|", "verb=~\"", "\"")),
              cgroup);
      case Rule.Peers peers -> throw new IllegalArgumentException(peers.name());
    };
  }

  private static String rate(String metric, String verbs, String cgroup) {
    return "rate(%sverbs_total{%s}[%s])".formatted(metric, matchers(verbs, cgroup), WINDOW);
  }

  private static String braces(String matchers) {
    return matchers.isEmpty() ? "" : "{" + matchers + "}";
  }

  /** A cgroup includes everything below it. */
  private static String matchers(String first, String cgroup) {
    List<String> all = new ArrayList<>(first.isEmpty() ? List.of() : List.of(first));
    if (!cgroup.isEmpty()) {
      String path = regex(Printable.of(cgroup.equals("/") ? "" : cgroup));
      all.add("cgroup=~\"" + (path + "(/.*)?").replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
    }
    return String.join(",", all);
  }

  /** A regular expression of RE2 that matches exactly this text. */
  private static String regex(String text) {
    return text.replaceAll("([\\\\.+*?()|\\[\\]{}^$])", "\\\\$1");
  }

  /** Text in which Go's templates find nothing to replace. */
  private static String literal(String text) {
    return text.replace("{{", "{{ \"{{\" }}");
  }

  private void alert(String name, String expression, Map<String, String> labels, String summary) {
    text.append("      - alert: ").append(name).append('\n');
    line("expr", expression);
    text.append("        labels:\n");
    new TreeMap<>(labels).forEach((label, value) -> line("  " + label, value));
    text.append("        annotations:\n");
    line("  summary", summary);
  }

  /** A value in single quotes, within which YAML gives only the quote a meaning. */
  private void line(String key, String value) {
    text.append("        ")
        .append(key)
        .append(": '")
        .append(value.replace("'", "''"))
        .append("'\n");
  }
}
