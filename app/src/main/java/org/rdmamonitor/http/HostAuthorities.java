// SPDX-License-Identifier: MIT
package org.rdmamonitor.http;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The certificate authorities that this host trusts: a PEM file that the host's administrator
 * maintains. The Java runtime in a package has no list of its own: such a list would be older than
 * the host's and would lack authorities that the administrator has added.
 */
final class HostAuthorities {
  /**
   * The environment variable that names another file, as for OpenSSL and programs written in Go.
   */
  private static final String VARIABLE = "SSL_CERT_FILE";

  /** Where distributions have it. */
  private static final List<Path> FILES =
      List.of(
          Path.of("/etc/ssl/certs/ca-certificates.crt"), // Debian, Ubuntu, Arch
          Path.of("/etc/pki/tls/certs/ca-bundle.crt"), // RHEL, Fedora
          Path.of("/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem"), // Fedora 43 and later
          Path.of("/etc/ssl/ca-bundle.pem"), // SUSE
          Path.of("/etc/ssl/cert.pem")); // Alpine

  private HostAuthorities() {}

  /**
   * The file.
   *
   * @throws HttpSetupException if there is none
   */
  static Path file() throws HttpSetupException {
    return file(Optional.ofNullable(System.getenv(VARIABLE)), FILES);
  }

  /**
   * Likewise, with the variable's value and the places given.
   *
   * @param named the file that the variable names; an empty name counts as not set
   */
  static Path file(Optional<String> named, List<Path> files) throws HttpSetupException {
    Optional<Path> wanted = named.filter(name -> !name.isEmpty()).map(Path::of);
    return wanted
        .or(() -> files.stream().filter(Files::isReadable).findFirst())
        .orElseThrow(() ->
            new HttpSetupException(
                "this host has no list of certificate authorities (its package is"
                    + " ca-certificates); name one by ca_file, or by "
                    + VARIABLE));
  }
}
