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
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
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

  /** Of the curve secp256k1, which this JDK can read but has no arithmetic for. */
  @Test
  void aKeyThatTheJdkCannotSignWithIsNotTakenForAnothers() throws Exception {
    Path file = directory.resolve("own.pem");
    Files.writeString(
        file,
        """
        -----BEGIN CERTIFICATE-----
        MIIBbTCCARKgAwIBAgIUSOb/ELmr3GyJDiEsX6Krr+weB3wwCgYIKoZIzj0EAwIw
        DTELMAkGA1UEAwwCazEwHhcNMjYxMTMwMTgzNTA1WhcNMzYxMTI3MTgzNTA1WjAN
        MQswCQYDVQQDDAJrMTBWMBAGByqGSM49AgEGBSuBBAAKA0IABJsbeHHsTlSab8T1
        MzIgSfz//dIAYujnmT0/ErAcf5CsiaEnpRAo3DjnWWGR5/AbsYsFsIGIsvY3Aw7E
        UREqQlSjUzBRMB0GA1UdDgQWBBTU8XkkYZr+fp3kCNByx2rXL+3N5jAfBgNVHSME
        GDAWgBTU8XkkYZr+fp3kCNByx2rXL+3N5jAPBgNVHRMBAf8EBTADAQH/MAoGCCqG
        SM49BAMCA0kAMEYCIQCiXTDHbLS3dNaFn0xlpabhz0KuIyZuAvKvyV1DbcAlygIh
        AOjKwvQHLuL79VaqCqWvqx8vEkoyR4UXXjb6kZP7j82/
        -----END CERTIFICATE-----
        """);
    X509Certificate certificate = PemFile.read(file).certificates().getFirst();
    byte[] scalar = HexFormat.of().parseHex("01".repeat(32));
    byte[] header = // PKCS #8 around RFC 5915, of the curve 1.3.132.0.10
        HexFormat.of().parseHex("303e020100301006072a8648ce3d020106052b8104000a042730250201010420");
    byte[] der = Arrays.copyOf(header, header.length + scalar.length);
    System.arraycopy(scalar, 0, der, header.length, scalar.length);

    assertThatThrownBy(() -> key(der).privateKeyOf(certificate, file))
        .isInstanceOf(PemException.class)
        .hasMessageContaining(": is of a kind that this JDK cannot sign with: ");
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
    return key(keys.getKey("mykey", PASSWORD.toCharArray()).getEncoded());
  }

  private PemFile key(byte[] der) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    Path file = Files.createTempFile(directory, "key", ".pem");
    Files.writeString(
        file, "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n");
    return PemFile.read(file);
  }
}
