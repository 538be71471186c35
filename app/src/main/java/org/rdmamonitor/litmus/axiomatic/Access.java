// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

/** A read or a write of memory. */
sealed interface Access {
  /** The location. */
  String location();

  /** The point at which memory is read or written. */
  int point();

  /**
   * A read.
   *
   * @param id from 0
   * @param thread the thread whose store buffer the read sees before memory, or -1
   */
  record Read(int id, String location, int point, int thread) implements Access {}

  /**
   * A write.
   *
   * @param point when the write is in memory
   * @param thread the thread whose store buffer the write goes through, or -1
   * @param buffered when the write enters that store buffer; without one, the same as {@code point}
   */
  record Write(String location, int point, int thread, int buffered, Value value)
      implements Access {}
}
