// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/**
 * How long a run of one size goes on: a number of operations, or a time; the other is 0.
 *
 * @param iterations for each queue pair, up to 10^12
 * @param durationMillis milliseconds, up to a day
 */
public record Extent(long iterations, long durationMillis) {
  private static final Field ITERATIONS = new Field("iterations", 0, 1_000_000_000_000L);
  private static final Field DURATION = new Field("duration_ms", 0, 86_400_000);

  public Extent {
    ITERATIONS.check(iterations);
    DURATION.check(durationMillis);
    if ((iterations == 0) == (durationMillis == 0)) {
      throw new FieldException(
          "iterations",
          iterations + " with duration_ms " + durationMillis,
          "exactly one of the two is above 0");
    }
  }

  public static Extent ofIterations(long iterations) {
    return new Extent(iterations, 0);
  }

  public static Extent ofMillis(long durationMillis) {
    return new Extent(0, durationMillis);
  }

  void write(WireOutput out) {
    out.u64(iterations);
    out.u32(durationMillis);
  }

  static Extent read(WireInput in) throws WireException {
    return new Extent(in.u64(), in.u32());
  }
}
