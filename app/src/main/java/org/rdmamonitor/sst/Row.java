// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst;

/** A member's row, as this member's copy of it is now. */
public interface Row {
  /** Whose it is, from 0. */
  int member();

  /**
   * The value of a field; no later access is done before this one (acquire).
   *
   * @param field from 0
   */
  long get(int field);
}
