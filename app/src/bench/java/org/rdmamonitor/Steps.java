// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What each step of something that is done again and again takes of its thread's processor time,
 * and allocates. Not thread-safe.
 */
public final class Steps {
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Map<String, Step> steps = new LinkedHashMap<>();

  private static final class Step {
    private final List<Long> nanos = new ArrayList<>();
    private final List<Long> bytes = new ArrayList<>();
  }

  /** A step. */
  public interface Work<T> {
    T run() throws IOException;
  }

  /** Takes a step once more, and gives its result. */
  public <T> T take(String name, Work<T> work) throws IOException {
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    long start = THREADS.getCurrentThreadCpuTime();
    T result = work.run();
    Step step = steps.computeIfAbsent(name, _ -> new Step());
    step.nanos.add(THREADS.getCurrentThreadCpuTime() - start);
    step.bytes.add(THREADS.getCurrentThreadAllocatedBytes() - bytes);
    return result;
  }

  /** Prints the median of the last half of each step, and gives their sum in milliseconds. */
  public double print() {
    double all = 0;
    for (Map.Entry<String, Step> step : steps.entrySet()) {
      double millis = medianOfLastHalf(step.getValue().nanos) / 1e6;
      all += millis;
      System.out.printf(
          "  %-10s %8.1f ms %8.1f MB%n",
          step.getKey(), millis, medianOfLastHalf(step.getValue().bytes) / 1e6);
    }
    return all;
  }

  /**
   * Prints for the report whether each step grows faster than the number of what it is about.
   *
   * @param whole what the steps are of
   * @param one one of those that there are {@code count} of
   * @param fewer the same steps with {@code fewerCount} of them, taken as often
   */
  public void compare(String whole, String one, int count, Steps fewer, int fewerCount) {
    for (Map.Entry<String, Step> step : steps.entrySet()) {
      Ratios ratios =
          new Ratios(
              "%s, %s: %s among %d".formatted(whole, step.getKey(), one, count),
              "one among %d".formatted(fewerCount));
      List<Long> own = step.getValue().nanos;
      List<Long> others = Objects.requireNonNull(fewer.steps.get(step.getKey())).nanos;
      for (int time = own.size() / 2; time < own.size(); time++) {
        ratios.add((double) own.get(time) / count, (double) others.get(time) / fewerCount);
      }
      ratios.print();
    }
  }

  /** The median, without the first half, in which the JVM is busy with compiling. */
  public static long medianOfLastHalf(List<Long> values) {
    long[] sorted =
        values.subList(values.size() / 2, values.size()).stream()
            .mapToLong(v -> v)
            .sorted()
            .toArray();
    return sorted[sorted.length / 2];
  }
}
