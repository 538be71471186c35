// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

/**
 * What a write writes, or an expression comes to: what a read reads, if one is named, and a number
 * added to it modulo 2^64.
 *
 * @param read by its number, or -1
 */
record Value(int read, long constant) {
  static Value of(long constant) {
    return new Value(-1, constant);
  }
}
