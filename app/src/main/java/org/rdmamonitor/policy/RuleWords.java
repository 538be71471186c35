// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rdmamonitor.policy.config.FindingLimit;

/** A rule that makes findings, with its description. */
public interface RuleWords {
  /**
   * The description of a rule.
   *
   * @param title what it is, in a few words
   * @param threat why it matters
   * @param condition when it is found
   * @param advice what to do
   * @param falsePositives when it is found although nothing is wrong
   */
  record Words(
      String title, String threat, String condition, String advice, String falsePositives) {}

  /** Its id, which never changes meaning: {@code R1}. */
  String name();

  /** The rule's description. */
  Words words();

  /** What can be set for it, its switch first; empty if nothing can. */
  List<FindingLimit> limits();

  /** What it is, in a few words. */
  default String title() {
    return words().title();
  }

  /** The rule of this id, in upper or lower case. */
  static <R extends RuleWords> Optional<R> named(R[] rules, String id) {
    return Arrays.stream(rules)
        .filter(rule -> rule.name().equals(id.toUpperCase(Locale.ROOT)))
        .findFirst();
  }
}
