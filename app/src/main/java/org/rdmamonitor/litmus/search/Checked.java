// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.search;

import java.util.SortedSet;
import org.rdmamonitor.litmus.language.ConditionVerdict;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.ModelOptions;

/** What is known of a test once all its outcomes are known, however they were found. */
public interface Checked {
  /** The test. */
  LitmusTest test();

  /** The model's options. */
  ModelOptions options();

  /** All outcomes. */
  SortedSet<Outcome> outcomes();

  /** How long the check took. */
  long nanos();

  /** How many outcomes count for the condition and meet it. */
  default long positive() {
    return outcomes().stream().filter(outcome -> outcome.meets(test())).count();
  }

  /** How many outcomes count for the condition and do not meet it. */
  default long negative() {
    return outcomes().stream().filter(outcome -> outcome.isCounted(test())).count() - positive();
  }

  /** Whether the condition holds as its quantifier says. */
  default boolean isValid() {
    return test().quantifier().isValid(positive(), negative());
  }

  /** What was found about the condition. */
  default ConditionVerdict verdict() {
    return ConditionVerdict.of(test().quantifier(), positive(), negative());
  }
}
