// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/**
 * A whole number's name and range, ends included.
 *
 * @param name as in rdma-secure(7)
 */
record Field(String name, long minimum, long maximum) {
  /**
   * @throws FieldException if the value is outside
   */
  void check(long value) {
    if (value < minimum || value > maximum) {
      throw new FieldException(name, Long.toString(value), minimum + ".." + maximum);
    }
  }
}
