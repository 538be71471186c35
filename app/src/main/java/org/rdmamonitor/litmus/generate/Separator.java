// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.generate;

import java.util.Locale;

/** What stands between two accesses of a thread. */
enum Separator {
  /** Nothing. */
  PO,

  /** A full fence of the processor. */
  MFENCE,

  /** A poll of what was posted before. */
  POLL,

  /** A remote fence. */
  RFENCE,

  /** A get behind a put, and polls of both. */
  FLUSH;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Whether it makes sense between two accesses.
   *
   * @param first the node that the first access goes to over a queue pair; empty if the processor
   *     makes it
   * @param second the same of the second access
   */
  boolean fits(String first, boolean firstIsWrite, String second) {
    return switch (this) {
      case PO -> true;
      case MFENCE -> first.isEmpty();
      case POLL -> !first.isEmpty();
      case RFENCE -> !first.isEmpty() && first.equals(second);
      case FLUSH -> !first.isEmpty() && firstIsWrite;
    };
  }
}
