// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.seal;

import java.io.IOException;
import java.io.Serial;

/** A message cannot be sealed, or is not what its sender sealed. The message is a sentence. */
public final class SealException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  private final Reason reason;

  /** Why. */
  public enum Reason {
    /** Shorter than its header says, or than a header. */
    TRUNCATED,
    /** Of another direction, queue pair or format. */
    MISDIRECTED,
    /** The counter was used before. */
    REPLAYED,
    /** The counter is not the one that is due. */
    OUT_OF_ORDER,
    /** Contents or header were changed, or sealed with another key. */
    FORGED,
    /** No more may be sealed with this key. */
    KEY_USED_UP
  }

  SealException(Reason reason, String sentence) {
    super(sentence);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
