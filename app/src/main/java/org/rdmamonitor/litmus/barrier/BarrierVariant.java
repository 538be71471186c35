// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.barrier;

import java.util.Locale;
import org.rdmamonitor.litmus.certify.Variant;

/** How a member goes through a barrier. */
public enum BarrierVariant implements Variant {
  /** Stores its row, puts it to all others, and waits for theirs. */
  NAIVE("store the row; put it; await the others'"),

  /** Polls the puts before it waits. */
  POLLMID("store the row; put it; poll; await the others'"),

  /** Polls the puts before it leaves. */
  POLLEND("store the row; put it; await the others'; poll"),

  /** Puts the row inline, so that the value is taken at posting. */
  INLINE("store the row; put it inline; await the others'"),

  /**
   * The variant that programs use: flushes all that the member has under way before it tells the
   * others.
   */
  GFENCE("get from each; poll all; store the row; put it inline; await the others'");

  private final String summary;

  BarrierVariant(String summary) {
    this.summary = summary;
  }

  @Override
  public String summary() {
    return summary;
  }

  @Override
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean ships() {
    return this == GFENCE;
  }
}
