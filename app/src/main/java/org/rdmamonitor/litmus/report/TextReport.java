// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.report;

import java.util.Locale;
import org.rdmamonitor.litmus.axiomatic.AxiomaticResult;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.LitmusWriter;
import org.rdmamonitor.litmus.search.Checked;
import org.rdmamonitor.litmus.search.Outcome;
import org.rdmamonitor.litmus.search.SearchResult;
import org.rdmamonitor.litmus.search.Witness;

/** The lines that herd7 and litmus7 print, and below them what those tools do not have. */
public final class TextReport {
  private TextReport() {}

  /** The text of a check by search; it ends with an empty line. */
  public static String of(SearchResult result) {
    StringBuilder text = new StringBuilder();
    checked(text, result);
    line(text, "Search %s %s".formatted(result.test().name(), search(result)));
    return text.append('\n').toString();
  }

  /** The text of a check by the axioms; it ends with an empty line. */
  public static String of(AxiomaticResult result) {
    StringBuilder text = new StringBuilder();
    checked(text, result);
    String name = result.test().name();
    line(text, "Axioms %s %d decisions".formatted(name, result.decisions()));
    result.cycle().ifPresent(cycle -> line(text, "Cycle %s %s".formatted(name, cycle)));
    if (result.isCutShort()) {
      line(text, "Cycle %s not found: too many ways of reading".formatted(name));
    }
    return text.append('\n').toString();
  }

  private static void checked(StringBuilder text, Checked result) {
    LitmusTest test = result.test();
    line(text, "Test %s %s".formatted(test.name(), test.quantifier().kind()));
    line(text, "Histogram (%d states)".formatted(result.outcomes().size()));
    for (Outcome outcome : result.outcomes()) {
      String mark = outcome.meets(test) ? "*>" : ":>";
      line(text, "%-6d%s%s".formatted(1, mark, outcome.text(test)));
    }
    observed(text, test, result.isValid(), result.positive(), result.negative());
    line(text, "Time " + test.name() + " " + seconds(result.nanos()));
    if (result.outcomes().stream().anyMatch(outcome -> !outcome.isCounted(test))) {
      line(
          text,
          "Hang %s some executions wait for ever; the condition does not ask"
              .formatted(test.name()));
    }
    line(text, "Options %s %s".formatted(test.name(), result.options()));
    line(text, "Verdict %s %s".formatted(test.name(), Judgement.of(result)));
  }

  /** Appends what follows a histogram, down to the time. */
  static void observed(
      StringBuilder text, LitmusTest test, boolean isValid, long positive, long negative) {
    line(text, isValid ? "Ok" : "No");
    line(text, "");
    line(text, "Witnesses");
    line(text, "Positive: %d, Negative: %d".formatted(positive, negative));
    line(
        text,
        "Condition "
            + LitmusWriter.condition(test)
            + (isValid ? " is validated" : " is NOT validated"));
    line(
        text,
        "Observation %s %s %d %d"
            .formatted(test.name(), observation(positive, negative), positive, negative));
  }

  /** The text of an execution; it ends with an empty line. */
  public static String of(LitmusTest test, Witness witness) {
    StringBuilder text = new StringBuilder();
    line(text, "Witness %s %s".formatted(test.name(), witness.outcome().text(test)));
    line(text, "STEP  WHO, ROW OF THE PROGRAM, INSTRUCTION, WHAT HAPPENS");
    int width = witness.steps().stream().mapToInt(step -> step.actor().length()).max().orElse(0);
    int code =
        witness.steps().stream().mapToInt(step -> step.instruction().length()).max().orElse(0);
    for (int i = 0; i < witness.steps().size(); i++) {
      line(
          text,
          "%4d  %s  %3d  %s  %s"
              .formatted(
                  i + 1,
                  padded(witness.steps().get(i).actor(), width),
                  witness.steps().get(i).row(),
                  padded(witness.steps().get(i).instruction(), code),
                  witness.steps().get(i).action()));
    }
    witness.waiting().forEach(where -> line(text, "      %s waits for ever".formatted(where)));
    return text.append('\n').toString();
  }

  /** {@code Never}, {@code Sometimes} or {@code Always}. */
  static String observation(Checked result) {
    return observation(result.positive(), result.negative());
  }

  static String observation(long positive, long negative) {
    if (positive == 0) {
      return "Never";
    }
    return negative == 0 ? "Always" : "Sometimes";
  }

  private static String search(SearchResult result) {
    return "%d states, %d steps, %d bytes a state (%d bits), %d states/s, %s"
        .formatted(
            result.states(),
            result.steps(),
            result.bytes(),
            result.bits(),
            Math.round(result.rate()),
            result.reduced() ? "reduced" : "not reduced");
  }

  static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.2f", nanos / 1e9);
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(width - text.length());
  }

  static void line(StringBuilder text, String line) {
    text.append(line).append('\n');
  }
}
