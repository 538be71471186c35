// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst;

import java.util.Locale;

/**
 * How a member passes a barrier. In every variant no member leaves before all have arrived (P1),
 * none waits for ever (P2), data put to a member before the barrier, over the same fabric, is
 * visible to that member's processor after it (P3), and a store before the barrier is visible to
 * gets after it (P4). Where D2 is lost, P3 only holds for the first of several barriers.
 *
 * <p>The variants differ in what else holds. The names are those of the claims of {@code
 * rdma-secure litmus certify barrier}. For {@link #GFENCE} it proves the claims for all numbers of
 * members and rounds up to its bounds (by default 3 and 3), and not beyond; for each other variant
 * it shows an execution of each outcome that the variant lets happen:
 *
 * <ul>
 *   <li>D2: data put between two barriers is not visible to the other member after the second.
 *   <li>D3: data put to a second member is not visible to a get of a third after the barrier.
 *   <li>D4: a get before the barrier reads what the other member stores after it.
 *   <li>D5: a put before the barrier carries what its member stores after it.
 * </ul>
 *
 * <p>All variants compare counts by {@code >=}. With {@code ==}, a member that is overtaken would
 * wait for ever (D7).
 */
public enum BarrierVariant {
  /** Stores its count, puts it, waits for the others'. Lets D2, D3, D4 and D5 happen. */
  NAIVE,

  /**
   * As {@link #NAIVE}, but takes all completions before it waits for the others. Lets D3 and D4
   * happen.
   */
  POLLMID,

  /** As {@link #NAIVE}, but takes all completions before it leaves. Lets D3 and D4 happen. */
  POLLEND,

  /**
   * As {@link #NAIVE}, but puts its count inline, so that the value is taken at posting. Lets D3,
   * D4 and D5 happen.
   */
  INLINE,

  /**
   * First gets from each peer and takes all completions, after which all that it has put is visible
   * and all that it has got is here. Then stores its count, puts it inline, and waits for the
   * others'. Lets none of the outcomes happen; costs one more round trip.
   */
  GFENCE;

  /** The name as users write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
