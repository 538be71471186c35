// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;

/** The period in which a certificate is valid. */
final class Validity {
  private Validity() {}

  /** What is wrong with it at a moment, in words. */
  static Optional<String> trouble(X509Certificate certificate, Instant now) {
    Instant from = certificate.getNotBefore().toInstant();
    Instant until = certificate.getNotAfter().toInstant();
    String name = AsciiText.of(certificate.getSubjectX500Principal().getName());
    if (now.isAfter(until)) {
      return Optional.of("the certificate of '" + name + "' has expired on " + until);
    }
    if (now.isBefore(from)) {
      return Optional.of(
          "the certificate of '" + name + "' is valid only from " + from + "; is the clock right?");
    }
    return Optional.empty();
  }
}
