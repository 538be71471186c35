// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.activity.Latency;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.render.Digest.Summary;
import org.rdmamonitor.render.words.Figures;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Times;

/** Two runs side by side, as a table; rows that are empty in both are left out. */
public final class Comparison {
  private final Appendable out;
  private final Summary a;
  private final Summary b;
  private final List<List<String>> rows = new ArrayList<>();

  private Comparison(Appendable out, Summary a, Summary b) {
    this.out = out;
    this.a = a;
    this.b = b;
  }

  /** Writes the table. */
  public static void write(Appendable out, Summary a, Summary b) throws IOException {
    new Comparison(out, a, b).write();
  }

  private void write() throws IOException {
    out.append("A: ").append(title(a)).append('\n');
    out.append("B: ").append(title(b)).append("\n\n");
    rows.add(List.of("", "A", "B", "B - A", "B / A"));
    for (Verb verb : Verb.values()) {
      verb(verb);
    }
    for (ResourceType type : ResourceType.values()) {
      count("live " + type.name(), s -> s.whole().host().total().live(type));
    }
    for (Size size : Size.values()) {
      amount("live " + size.label(), s -> s.whole().host().total().total(size), size::text);
    }
    for (Rule rule : Rule.all()) {
      count("breaches of " + rule.name(), s -> s.breaches().getOrDefault(rule, 0L));
    }
    count("lost events", s -> s.whole().health().of(Figure.LOST_EVENTS));
    table();
  }

  private static String title(Summary summary) {
    Snapshot whole = summary.whole();
    return "%s: %d readings in %s s until %s"
        .formatted(
            Printable.of(summary.name()),
            summary.readings(),
            Times.seconds(whole.interval().truncatedTo(ChronoUnit.MILLIS)),
            whole.time());
  }

  private void verb(Verb verb) {
    count(verb.name() + " calls", s -> s.whole().host().delta().calls(verb));
    count(verb.name() + " failed", s -> s.whole().host().delta().failed(verb));
    rate(verb);
    nanos(verb.name() + " p50", s -> latency(s, verb).p50());
    nanos(verb.name() + " p99", s -> latency(s, verb).p99());
  }

  private static Latency latency(Summary summary, Verb verb) {
    return summary.whole().details().latency().getOrDefault(verb, Latency.NONE);
  }

  private void rate(Verb verb) {
    double one = a.whole().host().rate(verb);
    double other = b.whole().host().rate(verb);
    if (one != 0 || other != 0) {
      String sign = other < one ? "-" : "+";
      rows.add(
          List.of(
              verb.name() + " per second",
              Figures.rate(one),
              Figures.rate(other),
              one == other ? "0" : sign + Figures.rate(Math.abs(other - one)),
              ratio(one, other)));
    }
  }

  private void count(String label, ToLongFunction<Summary> value) {
    amount(label, value, n -> Long.toString(n));
  }

  /** A percentile; a side without a call has none. */
  private void nanos(String label, ToLongFunction<Summary> value) {
    long one = value.applyAsLong(a);
    long other = value.applyAsLong(b);
    if (one != 0 && other != 0) {
      amount(label, value, Times::three);
    } else if (one != 0 || other != 0) {
      rows.add(List.of(label, durationOrNone(one), durationOrNone(other), "-", "-"));
    }
  }

  private static String durationOrNone(long nanos) {
    return nanos == 0 ? "-" : Times.three(nanos);
  }

  private void amount(String label, ToLongFunction<Summary> value, Function<Long, String> format) {
    long one = value.applyAsLong(a);
    long other = value.applyAsLong(b);
    if (one != 0 || other != 0) {
      long difference = other - one;
      String sign = difference < 0 ? "-" : "+";
      rows.add(
          List.of(
              label,
              format.apply(one),
              format.apply(other),
              difference == 0 ? "0" : sign + format.apply(Math.abs(difference)),
              ratio((double) one, (double) other)));
    }
  }

  private static String ratio(double one, double other) {
    return one == 0 ? "-" : String.format(Locale.ROOT, "%.2f", other / one);
  }

  private void table() throws IOException {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder(Page.padded(row.getFirst(), widths[0]));
      for (int i = 1; i < widths.length; i++) {
        line.append("  ").append(" ".repeat(widths[i] - row.get(i).length())).append(row.get(i));
      }
      out.append(line).append('\n');
    }
  }
}
