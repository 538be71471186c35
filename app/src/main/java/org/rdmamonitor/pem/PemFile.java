// SPDX-License-Identifier: MIT
package org.rdmamonitor.pem;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.PSSParameterSpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of PEM blocks (RFC 7468), at most 1 MiB of them. Errors say what is wrong and what would
 * be right. Immutable.
 */
public final class PemFile {
  private static final int MOST_BYTES = 1 << 20;
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");
  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.complementOf(
          EnumSet.of(
              PosixFilePermission.OWNER_READ,
              PosixFilePermission.OWNER_WRITE,
              PosixFilePermission.OWNER_EXECUTE));

  /** Of a key that does not say which parameters it is for. */
  private static final PSSParameterSpec PSS =
      new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1);

  private final Path path;
  private final List<Block> blocks;

  private record Block(String label, String base64) {
    byte[] content() {
      return Base64.getMimeDecoder().decode(base64);
    }
  }

  private PemFile(Path path, List<Block> blocks) {
    this.path = path;
    this.blocks = blocks;
  }

  /**
   * Reads a file.
   *
   * @throws PemException if that cannot be done, or a block of it is none
   */
  public static PemFile read(Path path) throws PemException {
    String text = text(path);
    List<Block> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(text);
    while (matcher.find()) {
      Block block = new Block(matcher.group(1), matcher.group(2));
      try {
        blocks.add(block);
        block.content();
      } catch (IllegalArgumentException e) {
        throw PemException.wrong(
            path, "a block '" + block.label + "' is no valid Base64; copy the file anew");
      }
    }
    return new PemFile(path, blocks);
  }

  private static String text(Path path) throws PemException {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw PemException.wrong(
            path, "is larger than 1 MiB, and so no file of certificates or keys");
      }
      return new String(bytes, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw PemException.absent(path);
    } catch (PemException e) {
      throw e;
    } catch (IOException e) {
      String what =
          e instanceof FileSystemException failed && failed.getReason() != null
              ? failed.getReason()
              : e.getClass().getSimpleName();
      throw PemException.wrong(path, "cannot be read: " + what);
    }
  }

  /**
   * All certificates, at least one.
   *
   * @throws PemException if there is none, or one is no X.509 certificate
   */
  public List<X509Certificate> certificates() throws PemException {
    List<X509Certificate> result = new ArrayList<>();
    for (Block block : blocks) {
      if (block.label.equals("CERTIFICATE")) {
        result.add(certificate(block));
      }
    }
    if (result.isEmpty()) {
      throw PemException.wrong(
          path, "has no certificate; it must have '-----BEGIN CERTIFICATE-----'");
    }
    return result;
  }

  private X509Certificate certificate(Block block) throws PemException {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(block.content()));
    } catch (CertificateException e) {
      throw PemException.wrong(
          path, "has a block that is no X.509 certificate; copy the file anew");
    }
  }

  /**
   * The one private key, in PKCS #8 and not encrypted.
   *
   * @param algorithm that its certificate has, as {@link java.security.Key#getAlgorithm()} names it
   * @throws PemException if there is none, or several, or it is in another form or of another
   *     algorithm
   */
  public PrivateKey privateKey(String algorithm) throws PemException {
    List<Block> keys = blocks.stream().filter(b -> b.label.endsWith("PRIVATE KEY")).toList();
    if (keys.size() != 1) {
      throw PemException.wrong(
          path,
          "has "
              + keys.size()
              + " private keys; it must have exactly one, '-----BEGIN PRIVATE KEY-----'");
    }
    Block key = keys.getFirst();
    if (key.label.equals("ENCRYPTED PRIVATE KEY")) {
      throw PemException.wrong(path, "is encrypted; 'openssl pkcs8 -in FILE -out NEW' decrypts it");
    }
    if (!key.label.equals("PRIVATE KEY")) {
      throw PemException.wrong(
          path,
          "has '"
              + key.label
              + "'; 'openssl pkcs8 -topk8 -nocrypt -in FILE -out NEW' makes it a 'PRIVATE KEY'");
    }
    try {
      return KeyFactory.getInstance(algorithm)
          .generatePrivate(new PKCS8EncodedKeySpec(key.content()));
    } catch (GeneralSecurityException e) {
      throw PemException.wrong(path, "is no " + algorithm + " key, which its certificate has");
    }
  }

  /**
   * The one private key, which is that of a certificate.
   *
   * @param file that the certificate is in, for messages
   * @throws PemException as {@link #privateKey} does, and if it is another certificate's
   */
  public PrivateKey privateKeyOf(X509Certificate certificate, Path file) throws PemException {
    PublicKey publicKey = certificate.getPublicKey();
    PrivateKey key = privateKey(publicKey.getAlgorithm());
    if (!isPair(publicKey, key)) {
      throw PemException.wrong(path, "is not the key of " + file);
    }
    return key;
  }

  private boolean isPair(PublicKey publicKey, PrivateKey key) throws PemException {
    String algorithm =
        switch (publicKey.getAlgorithm()) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          default -> publicKey.getAlgorithm();
        };
    byte[] sample = {1, 2, 3};
    Signature signature;
    byte[] signed;
    try {
      signature = Signature.getInstance(algorithm);
      if (key instanceof RSAKey rsa && algorithm.equals("RSASSA-PSS")) {
        signature.setParameter(Objects.requireNonNullElse(rsa.getParams(), PSS));
      }
      signature.initSign(key);
      signature.update(sample);
      signed = signature.sign();
    } catch (GeneralSecurityException e) {
      throw PemException.wrong(
          path, "is of a kind that this JDK cannot sign with: " + e.getMessage());
    }
    try {
      signature.initVerify(publicKey);
      signature.update(sample);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false; // it does not sign what the certificate verifies
    }
  }

  /**
   * Checks that only its owner may read it, where the file system has permissions.
   *
   * @throws PemException if others may do anything with it
   */
  public void checkSecrecy() throws PemException {
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
      if (permissions.stream().anyMatch(OTHERS::contains)) {
        throw PemException.wrong(
            path,
            "is open to others ("
                + PosixFilePermissions.toString(permissions)
                + "); 'chmod 600' makes it the owner's alone");
      }
    } catch (UnsupportedOperationException e) {
      // A file system without permissions has none to check.
    } catch (PemException e) {
      throw e;
    } catch (IOException e) {
      throw PemException.wrong(path, "its permissions cannot be read");
    }
  }
}
