// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

import org.rdmamonitor.units.Bytes;

/** What a limit is a number of. */
public enum Unit {
  OBJECTS,
  BYTES,
  ENTRIES,
  CALLS_PER_SECOND,
  /** No number is set on it. */
  ADDRESSES;

  /** So much of it for people, without the unit's name: {@code 12}, {@code 64.0 KiB}. */
  public String text(long amount) {
    return this == BYTES ? Bytes.text(amount) : Long.toString(amount);
  }
}
