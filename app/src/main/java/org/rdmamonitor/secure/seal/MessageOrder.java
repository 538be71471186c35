// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.seal;

/** Which messages an opener accepts, by their counters. */
public enum MessageOrder {
  /** Every message, one after the other: for RC, where nothing is lost. */
  STRICT,
  /**
   * Only messages later than the last, with gaps: for UC, where messages may be lost but do not
   * overtake each other.
   */
  ASCENDING,
  /** Each message once, up to 1023 behind the latest: for UD. */
  WINDOW,
  /**
   * Any message, again and again: for memory that stays sealed while it is read remotely. Protects
   * against changes, but not against being shown an older state.
   */
  ANY
}
