// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.io.IOException;
import java.io.Serial;
import org.rdmamonitor.secure.wire.RefusalCode;

/** A session cannot go on; the message is a sentence for people. */
public final class SessionException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  private final RefusalCode code;

  SessionException(RefusalCode code, String sentence) {
    super(sentence);
    this.code = code;
  }

  SessionException(RefusalCode code, String sentence, Throwable cause) {
    super(sentence, cause);
    this.code = code;
  }

  /** What the other end is told. */
  public RefusalCode code() {
    return code;
  }
}
