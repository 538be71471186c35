// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.table;

import java.util.Locale;
import org.rdmamonitor.litmus.certify.Variant;

/** How members use a table: as they are to, or with one thing left out that it rests on. */
public enum TableVariant implements Variant {
  /** A row that fits into a work request. */
  INLINE("set the row; put it inline; raise the guard; put it inline"),

  /** A row that is too large for that. */
  DRAINED("set the row; put it; poll all; raise the guard; put it inline"),

  /** Waits until the row is visible everywhere before it says so. */
  FLUSHED("as inline; before raising the guard, get from each and poll all"),

  /** Leaves out the poll of drained. */
  UNDRAINED("as drained, without the poll"),

  /** Tells of the row before it pushes it. */
  EARLY("as inline, with the guard before the row"),

  /** Leaves the one queue pair to a peer. */
  STRIPED("as inline, with the puts in turn on two queue pairs"),

  /** Waits for the very value of a guard. */
  EQUAL("as inline; who waits for a guard compares by =="),

  /** Changes a row before others have said that they have read it. */
  UNACKED("as inline, without waiting for acknowledgements");

  private final String summary;

  TableVariant(String summary) {
    this.summary = summary;
  }

  @Override
  public String summary() {
    return summary;
  }

  @Override
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean ships() {
    return this == INLINE || this == DRAINED || this == FLUSHED;
  }

  /** Whether the processor reads the row when it posts the puts. */
  boolean pushesInline() {
    return this != DRAINED && this != UNDRAINED;
  }
}
