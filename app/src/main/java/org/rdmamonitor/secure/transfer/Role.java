// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

/** An end of a transfer. */
public enum Role {
  /** The client: begins, measures, and decides when to stop. */
  ACTIVE,
  /**
   * The server: answers, receives, or has its memory read and written, until it is told to stop.
   */
  PASSIVE
}
