// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.rdmamonitor.pem.PemException;
import org.rdmamonitor.pem.PemFile;

/**
 * Whom an end trusts, and how it proves who it is.
 *
 * @param authorities certificates of the authorities whose certificates are accepted
 * @param identity its own certificate and key; a client without one can only use servers that ask
 *     for none
 */
public record Credentials(List<X509Certificate> authorities, Optional<Identity> identity) {
  /**
   * A certificate with its key.
   *
   * @param chain the certificate itself first
   */
  public record Identity(List<X509Certificate> chain, PrivateKey key) {
    public Identity {
      chain = List.copyOf(chain);
    }

    /** Leaves out the key. */
    @Override
    public String toString() {
      return AsciiText.of(chain.getFirst().getSubjectX500Principal().getName());
    }
  }

  public Credentials {
    authorities = List.copyOf(authorities);
  }

  /**
   * Reads {@code ca.pem}, {@code server.pem} and {@code server.key} of a directory.
   *
   * @throws SecureException if a file is missing, wrong, expired or open to others
   */
  public static Credentials ofServer(Path directory) throws SecureException {
    return read(
        directory.resolve("ca.pem"),
        directory.resolve("server.pem"),
        directory.resolve("server.key"));
  }

  /**
   * Reads {@code ca.pem}, {@code client.pem} and {@code client.key} of a directory.
   *
   * @throws SecureException if a file is missing, wrong, expired or open to others
   */
  public static Credentials ofClient(Path directory) throws SecureException {
    return read(
        directory.resolve("ca.pem"),
        directory.resolve("client.pem"),
        directory.resolve("client.key"));
  }

  /**
   * Reads the same, without holding the key and the authority against the certificate, which takes
   * longer than all else before a handshake: the server does so. Where it refuses, {@link
   * #ofClient} says what is wrong with them.
   *
   * @throws SecureException if a file is missing, no such file, expired or open to others
   */
  public static Credentials ofClientUnproven(Path directory) throws SecureException {
    Instant now = InstantSource.system().instant();
    List<X509Certificate> chain = chain(directory.resolve("client.pem"), now);
    PrivateKey key;
    try {
      PemFile pem = PemFile.read(directory.resolve("client.key"));
      pem.checkSecrecy();
      key = pem.privateKey(chain.getFirst().getPublicKey().getAlgorithm());
    } catch (PemException e) {
      throw wrong(e);
    }
    return new Credentials(
        authorities(directory.resolve("ca.pem"), now), Optional.of(new Identity(chain, key)));
  }

  /**
   * Reads PEM files.
   *
   * @throws SecureException if a file is missing, wrong, expired or open to others
   */
  public static Credentials read(Path ca, Path certificate, Path key) throws SecureException {
    return read(ca, certificate, key, InstantSource.system());
  }

  static Credentials read(Path ca, Path certificate, Path key, InstantSource clock)
      throws SecureException {
    Instant now = clock.instant();
    List<X509Certificate> authorities = authorities(ca, now);
    List<X509Certificate> chain = chain(certificate, now);
    checkIssuer(certificate, chain.getLast(), ca, authorities);
    PrivateKey privateKey = privateKey(key, chain.getFirst(), certificate);
    return new Credentials(authorities, Optional.of(new Identity(chain, privateKey)));
  }

  /**
   * The credentials of a client that shows no certificate.
   *
   * @throws SecureException if the file is missing, wrong or expired
   */
  public static Credentials withoutIdentity(Path ca) throws SecureException {
    return new Credentials(authorities(ca, InstantSource.system().instant()), Optional.empty());
  }

  private static List<X509Certificate> authorities(Path ca, Instant now) throws SecureException {
    List<X509Certificate> result = certificates(ca);
    for (X509Certificate authority : result) {
      checkValidity(ca, authority, now);
      if (authority.getBasicConstraints() < 0) {
        throw wrong(
            ca, "'" + name(authority) + "' is no authority's certificate (basicConstraints CA)");
      }
    }
    return result;
  }

  private static List<X509Certificate> chain(Path file, Instant now) throws SecureException {
    List<X509Certificate> result = certificates(file);
    for (X509Certificate link : result) {
      checkValidity(file, link, now);
    }
    return result;
  }

  private static List<X509Certificate> certificates(Path file) throws SecureException {
    try {
      return PemFile.read(file).certificates();
    } catch (PemException e) {
      throw wrong(e);
    }
  }

  private static PrivateKey privateKey(Path file, X509Certificate certificate, Path of)
      throws SecureException {
    try {
      PemFile pem = PemFile.read(file);
      pem.checkSecrecy();
      return pem.privateKeyOf(certificate, of);
    } catch (PemException e) {
      throw wrong(e);
    }
  }

  private static SecureException wrong(PemException e) {
    return new SecureException(
        Reason.FILE,
        e.isAbsent() ? e.sentence() + "; 'rdma-secure keygen' makes one" : e.sentence(),
        e);
  }

  private static SecureException wrong(Path path, String what) {
    return new SecureException(Reason.FILE, path + ": " + what);
  }

  private static void checkValidity(Path file, X509Certificate certificate, Instant now)
      throws SecureException {
    Optional<String> trouble = Validity.trouble(certificate, now);
    if (trouble.isPresent()) {
      throw wrong(file, trouble.get() + "; 'rdma-secure keygen' makes new ones");
    }
  }

  private static void checkIssuer(
      Path file, X509Certificate last, Path ca, List<X509Certificate> authorities)
      throws SecureException {
    if (authorities.stream().noneMatch(authority -> isSignedBy(last, authority))) {
      throw wrong(
          file,
          "'"
              + name(last)
              + "' is not signed by an authority of "
              + ca
              + "; both must be of one making");
    }
  }

  private static boolean isSignedBy(X509Certificate certificate, X509Certificate authority) {
    try {
      certificate.verify(authority.getPublicKey());
      return certificate.getIssuerX500Principal().equals(authority.getSubjectX500Principal());
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static String name(X509Certificate certificate) {
    return AsciiText.of(certificate.getSubjectX500Principal().getName());
  }
}
