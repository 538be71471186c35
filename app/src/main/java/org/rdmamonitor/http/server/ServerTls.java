// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.rdmamonitor.http.HttpSetupException;
import org.rdmamonitor.http.TlsContexts;

/**
 * TLS of a server, with the certificates that were in its files when the object was made. A session
 * can only be resumed under the same certificates, because session tickets are only valid for the
 * object that issued them.
 */
final class ServerTls {
  private final SSLContext context;
  private final SSLParameters parameters;

  private ServerTls(SSLContext context, SSLParameters parameters) {
    this.context = context;
    this.parameters = parameters;
  }

  /**
   * Reads certificates and the key.
   *
   * @throws HttpSetupException if a file is not what it has to be
   */
  static ServerTls of(WebConfig.Tls tls) throws HttpSetupException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          TlsContexts.keys(tls.certificate(), tls.key()), new TrustManager[] {trust(tls)}, null);
      return new ServerTls(context, parameters(context, tls));
    } catch (GeneralSecurityException | IOException e) {
      throw new HttpSetupException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static TrustManager trust(WebConfig.Tls tls)
      throws GeneralSecurityException, IOException {
    Optional<X509TrustManager> authorities =
        tls.authorities().isPresent()
            ? Optional.of(TlsContexts.trust(tls.authorities().get()))
            : Optional.empty();
    return new ClientCertificates(authorities, tls.names());
  }

  private static SSLParameters parameters(SSLContext context, WebConfig.Tls tls) {
    SSLParameters parameters = context.getDefaultSSLParameters();
    parameters.setProtocols(tls.versions().toArray(String[]::new));
    if (!tls.suites().isEmpty()) {
      List<String> suites = new ArrayList<>();
      for (String suite : parameters.getCipherSuites()) {
        if (!suite.contains("_WITH_")) {
          suites.add(suite); // of TLS 1.3
        }
      }
      suites.addAll(tls.suites());
      parameters.setCipherSuites(suites.toArray(String[]::new));
    }
    if (!tls.groups().isEmpty()) {
      parameters.setNamedGroups(tls.groups().toArray(String[]::new));
    }
    parameters.setUseCipherSuitesOrder(tls.ownOrder());
    parameters.setApplicationProtocols(new String[] {"http/1.1"});
    switch (tls.clients()) {
      case NO_CLIENT_CERT -> parameters.setNeedClientAuth(false);
      case REQUEST_CLIENT_CERT, VERIFY_CLIENT_CERT_IF_GIVEN -> parameters.setWantClientAuth(true);
      case REQUIRE_ANY_CLIENT_CERT, REQUIRE_AND_VERIFY_CLIENT_CERT ->
          parameters.setNeedClientAuth(true);
    }
    return parameters;
  }

  /** Speaks TLS over a connection; first does the handshake, which waits for the client. */
  SSLSocket over(Socket socket) throws IOException {
    SSLSocket secured =
        (SSLSocket) context.getSocketFactory().createSocket(socket, null, socket.getPort(), true);
    secured.setUseClientMode(false);
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }
}
