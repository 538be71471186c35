// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.certify;

import org.rdmamonitor.litmus.language.ConditionVerdict;
import org.rdmamonitor.litmus.language.LitmusTest;

/**
 * Something bad that a protocol is to keep from happening, with the variants that let it happen.
 */
public interface Claim<V extends Variant> {
  /** As tables and names of tests have it. */
  String name();

  /** What must not happen, in a clause. */
  String bad();

  /** Members that it takes. */
  int leastMembers();

  /** Rounds that each member goes through in the smallest test. */
  int leastRounds();

  /** What the model says of a variant. */
  ConditionVerdict expected(V variant);

  /** What the model says of a variant on soft-RoCE. */
  ConditionVerdict expectedOnRxe(V variant);

  /**
   * A test whose condition is the bad outcome.
   *
   * @param members from {@link #leastMembers}
   * @param rounds for each member, from {@link #leastRounds}
   */
  LitmusTest test(V variant, int members, int rounds);

  /** The smallest test that shows it. */
  default LitmusTest smallest(V variant) {
    return test(variant, leastMembers(), leastRounds());
  }

  /**
   * Whether it is to be proved of a variant: that one is to be used, and keeps it from happening.
   */
  default boolean isPromised(V variant) {
    return variant.ships() && expected(variant) == ConditionVerdict.FORBIDDEN;
  }
}
