// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with a file is said in a sentence with its name. */
class CredentialsTest {
  @TempDir private static Path directory;
  private static Keys keys;

  @TempDir private Path place;

  @BeforeAll
  static void makeKeys() throws IOException {
    keys = Keys.makeIn(directory);
  }

  @BeforeEach
  void copy() throws IOException {
    for (String name : new String[] {"ca.pem", "server.pem", "server.key"}) {
      Files.copy(
          keys.good().resolve(name), place.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  private void wrong(String file, String sentence) {
    assertThatThrownBy(() -> Credentials.ofServer(place))
        .isInstanceOfSatisfying(
            SecureException.class, e -> assertThat(e.reason()).isEqualTo(Reason.FILE))
        .hasMessageStartingWith(place.resolve(file) + ": ")
        .hasMessageContaining(sentence);
  }

  @Test
  void goodFilesAreRead() throws IOException {
    Credentials credentials = Credentials.ofServer(place);
    assertThat(credentials.authorities()).hasSize(1);
    assertThat(credentials.identity()).isPresent();
    assertThat(credentials.toString()).doesNotContain("PrivateKey");
  }

  @Test
  void aMissingFileIsNamed() throws IOException {
    Files.delete(place.resolve("server.pem"));
    wrong("server.pem", "there is no such file; 'rdma-secure keygen' makes one");
  }

  @Test
  void aKeyThatOthersCanReadIsRefused() throws IOException {
    Files.setPosixFilePermissions(
        place.resolve("server.key"), PosixFilePermissions.fromString("rw-r-----"));
    wrong("server.key", "is open to others (rw-r-----); 'chmod 600'");
  }

  @Test
  void anotherKeyIsRefused() throws IOException {
    Files.copy(
        keys.good().resolve("client.key"),
        place.resolve("server.key"),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES);
    wrong("server.key", "is not the key of " + place.resolve("server.pem"));
  }

  @Test
  void anotherAuthorityIsRefused() throws IOException {
    Files.copy(
        keys.stranger().resolve("ca.pem"),
        place.resolve("ca.pem"),
        StandardCopyOption.REPLACE_EXISTING);
    wrong("server.pem", "is not signed by an authority of " + place.resolve("ca.pem"));
  }

  @Test
  void anExpiredCertificateIsNamedWithItsDate() {
    assertThatThrownBy(() -> Credentials.ofServer(keys.expired()))
        .hasMessageMatching(
            ".*server.pem: the certificate of 'CN=.*' has expired on \\d{4}-\\d\\d-\\d\\dT.*Z;"
                + " 'rdma-secure keygen' makes new ones");
  }

  @Test
  void aServersCertificateIsNoAuthority() throws IOException {
    Files.copy(
        place.resolve("server.pem"), place.resolve("ca.pem"), StandardCopyOption.REPLACE_EXISTING);
    wrong("ca.pem", "is no authority's certificate");
  }

  @Test
  void filesOfOtherKindsAreRefused() throws IOException {
    Files.writeString(place.resolve("server.pem"), "hello");
    wrong("server.pem", "has no certificate; it must have '-----BEGIN CERTIFICATE-----'");
    Files.writeString(
        place.resolve("server.pem"),
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    wrong("server.pem", "no X.509 certificate");
    Files.write(place.resolve("server.pem"), new byte[(1 << 20) + 1]);
    wrong("server.pem", "is larger than 1 MiB");
  }

  @Test
  void keysOfOtherFormatsAreRefusedWithTheRemedy() throws IOException {
    Path key = place.resolve("server.key");
    Files.writeString(key, "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n");
    wrong("server.key", "'openssl pkcs8 -topk8 -nocrypt");
    Files.writeString(
        key, "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n");
    wrong("server.key", "is encrypted");
    Files.writeString(key, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
    wrong("server.key", "is no EdDSA key");
    Files.writeString(key, "");
    wrong("server.key", "has 0 private keys");
  }

  @Test
  void aServerNeedsACertificate() {
    assertThatThrownBy(() ->
            new TlsServer(
                Credentials.withoutIdentity(place.resolve("ca.pem")), TlsSettings.DEFAULT))
        .hasMessage("a server needs a certificate and its key");
  }
}
