// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.secure.wire.WireException;

/**
 * What an exception of the JDK's TLS means. If the JDK distinguishes failures only by their English
 * text, that text is looked at; unknown failures are reported as they are.
 */
final class TlsFailure {
  private static final Pattern ALERT =
      Pattern.compile("(?:\\((\\w+)\\) )?Received fatal alert: (\\w+)");

  /**
   * What is sent where no group is in common (the JDK sends the third, against RFC 8446), and to a
   * client whose own JDK has switched off the one that it was to offer, so that it offers none.
   */
  private static final Set<String> GROUP_ALERTS =
      Set.of(
          "handshake_failure", "insufficient_security", "unexpected_message", "missing_extension");

  private TlsFailure() {}

  static SecureException of(IOException e) {
    if (e instanceof SecureException known) {
      return known;
    }
    if (e instanceof WireException wrong) {
      return new SecureException(
          Reason.BAD_MESSAGE,
          "the other end sent no valid message: " + AsciiText.of(text(wrong)),
          e);
    }
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof PeerCertificateException refused) {
        return new SecureException(refused.reason(), text(refused), e);
      }
    }
    return byText(e, text(e));
  }

  /**
   * Whether a handshake may have failed since one end or the other lacks the one group that was
   * offered. It may be something else, as an algorithm of signatures that they do not share.
   */
  static boolean mayBeOfGroups(SecureException failure) {
    if (!(failure.getCause() instanceof SSLException cause)) {
      return false;
    }
    Matcher alert = ALERT.matcher(text(cause));
    return alert.find() && GROUP_ALERTS.contains(alert.group(2));
  }

  private static SecureException byText(IOException e, String text) {
    Matcher alert = ALERT.matcher(text);
    if (alert.find()) {
      return ofAlert(alert.group(2), e);
    }
    if (text.contains("Unsupported or unrecognized SSL message")
        || text.contains("plaintext connection")) {
      return new SecureException(Reason.NOT_TLS, "the other end does not speak TLS", e);
    }
    if (text.contains("is not enabled or supported in server context")
        || text.contains("are not accepted by server preferences")
        || text.contains("is not accepted by client preferences")) {
      return new SecureException(
          Reason.PROTOCOL_TOO_OLD, "the other end's TLS is too old: " + AsciiText.of(text), e);
    }
    if (text.contains("Empty client certificate chain")) {
      return new SecureException(Reason.NO_CERTIFICATE, "the client has shown no certificate", e);
    }
    if (text.contains("No available authentication scheme")) {
      return new SecureException(
          Reason.NOTHING_IN_COMMON,
          "TLS found no algorithm of signatures that both ends let in and this one has a key for;"
              + " 'rdma-secure keygen --algorithm ecdsa-p256' makes keys for where Ed25519 is not"
              + " let in",
          e);
    }
    if (text.contains("in common") || text.contains("No common named group")) {
      return new SecureException(
          Reason.NOTHING_IN_COMMON, "TLS found nothing in common: " + AsciiText.of(text), e);
    }
    if (text.contains("No matching application layer protocol")) {
      return notThisProtocol(e);
    }
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof EOFException || cause instanceof SocketException) {
        return new SecureException(Reason.CLOSED, "the other end closed the connection", e);
      }
    }
    return new SecureException(Reason.BROKEN_TLS, "TLS failed: " + AsciiText.of(text), e);
  }

  /** Alerts of RFC 8446, section 6. */
  private static SecureException ofAlert(String alert, IOException e) {
    return switch (alert) {
      case "protocol_version" ->
          new SecureException(
              Reason.PROTOCOL_TOO_OLD, "the two ends have no version of TLS in common", e);
      case "handshake_failure", "insufficient_security" ->
          new SecureException(
              Reason.NOTHING_IN_COMMON, "the other end broke the handshake off (" + alert + ")", e);
      case "no_application_protocol" -> notThisProtocol(e);
      case "bad_certificate",
          "unsupported_certificate",
          "certificate_revoked",
          "certificate_expired",
          "certificate_unknown",
          "certificate_required",
          "unknown_ca",
          "access_denied" ->
          new SecureException(
              Reason.CERTIFICATE_REFUSED,
              "the other end does not accept the certificate of this one ("
                  + alert
                  + "); its log says why",
              e);
      default ->
          new SecureException(
              Reason.BROKEN_TLS, "the other end broke TLS off (" + AsciiText.of(alert) + ")", e);
    };
  }

  static SecureException notThisProtocol(@Nullable IOException e) {
    return new SecureException(
        Reason.NOT_THIS_PROTOCOL,
        "the other end speaks TLS, but not " + Contexts.APPLICATION_PROTOCOL + " in it",
        e);
  }

  private static String text(Exception e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
