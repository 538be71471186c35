// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.generate;

import java.util.Arrays;
import java.util.List;

/**
 * A read or a write of a variable.
 *
 * @param value what is written; for a read, what it reads in the outcome that is asked about
 */
record GeneratedAccess(boolean isWrite, String variable, long value) {
  /** The accesses that words like {@code Wx1 Ry0} stand for. */
  static List<GeneratedAccess> of(String words) {
    return Arrays.stream(words.split(" ", -1))
        .map(word ->
            new GeneratedAccess(
                word.charAt(0) == 'W', word.substring(1, 2), Long.parseLong(word.substring(2))))
        .toList();
  }
}
