// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

/** Which end of a transfer. */
public enum Role {
  /** The client: begins, measures and decides when it is enough. */
  ACTIVE,
  /** The server: answers, receives or is read and written, until it is told to stop. */
  PASSIVE
}
