// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

import java.util.Arrays;
import java.util.Optional;

/** What executions say about the condition itself, whatever the quantifier. */
public enum ConditionVerdict {
  /** Some outcome meets it. */
  ALLOWED("Allowed"),

  /** None does. */
  FORBIDDEN("Forbidden"),

  /** All outcomes meet it; used only with {@link Quantifier#FOR_ALL}. */
  REQUIRED("Required");

  private final String word;

  ConditionVerdict(String word) {
    this.word = word;
  }

  /** The word in files and reports. */
  public String word() {
    return word;
  }

  /** The verdict of a word; empty if it is none. */
  public static Optional<ConditionVerdict> of(String word) {
    return Arrays.stream(values()).filter(verdict -> verdict.word.equals(word)).findFirst();
  }

  /** The verdict that follows from how many outcomes meet the condition and how many do not. */
  public static ConditionVerdict of(Quantifier quantifier, long positive, long negative) {
    if (quantifier == Quantifier.FOR_ALL && negative == 0) {
      return REQUIRED;
    }
    return positive > 0 ? ALLOWED : FORBIDDEN;
  }
}
