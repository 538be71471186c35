// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.secure.keys.Keygen.Existing;

class KeygenTest {
  @TempDir private static Path directory;
  private static Path keys;

  @TempDir private Path place;

  @BeforeAll
  static void make() throws IOException {
    keys = directory.resolve("keys");
    new Keygen().make(keys, plan(), Existing.KEPT);
  }

  private static KeyPlan plan() throws KeygenException {
    return KeyPlan.forThisHost(List.of("Node1.Example", "192.0.2.7", "[fd00::1]"))
        .withClientName("alice");
  }

  private static X509Certificate certificate(String name) throws Exception {
    return certificate(keys.resolve(name));
  }

  private static X509Certificate certificate(Path file) throws Exception {
    try (InputStream in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  private static List<String> files(Path of) throws IOException {
    try (Stream<Path> all = Files.list(of)) {
      return all.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void theFilesAreThereAndKeysAreTheOwnersAlone() throws IOException {
    assertThat(files(keys)).isEqualTo(Keygen.FILES);
    assertThat(files(directory)).containsExactly("keys");
    assertThat(permissions(keys)).isEqualTo("rwx------");
    for (String name : Keygen.FILES) {
      if (name.endsWith(".key")) {
        assertThat(permissions(keys.resolve(name))).as(name).isEqualTo("rw-------");
      }
    }
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void certificatesAreWhatTheyAreFor() throws Exception {
    X509Certificate ca = certificate("ca.pem");
    assertThat(ca.getBasicConstraints()).isZero();
    assertThat(ca.getKeyUsage()).as("signs certificates").contains(true);
    X509Certificate server = certificate("server.pem");
    server.verify(ca.getPublicKey());
    assertThat(server.getBasicConstraints()).isNegative();
    assertThat(server.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
    assertThat(server.getSubjectAlternativeNames().stream().map(name -> name.get(1).toString()))
        .contains(
            "localhost",
            "127.0.0.1",
            "0:0:0:0:0:0:0:1",
            "node1.example",
            "192.0.2.7",
            "fd00:0:0:0:0:0:0:1");
    X509Certificate client = certificate("client.pem");
    client.verify(ca.getPublicKey());
    assertThat(client.getBasicConstraints()).isNegative();
    assertThat(client.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
    assertThat(client.getSubjectX500Principal().getName()).isEqualTo("CN=alice");
    for (X509Certificate certificate : List.of(ca, server, client)) {
      certificate.checkValidity();
      assertThat(((EdECPublicKey) certificate.getPublicKey()).getParams().getName())
          .isEqualTo("Ed25519");
      assertThat(certificate.getSigAlgName()).isEqualTo("Ed25519");
    }
  }

  @Test
  void keysMayBeOfP256() throws Exception {
    Path target = place.resolve("keys");
    new Keygen().make(target, plan().with(KeyAlgorithm.ECDSA_P256), Existing.KEPT);
    for (String name : List.of("ca.pem", "server.pem", "client.pem")) {
      X509Certificate certificate = certificate(target.resolve(name));
      assertThat(((ECPublicKey) certificate.getPublicKey()).getParams().getOrder().bitLength())
          .isEqualTo(256);
      assertThat(certificate.getSigAlgName()).isEqualTo("SHA256withECDSA");
    }
  }

  @Test
  void whatIsThereIsKeptUnlessForced() throws IOException {
    Path target = place.resolve("keys");
    Files.createDirectory(target);
    Files.writeString(target.resolve("ca.key"), "old");
    assertThatThrownBy(() -> new Keygen().make(target, plan(), Existing.KEPT))
        .isInstanceOf(KeygenException.class)
        .hasMessageContaining("holds files already, as 'ca.key'");
    assertThat(target.resolve("ca.key")).hasContent("old");
    new Keygen().make(target, plan(), Existing.REPLACED);
    assertThat(files(target)).isEqualTo(Keygen.FILES);
    Files.writeString(target.resolve("thesis.txt"), "mine");
    assertThatThrownBy(() -> new Keygen().make(target, plan(), Existing.REPLACED))
        .hasMessageContaining("holds 'thesis.txt', which is no file of keys");
    assertThat(files(target)).hasSize(7);
    assertThat(files(place)).containsExactly("keys");
  }

  @Test
  void placesThatCannotHoldKeysAreNamed() throws IOException {
    Path file = Files.writeString(place.resolve("file"), "");
    assertThatThrownBy(() -> new Keygen().make(file, plan(), Existing.REPLACED))
        .hasMessageContaining("is there already and is no directory");
    assertThatThrownBy(() -> new Keygen().make(place.resolve("a/b"), plan(), Existing.KEPT))
        .hasMessageContaining("a: there is no such directory; make it first");
    assertThatThrownBy(() -> new Keygen().make(Path.of("/"), plan(), Existing.KEPT))
        .hasMessageContaining("cannot hold keys");
  }

  @Test
  void aFailureLeavesNothing() throws IOException {
    Path javaHome = Files.createDirectories(place.resolve("jdk"));
    Path target = place.resolve("keys");
    assertThatThrownBy(() -> new Keygen(javaHome).make(target, plan(), Existing.KEPT))
        .hasMessageContaining("there is no keytool");
    Path keytool = Files.createDirectories(javaHome.resolve("bin")).resolve("keytool");
    Files.writeString(keytool, "#!/bin/sh\necho 'keytool error: no more primes'\nexit 1\n");
    Files.setPosixFilePermissions(keytool, PosixFilePermissions.fromString("rwx------"));
    assertThatThrownBy(() -> new Keygen(javaHome).make(target, plan(), Existing.KEPT))
        .hasMessage("keytool failed: keytool error: no more primes");
    assertThat(files(place)).containsExactly("jdk");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a b", "*.example", "a,dns:b", "-a", "256.1.1.1", "fe80::zz", "a..b", "é"})
  void whatIsNoNameOfAHostIsRefused(String name) {
    assertThatThrownBy(() -> KeyPlan.forThisHost(List.of(name)))
        .isInstanceOf(KeygenException.class)
        .hasMessageContaining("is neither a host name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a,CN=root", "a=b", "a\nb", " a"})
  void whatIsNoNameOfAClientIsRefused(String name) {
    assertThatThrownBy(() -> plan().withClientName(name))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
