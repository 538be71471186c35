// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

import java.util.List;

/**
 * A column of a test.
 *
 * @param index from 0; the thread is named {@code P} and this number
 * @param node that it runs on
 */
public record ThreadCode(int index, String node, List<Instruction> instructions) {
  public ThreadCode {
    instructions = List.copyOf(instructions);
  }

  @Override
  public String toString() {
    return "P" + index + "@" + node;
  }
}
