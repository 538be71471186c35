// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

/**
 * The value of a write or of an expression: what a read reads, if one is named, plus a number,
 * modulo 2^64.
 *
 * @param read the number of that read, or -1
 */
record Value(int read, long constant) {
  static Value of(long constant) {
    return new Value(-1, constant);
  }
}
