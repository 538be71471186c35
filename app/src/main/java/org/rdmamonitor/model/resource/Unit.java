// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

import org.rdmamonitor.units.Bytes;

/** The unit of a limit. */
public enum Unit {
  OBJECTS,
  BYTES,
  ENTRIES,
  CALLS_PER_SECOND,
  /** The limit is no number. */
  ADDRESSES;

  /** An amount for people, without the unit's name: {@code 12}, {@code 64.0 KiB}. */
  public String text(long amount) {
    return this == BYTES ? Bytes.text(amount) : Long.toString(amount);
  }
}
