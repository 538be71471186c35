// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.report;

import static org.rdmamonitor.litmus.report.TextReport.line;

import java.util.SortedMap;
import java.util.stream.Collectors;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.run.RunResult;
import org.rdmamonitor.litmus.search.Outcome;
import org.rdmamonitor.litmus.search.SearchResult;

/** What was seen on devices, as litmus7 prints it; and below, whether the model allows it. */
public final class RunText {
  private RunText() {}

  /** The text of a run, compared with what the model allows; it ends with an empty line. */
  public static String of(RunResult result, SearchResult allowed) {
    LitmusTest test = result.test();
    SortedMap<Outcome, Long> outcomes = result.outcomes();
    StringBuilder text = new StringBuilder();
    line(text, "Test %s %s".formatted(test.name(), test.quantifier().kind()));
    line(text, "Histogram (%d states)".formatted(outcomes.size()));
    outcomes.forEach((outcome, count) ->
        line(
            text,
            "%-6d%s%s".formatted(count, outcome.meets(test) ? "*>" : ":>", outcome.text(test))));
    TextReport.observed(text, test, result.isValid(), result.positive(), result.negative());
    line(text, "Time " + test.name() + " " + TextReport.seconds(result.nanos()));
    line(text, "Run %s %s".formatted(test.name(), run(result)));
    line(text, "Widened %s %s".formatted(test.name(), widened(result)));
    if (result.abandoned() > 0) {
      line(text, "Abandoned %s %s".formatted(test.name(), abandoned(result)));
    }
    line(text, "Options %s %s".formatted(test.name(), allowed.options()));
    outside(text, result, allowed);
    return text.append('\n').toString();
  }

  /** A sentence about the forbidden outcomes that were seen; empty if there were none. */
  public static String finding(RunResult result, SearchResult allowed) {
    SortedMap<Outcome, Long> outside = result.outside(allowed.outcomes());
    if (outside.isEmpty()) {
      return "";
    }
    return "%s: on %s was seen what the model forbids (%s): %s"
        .formatted(
            result.test().name(),
            String.join(", ", result.devices()),
            allowed.options(),
            list(result, outside));
  }

  private static void outside(StringBuilder text, RunResult result, SearchResult allowed) {
    String name = result.test().name();
    SortedMap<Outcome, Long> outside = result.outside(allowed.outcomes());
    if (outside.isEmpty()) {
      line(
          text,
          "Model %s allows all that was seen: %d of its %d outcomes"
              .formatted(name, result.outcomes().size(), allowed.outcomes().size()));
    } else {
      line(text, "Model %s FORBIDS what was seen: %s".formatted(name, list(result, outside)));
    }
  }

  private static String list(RunResult result, SortedMap<Outcome, Long> outcomes) {
    return outcomes.entrySet().stream()
        .map(entry -> entry.getKey().text(result.test()) + " " + times(entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String times(long count) {
    return count == 1 ? "once" : count + " times";
  }

  private static String run(RunResult result) {
    long wanted = result.settings().iterations();
    long made = result.iterations() + result.abandoned();
    return "%s on %s, %d iterations/s, seed %d"
        .formatted(
            made < wanted ? made + " of " + wanted : String.valueOf(made),
            String.join(", ", result.devices()),
            Math.round(result.rate()),
            result.settings().seed());
  }

  private static String widened(RunResult result) {
    return result.seen().keySet().stream()
        .map(widening ->
            "%s %d of %d"
                .formatted(
                    ModelOptions.word(widening),
                    result.positive(widening),
                    result.iterations(widening)))
        .collect(Collectors.joining(", "));
  }

  private static String abandoned(RunResult result) {
    return "%s, not counted: a thread gave up to wait for what came later"
        .formatted(times(result.abandoned()));
  }
}
