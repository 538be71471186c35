// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.seal;

/** Which messages are accepted after which. */
public enum MessageOrder {
  /** Each, one after the other: for RC, where nothing is lost. */
  STRICT,
  /** Later ones only, with gaps: for UC, where messages may be lost but do not overtake. */
  ASCENDING,
  /** Each once, up to 1023 behind the latest: for UD. */
  WINDOW,
  /**
   * Any, again and again: for memory that stays sealed while it is read remotely. Protects against
   * changes, not against being shown an older state.
   */
  ANY
}
