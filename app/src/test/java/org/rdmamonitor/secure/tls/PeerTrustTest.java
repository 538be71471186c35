// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.Test;

/**
 * What is added to the JDK's own judgement of a server's certificate, and how often that is asked.
 */
class PeerTrustTest {
  /** Accepts every chain, but not for a socket if that is to be refused. */
  private static final class Judge extends X509ExtendedTrustManager {
    private final Optional<CertificateException> refusal;
    private final List<String> asked = new ArrayList<>();

    Judge(boolean isOfHost) {
      this(
          isOfHost
              ? Optional.empty()
              : Optional.of(new CertificateException("No name matching it found")));
    }

    Judge(Optional<CertificateException> refusal) {
      this.refusal = refusal;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
        throws CertificateException {
      asked.add("for its host");
      if (refusal.isPresent()) {
        throw refusal.get();
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
      asked.add("at all");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  private static void check(Judge judge, X509Certificate certificate) throws Exception {
    try (Socket socket = new Socket()) {
      new PeerTrust(judge, List.of(), InstantSource.system())
          .checkServerTrusted(new X509Certificate[] {certificate}, "EC", socket);
    }
  }

  private static X509Certificate server() throws IOException {
    return Keys.shared().server().identity().orElseThrow().chain().getFirst();
  }

  @Test
  void aCertificateIsJudgedOnceUnlessItIsRefused() throws Exception {
    Judge judge = new Judge(true);
    check(judge, server());
    assertThat(judge.asked).containsExactly("for its host");
  }

  @Test
  void anotherHostsCertificateIsToldFromOneThatIsNotAccepted() throws Exception {
    Judge judge = new Judge(false);
    X509Certificate certificate = server();
    assertThatThrownBy(() -> check(judge, certificate))
        .isInstanceOf(PeerCertificateException.class)
        .hasMessageContaining("is not for this host: No name matching it found");
    assertThat(judge.asked).containsExactly("for its host", "at all");
  }

  /** As the JDK does where a signature of the chain is of an algorithm that is not let in. */
  @Test
  void aChainThatTheConnectionDoesNotLetInIsNotSaidToBeOfAnotherHost() {
    Judge judge =
        new Judge(
            Optional.of(
                new CertificateException(
                    "Certificates do not conform to algorithm constraints",
                    new CertPathValidatorException("Algorithm constraints check failed"))));
    assertThatThrownBy(() -> check(judge, server()))
        .isInstanceOfSatisfying(
            PeerCertificateException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.BAD_CERTIFICATE))
        .hasMessageContaining("is not accepted: Certificates do not conform");
  }

  /** The JDK takes the common name of such a certificate for its host's. */
  @Test
  void aCertificateThatNamesNoHostIsRefusedEvenIfTheJdkAcceptsIt() throws Exception {
    X509Certificate nameless = Keys.shared().server().authorities().getFirst();
    for (boolean isOfHost : new boolean[] {true, false}) {
      assertThatThrownBy(() -> check(new Judge(isOfHost), nameless))
          .isInstanceOf(PeerCertificateException.class)
          .hasMessageContaining("names no host (subjectAltName)");
    }
  }
}
