// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.search;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.Operand;

/**
 * How an execution may end.
 *
 * @param hangs whether a thread waits for ever
 * @param values of the test's observed registers and locations, in their order
 */
public record Outcome(boolean hangs, List<Long> values) implements Comparable<Outcome> {
  public Outcome {
    values = List.copyOf(values);
  }

  /** Whether it meets a test's condition. */
  public boolean meets(LitmusTest test) {
    List<Operand> observed = test.observed();
    return isCounted(test)
        && test.condition().holds(operand -> values.get(observed.indexOf(operand)), hangs);
  }

  /**
   * Whether the outcome counts for a test: those that hang count only if the condition names
   * hanging.
   */
  public boolean isCounted(LitmusTest test) {
    return !hangs || test.condition().asksForHang();
  }

  /**
   * The outcome as herd7 prints it, {@code 0:a=1; z=0;}, with {@code hang;} behind it if it hangs.
   */
  public String text(LitmusTest test) {
    List<Operand> observed = test.observed();
    return IntStream.range(0, values.size())
            .mapToObj(i -> observed.get(i) + "=" + values.get(i) + ";")
            .collect(Collectors.joining(" "))
        + (hangs ? values.isEmpty() ? "hang;" : " hang;" : "");
  }

  @Override
  public int compareTo(Outcome other) {
    for (int i = 0; i < values.size(); i++) {
      int order = values.get(i).compareTo(other.values.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Boolean.compare(hangs, other.hangs);
  }
}
