// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.report;

import java.util.Optional;
import org.rdmamonitor.litmus.language.ConditionVerdict;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.Quantifier;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Checked;

/**
 * What a file expects, compared with what was found.
 *
 * @param expected empty if the file expects nothing under these options
 */
public record Judgement(ConditionVerdict found, Optional<ConditionVerdict> expected) {
  /** The judgement of a result. */
  public static Judgement of(Checked result) {
    return new Judgement(result.verdict(), expected(result.test(), result.options()));
  }

  /** Whether the file expects something else. */
  public boolean isUnexpected() {
    return expected.filter(verdict -> verdict != found).isPresent();
  }

  /** The judgement in words. */
  @Override
  public String toString() {
    if (expected.isEmpty()) {
      return found.word() + ", nothing expected";
    }
    return isUnexpected()
        ? found.word() + ", NOT as expected: " + expected.get().word()
        : found.word() + ", as expected";
  }

  private static Optional<ConditionVerdict> expected(LitmusTest test, ModelOptions options) {
    if (options.equals(ModelOptions.RXE)) {
      return test.expected("rxe");
    }
    if (!options.equals(ModelOptions.DEFAULT)) {
      return Optional.empty();
    }
    Optional<ConditionVerdict> written = test.expected("");
    return written.isPresent() ? written : implied(test.quantifier());
  }

  private static Optional<ConditionVerdict> implied(Quantifier quantifier) {
    return switch (quantifier) {
      case EXISTS -> Optional.empty();
      case NOT_EXISTS -> Optional.of(ConditionVerdict.FORBIDDEN);
      case FOR_ALL -> Optional.of(ConditionVerdict.REQUIRED);
    };
  }
}
