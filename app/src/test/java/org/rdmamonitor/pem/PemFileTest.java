// SPDX-License-Identifier: MIT
package org.rdmamonitor.pem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PemFileTest {
  private static final String PASSWORD = "only-for-this-test";

  @TempDir private Path directory;

  /** With which the JDK signs only if it is told the parameters. */
  @Test
  void aKeyOfRsaPssIsHeldAgainstItsCertificate() throws Exception {
    KeyStore own = made("own");
    KeyStore other = made("other");
    Path file = directory.resolve("own.pem");
    X509Certificate certificate = (X509Certificate) own.getCertificate("mykey");

    assertThat(key(own).privateKeyOf(certificate, file).getAlgorithm()).isEqualTo("RSASSA-PSS");
    assertThatThrownBy(() -> key(other).privateKeyOf(certificate, file))
        .isInstanceOf(PemException.class)
        .hasMessageEndingWith(": is not the key of " + file);
  }

  private KeyStore made(String name) throws Exception {
    Path store = directory.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "RSASSA-PSS",
                "-keysize",
                "2048",
                "-dname",
                "CN=" + name,
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD)
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return keys;
  }

  private PemFile key(KeyStore keys) throws IOException, GeneralSecurityException {
    byte[] key = keys.getKey("mykey", PASSWORD.toCharArray()).getEncoded();
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key);
    Path file = Files.createTempFile(directory, "key", ".pem");
    Files.writeString(
        file, "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n");
    return PemFile.read(file);
  }
}
