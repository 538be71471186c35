// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.table;

import java.util.Locale;
import org.rdmamonitor.litmus.certify.Variant;

/**
 * How members use a table: as they should, or without one thing that its correctness depends on.
 */
public enum TableVariant implements Variant {
  /** A row that fits into a work request. */
  INLINE("set the row; put it inline; raise the guard; put it inline"),

  /** A row that is too large for that. */
  DRAINED("set the row; put it; poll all; raise the guard; put it inline"),

  /** Waits until the row is visible everywhere before raising the guard. */
  FLUSHED("as inline; before raising the guard, get from each and poll all"),

  /** Like drained, without the poll. */
  UNDRAINED("as drained, without the poll"),

  /** Raises the guard before it pushes the row. */
  EARLY("as inline, with the guard before the row"),

  /** Uses two queue pairs to each peer in turn, in place of one. */
  STRIPED("as inline, with the puts in turn on two queue pairs"),

  /** Waits until a guard is equal to a value, in place of at least as large. */
  EQUAL("as inline; who waits for a guard compares by =="),

  /** Changes a row before the others have confirmed that they have read it. */
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
