// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.util.List;
import org.rdmamonitor.litmus.run.Ending;
import org.rdmamonitor.litmus.run.Widening;

/** The numbers that stand for enum constants on the wire; they never change. */
final class WireNumbers {
  private static final List<Widening> WIDENINGS =
      List.of(Widening.NONE, Widening.FENCE, Widening.READS);

  private static final List<Ending> ENDINGS =
      List.of(Ending.THROUGH, Ending.HANGS, Ending.ABANDONED);

  private WireNumbers() {}

  static int of(Widening widening) {
    return WIDENINGS.indexOf(widening);
  }

  static int of(Ending ending) {
    return ENDINGS.indexOf(ending);
  }

  /** The widening of a number; throws {@link IllegalArgumentException} if there is none. */
  static Widening widening(int code) {
    RangeCheck.range("widening", code, 0, WIDENINGS.size() - 1L);
    return WIDENINGS.get(code);
  }

  /** The ending of a number; throws {@link IllegalArgumentException} if there is none. */
  static Ending ending(int code) {
    RangeCheck.range("ending", code, 0, ENDINGS.size() - 1L);
    return ENDINGS.get(code);
  }
}
