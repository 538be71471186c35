// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.certify;

import org.rdmamonitor.litmus.language.ConditionVerdict;
import org.rdmamonitor.litmus.language.LitmusTest;

/** Something bad that a protocol must keep from happening, with the variants that let it happen. */
public interface Claim<V extends Variant> {
  /** The name in tables and in names of tests. */
  String name();

  /** What must not happen, in a clause. */
  String bad();

  /** The fewest members of a test that can show it. */
  int leastMembers();

  /** How many rounds each member goes through in the smallest test. */
  int leastRounds();

  /** What the model says of a variant: allowed if it lets the bad outcome happen. */
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

  /** The smallest test that can show the bad outcome. */
  default LitmusTest smallest(V variant) {
    return test(variant, leastMembers(), leastRounds());
  }

  /**
   * Whether the claim has to be proved of a variant: programs are to use the variant, and it keeps
   * the bad outcome from happening.
   */
  default boolean isPromised(V variant) {
    return variant.ships() && expected(variant) == ConditionVerdict.FORBIDDEN;
  }
}
