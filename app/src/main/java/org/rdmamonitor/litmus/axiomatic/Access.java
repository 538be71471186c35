// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

/** What reads and writes memory. */
sealed interface Access {
  /** The location. */
  String location();

  /** When memory is read or written. */
  int point();

  /**
   * A read.
   *
   * @param id from 0
   * @param thread whose store buffer it sees first, or -1
   */
  record Read(int id, String location, int point, int thread) implements Access {}

  /**
   * A write.
   *
   * @param point when it is in memory
   * @param thread whose store buffer it goes through, or -1
   * @param buffered when it enters that, else as {@code point}
   */
  record Write(String location, int point, int thread, int buffered, Value value)
      implements Access {}
}
