// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.util.Map;
import org.rdmamonitor.model.BoundedMap;

/**
 * Numbers for opened devices, in the order in which they are met. The BPF programs distinguish them
 * by numbers that are derived from kernel addresses, which must not leave this process. Safe for
 * use by several threads.
 */
final class Openings {
  /** How many are kept; the least recently met is forgotten, and gets another number later. */
  static final int MOST = 4096;

  private final Map<Integer, Integer> numbers = new BoundedMap<>(MOST);
  private int last;

  /** The number of an opened device, from 1. */
  synchronized int number(int opening) {
    return numbers.computeIfAbsent(opening, met -> ++last);
  }
}
