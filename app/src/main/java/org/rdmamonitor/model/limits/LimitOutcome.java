// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.limits;

import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * What came of a limit. All numbers but the first are since the source was opened; a rule of calls
 * has only {@code refused}.
 *
 * @param held what is live, or promised and being made: objects, bytes of memory regions in whole
 *     pages of 4096, or entries of completion queues
 * @param refused calls refused
 * @param killed processes killed at the creation of an object
 * @param passed objects whose creation had not asked at the gate, or had asked for less
 * @param over how many of these were over the limit
 */
public record LimitOutcome(long held, long refused, long killed, long passed, long over) {
  public static final LimitOutcome NOTHING = new LimitOutcome(0, 0, 0, 0, 0);

  /** The parts of an outcome, in the order of every output. */
  public enum Part {
    HELD,
    REFUSED,
    KILLED,
    PASSED,
    OVER;

    private final String key = name().toLowerCase(Locale.ROOT);

    /** Its name in outputs: {@code held}. */
    public String key() {
      return key;
    }

    public long of(LimitOutcome outcome) {
      return switch (this) {
        case HELD -> outcome.held;
        case REFUSED -> outcome.refused;
        case KILLED -> outcome.killed;
        case PASSED -> outcome.passed;
        case OVER -> outcome.over;
      };
    }

    /** An outcome with this number for the part, in which all others are 0. */
    public LimitOutcome alone(long number) {
      return LimitOutcome.of(part -> part == this ? number : 0);
    }
  }

  /** An outcome with this number for each part; the function is asked in their order. */
  public static LimitOutcome of(ToLongFunction<Part> number) {
    return new LimitOutcome(
        number.applyAsLong(Part.HELD),
        number.applyAsLong(Part.REFUSED),
        number.applyAsLong(Part.KILLED),
        number.applyAsLong(Part.PASSED),
        number.applyAsLong(Part.OVER));
  }

  /** The sum of both. */
  public LimitOutcome plus(LimitOutcome other) {
    return of(part -> part.of(this) + part.of(other));
  }

  /** What came of it since another moment; what is held is the present value. */
  LimitOutcome since(LimitOutcome before) {
    return of(part -> part == Part.HELD ? held : Math.max(0, part.of(this) - part.of(before)));
  }

  /** Whether anything was refused, killed, or got past the gate. */
  boolean isEventful() {
    return refused > 0 || killed > 0 || passed > 0;
  }
}
