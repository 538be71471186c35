// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst;

import java.util.Locale;

/**
 * How a member goes through a barrier. In every variant no member leaves before all have arrived
 * (P1), none waits for ever (P2), data put to a member before the barrier, over the same fabric, is
 * visible to that member's processor after it (P3), and a store before the barrier is visible to
 * gets after it (P4); P3 only in the first of several barriers, where D2 is lost.
 *
 * <p>What else holds differs. The names are those of the claims of {@code rdma-secure litmus
 * certify barrier}, which proves those of {@link #GFENCE} for all numbers of members and rounds up
 * to its bounds (by default 3 and 3), and for no more, and shows for each other variant an
 * execution of each outcome that it lets happen:
 *
 * <ul>
 *   <li>D2: data put between two barriers is not visible to the other member after the second.
 *   <li>D3: data put to a second member is not visible to a get of a third after the barrier.
 *   <li>D4: a get before the barrier reads what the other member stores after it.
 *   <li>D5: a put before the barrier carries what its member stores after it.
 * </ul>
 *
 * <p>All compare rows by {@code >=}: by {@code ==} a member that is overtaken waits for ever (D7).
 */
public enum BarrierVariant {
  /** Stores its row, puts it, awaits the others'. Lets D2, D3, D4 and D5 happen. */
  NAIVE,

  /** Takes all completions before it awaits the others. Lets D3 and D4 happen. */
  POLLMID,

  /** Takes all completions before it leaves. Lets D3 and D4 happen. */
  POLLEND,

  /** Puts its row inline, so that the value is taken at posting. Lets D3, D4 and D5 happen. */
  INLINE,

  /**
   * Gets from each peer and takes all completions first, so that all that it has put is visible and
   * all that it has got is here; then stores its row, puts it inline, and awaits the others'. Lets
   * none of them happen; costs a round trip more.
   */
  GFENCE;

  /** As users write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
