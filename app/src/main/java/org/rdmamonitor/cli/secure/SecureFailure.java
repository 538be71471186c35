// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.io.Serial;
import java.util.Optional;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.Failure;
import org.rdmamonitor.litmus.hosts.HostException;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.nativelib.verbs.VerbsUnavailableException;
import org.rdmamonitor.secure.group.GroupException;
import org.rdmamonitor.secure.keys.KeygenException;
import org.rdmamonitor.secure.session.SessionException;
import org.rdmamonitor.secure.tls.SecureException;
import org.rdmamonitor.secure.wire.RefusalCode;

/** Why a command failed, in a sentence that says what to do, and its exit code. */
public final class SecureFailure extends IOException implements Failure {
  @Serial private static final long serialVersionUID = 1;

  private final int exitCode;

  private SecureFailure(int exitCode, String sentence) {
    super(sentence);
    this.exitCode = exitCode;
  }

  static SecureFailure prerequisite(String sentence) {
    return new SecureFailure(ExitCode.PREREQUISITE, sentence);
  }

  static SecureFailure wrongData(String sentence) {
    return new SecureFailure(ExitCode.WRONG_DATA, sentence);
  }

  static SecureFailure atRunTime(String sentence) {
    return new SecureFailure(ExitCode.RUNTIME, sentence);
  }

  /** What an exception of {@code secure} means to a user; empty if it is another's. */
  public static Optional<SecureFailure> of(Exception e) {
    return switch (e) {
      case SecureFailure known -> Optional.of(known);
      case SecureException secure -> Optional.of(of(secure));
      case SessionException _, GroupException _, HostException _, KeygenException _ ->
          Optional.of(atRunTime(String.valueOf(e.getMessage())));
      case VerbsUnavailableException missing ->
          Optional.of(prerequisite(String.valueOf(missing.getMessage())));
      case VerbsException cannot when cannot.isUnsupported() ->
          Optional.of(prerequisite(String.valueOf(cannot.getMessage())));
      case VerbsException refused -> Optional.of(atRunTime(String.valueOf(refused.getMessage())));
      default -> Optional.empty();
    };
  }

  /**
   * The exception as users are told of it: as one of these if it is of {@code secure}, else itself.
   */
  public static Exception told(Exception e) {
    return of(e).<Exception>map(failure -> failure).orElse(e);
  }

  /** The same, with whom it is about in front. */
  SecureFailure of(String who) {
    return new SecureFailure(exitCode, who + ": " + getMessage());
  }

  @Override
  public int exitCode() {
    return exitCode;
  }

  private static SecureFailure of(SecureException e) {
    String sentence = e.sentence();
    return switch (e.reason()) {
      case FILE -> prerequisite(sentence);
      case CLOSED -> atRunTime(sentence + "; its log says why");
      case UNREACHABLE, TIMED_OUT, BAD_MESSAGE, GAVE_WAY, SHUTTING_DOWN -> atRunTime(sentence);
      case REFUSED -> refused(e, sentence);
      case SERVER_FULL -> new SecureFailure(ExitCode.SERVER_FULL, sentence);
      case PROTOCOL_TOO_OLD ->
          notSecure(sentence + "; --allow-tls12 at both ends allows TLS 1.2 too");
      case UNKNOWN_CA, BAD_CERTIFICATE ->
          notSecure(sentence + "; both ends need keys of one 'rdma-secure keygen'");
      case WRONG_HOST ->
          notSecure(sentence + "; 'rdma-secure keygen --server-name' adds a name to it");
      case EXPIRED -> notSecure(sentence + "; 'rdma-secure keygen --force' makes new ones");
      case NOT_TLS, NOT_THIS_PROTOCOL ->
          notSecure(sentence + "; is this the port of an rdma-secure server?");
      case NO_CERTIFICATE, CERTIFICATE_REFUSED, NOTHING_IN_COMMON, BROKEN_TLS ->
          notSecure(sentence);
    };
  }

  private static SecureFailure notSecure(String sentence) {
    return new SecureFailure(ExitCode.NOT_SECURE, sentence);
  }

  private static SecureFailure refused(SecureException e, String sentence) {
    return switch (e.refusal().map(refusal -> refusal.code()).orElse(RefusalCode.INTERNAL)) {
      case SERVER_FULL ->
          new SecureFailure(
              ExitCode.SERVER_FULL, sentence + "; try again later, or raise its --max-clients");
      case NOT_ALLOWED, VERSION, BAD_FIELD -> new SecureFailure(ExitCode.REFUSED, sentence);
      case SEAL_BROKEN -> wrongData(sentence);
      case DEVICE, OUT_OF_TURN, TIMED_OUT, SHUTTING_DOWN, INTERNAL -> atRunTime(sentence);
    };
  }
}
