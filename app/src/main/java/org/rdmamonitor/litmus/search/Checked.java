// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.search;

import java.util.SortedSet;
import org.rdmamonitor.litmus.language.ConditionVerdict;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.ModelOptions;

/** What is known of a test when all its outcomes are, however they were found. */
public interface Checked {
  /** The test. */
  LitmusTest test();

  /** The model's options. */
  ModelOptions options();

  /** All outcomes that there are. */
  SortedSet<Outcome> outcomes();

  /** How long it took. */
  long nanos();

  /** Outcomes that the condition is asked of and that meet it. */
  default long positive() {
    return outcomes().stream().filter(outcome -> outcome.meets(test())).count();
  }

  /** Outcomes that the condition is asked of and that do not meet it. */
  default long negative() {
    return outcomes().stream().filter(outcome -> outcome.isCounted(test())).count() - positive();
  }

  /** Whether the condition is as its quantifier says. */
  default boolean isValid() {
    return test().quantifier().isValid(positive(), negative());
  }

  /** What was found about the condition. */
  default ConditionVerdict verdict() {
    return ConditionVerdict.of(test().quantifier(), positive(), negative());
  }
}
