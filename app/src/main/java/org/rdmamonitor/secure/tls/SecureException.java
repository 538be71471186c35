// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.io.IOException;
import java.io.Serial;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.secure.wire.Message.Refusal;

/**
 * A secure connection failed; the message is a sentence for people, without secrets and without
 * characters that cannot be printed.
 */
public final class SecureException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  private final Reason reason;
  private final transient @Nullable Refusal refusal;

  SecureException(Reason reason, String sentence) {
    this(reason, sentence, null, null);
  }

  SecureException(Reason reason, String sentence, @Nullable Throwable cause) {
    this(reason, sentence, cause, null);
  }

  private SecureException(
      Reason reason, String sentence, @Nullable Throwable cause, @Nullable Refusal refusal) {
    super(sentence, cause);
    this.reason = reason;
    this.refusal = refusal;
  }

  static SecureException of(Refusal refusal) {
    return new SecureException(
        Reason.REFUSED, "the other end refuses: " + refusal.text(), null, refusal);
  }

  public Reason reason() {
    return reason;
  }

  /** The sentence. */
  public String sentence() {
    return String.valueOf(getMessage());
  }

  /** What the other end said, where the reason is {@link Reason#REFUSED}. */
  public Optional<Refusal> refusal() {
    return Optional.ofNullable(refusal);
  }
}
