// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.barrier;

import org.rdmamonitor.litmus.certify.GroupProgram;
import org.rdmamonitor.litmus.language.Comparison;
import org.rdmamonitor.litmus.language.Source;

/**
 * A program with barriers. A member's row is {@code rm}, the copy of it at member {@code p} is
 * {@code rm.p}, and what its fences get goes to {@code gm}.
 */
final class BarrierProgram extends GroupProgram {
  private final BarrierVariant variant;
  private final Comparison comparison;
  private final int[] rounds;

  /**
   * A program that has the rows, and no instructions yet.
   *
   * @param members from 2
   * @param comparison of a copy with the number of the round, from 1
   */
  BarrierProgram(int members, BarrierVariant variant, Comparison comparison) {
    super(members);
    this.variant = variant;
    this.comparison = comparison;
    rounds = new int[members + 1];
    for (int member = 1; member <= members; member++) {
      at(member, row(member));
      for (int peer : peers(member)) {
        at(peer, copy(member, peer));
      }
      if (variant == BarrierVariant.GFENCE) {
        at(member, "g" + member);
      }
    }
  }

  /** Lets a member go through this many barriers. */
  void barriers(int member, int times) {
    for (int i = 0; i < times; i++) {
      barrier(member);
    }
  }

  /** Lets a member go through a barrier. */
  void barrier(int member) {
    int round = ++rounds[member];
    if (variant == BarrierVariant.GFENCE) {
      peers(member).forEach(peer -> get(member, peer, "g" + member, row(peer)));
      poll(member);
    }
    store(member, row(member), round);
    peers(member).forEach(peer -> broadcast(member, peer));
    if (variant == BarrierVariant.POLLMID) {
      poll(member);
    }
    peers(member).forEach(peer -> await(member, copy(peer, member), comparison, round));
    if (variant == BarrierVariant.POLLEND) {
      poll(member);
    }
  }

  private void broadcast(int member, int peer) {
    boolean isInline = variant == BarrierVariant.INLINE || variant == BarrierVariant.GFENCE;
    if (isInline) {
      inlinePut(member, peer, copy(member, peer), row(member));
    } else {
      put(member, peer, copy(member, peer), new Source.Memory(row(member)));
    }
  }

  private static String row(int member) {
    return "r" + member;
  }

  private static String copy(int owner, int holder) {
    return "r" + owner + "." + holder;
  }
}
