// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.util.Map;
import org.rdmamonitor.model.BoundedMap;

/**
 * Numbers for what devices were opened as, in the order in which they are met. What the BPF
 * programs tell them apart by comes of kernel addresses, which are nobody's business outside this
 * process. Safe for use by several threads.
 */
final class Openings {
  /**
   * How many are known; the one that was not met for longest is forgotten, and gets another number
   * then.
   */
  static final int MOST = 4096;

  private final Map<Integer, Integer> numbers = new BoundedMap<>(MOST);
  private int last;

  /** The number of one, from 1. */
  synchronized int number(int opening) {
    return numbers.computeIfAbsent(opening, met -> ++last);
  }
}
