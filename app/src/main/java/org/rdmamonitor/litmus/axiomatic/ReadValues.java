// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.rdmamonitor.litmus.axiomatic.Access.Read;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.search.Outcome;

/**
 * The values that reads read and that locations hold at the end, as far as it has been decided
 * which writes they come from.
 */
final class ReadValues {
  /** In place of a write: the initial value of the location. */
  static final int INITIAL = -1;

  /** In place of a write: not decided yet. */
  private static final int OPEN = -2;

  private final Skeleton skeleton;

  /** By read: the write that it reads. */
  private final int[] source;

  /** By location: the last write. */
  private final Map<String, Integer> last = new HashMap<>();

  ReadValues(Skeleton skeleton) {
    this.skeleton = skeleton;
    source = new int[skeleton.reads.size()];
    Arrays.fill(source, OPEN);
  }

  /** Decides that a read reads this write, or {@link #INITIAL}. */
  void setSource(Read read, int write) {
    source[read.id()] = write;
  }

  void openSource(Read read) {
    source[read.id()] = OPEN;
  }

  /** What a read reads: a write, or {@link #INITIAL}. This must have been decided. */
  int source(Read read) {
    return source[read.id()];
  }

  /** The last write of a location, or {@link #INITIAL}. */
  int last(String location) {
    return last.getOrDefault(location, INITIAL);
  }

  /** Decides that this write, or {@link #INITIAL}, is the last of a location. */
  void setLast(String location, int write) {
    last.put(location, write);
  }

  /** Whether no value known so far contradicts what the shape demands. */
  boolean areMet() {
    for (Demand demand : skeleton.demands) {
      OptionalLong left = of(demand.left());
      OptionalLong right = of(demand.right());
      if (left.isPresent()
          && right.isPresent()
          && !demand.holds(left.getAsLong(), right.getAsLong())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether no value at the end satisfies an await that is to wait for ever. Everything must have
   * been decided.
   */
  boolean areWaiting() {
    return skeleton.waits.stream()
        .noneMatch(
            wait -> wait.comparison().holds(lastValue(wait.location()), known(wait.value())));
  }

  /** The outcome. Everything must have been decided. */
  Outcome outcome() {
    List<Long> seen =
        skeleton.test.observed().stream()
            .map(operand ->
                switch (operand) {
                  case Operand.Register register -> known(skeleton.register(register));
                  case Operand.Memory(String location) -> lastValue(location);
                  case Operand.Literal(long value) -> value;
                })
            .toList();
    return new Outcome(skeleton.shape.hangs(skeleton.test), seen);
  }

  /**
   * Whether all these reads have a value. They have none if they depend on each other in a circle.
   */
  boolean areGrounded(List<Read> reads) {
    return reads.stream().allMatch(read -> of(new Value(read.id(), 0)).isPresent());
  }

  private OptionalLong of(Value value) {
    long sum = 0;
    Value at = value;
    for (int steps = 0; steps <= source.length; steps++) {
      sum += at.constant();
      if (at.read() < 0) {
        return OptionalLong.of(sum);
      }
      int write = source[at.read()];
      if (write == OPEN) {
        return OptionalLong.empty();
      }
      if (write == INITIAL) {
        return OptionalLong.of(sum + initial(skeleton.reads.get(at.read()).location()));
      }
      at = skeleton.writes.get(write).value();
    }
    return OptionalLong.empty();
  }

  private long known(Value value) {
    return of(value).orElseThrow();
  }

  private long lastValue(String location) {
    int write = last(location);
    return write == INITIAL ? initial(location) : known(skeleton.writes.get(write).value());
  }

  private long initial(String location) {
    return skeleton.test.location(location).orElseThrow().value();
  }
}
