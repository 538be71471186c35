// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.generate;

import java.util.Arrays;
import java.util.List;

/**
 * A read or a write of a variable.
 *
 * @param value that is written, or that is read in the outcome that is asked for
 */
record GeneratedAccess(boolean isWrite, String variable, long value) {
  /** The accesses of a word as {@code Wx1 Ry0}. */
  static List<GeneratedAccess> of(String words) {
    return Arrays.stream(words.split(" ", -1))
        .map(word ->
            new GeneratedAccess(
                word.charAt(0) == 'W', word.substring(1, 2), Long.parseLong(word.substring(2))))
        .toList();
  }
}
