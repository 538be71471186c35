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

  /** A get behind a put, and a poll of both. */
  FLUSH;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Whether it makes sense.
   *
   * @param first the node that the access before goes to; empty if a processor makes it
   * @param second likewise, of the access behind
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
