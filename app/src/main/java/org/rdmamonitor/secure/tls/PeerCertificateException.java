// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.io.Serial;
import java.security.cert.CertificateException;
import org.jspecify.annotations.Nullable;

/** The other end's certificate is not accepted. */
final class PeerCertificateException extends CertificateException {
  @Serial private static final long serialVersionUID = 1;

  private final Reason reason;

  PeerCertificateException(Reason reason, String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
    this.reason = reason;
  }

  Reason reason() {
    return reason;
  }
}
