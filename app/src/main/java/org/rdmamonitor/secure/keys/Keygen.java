// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.keys;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * Makes the certificates of an authority, a server and a client, each with its key, in a directory:
 * {@code ca.pem}, {@code ca.key}, {@code server.pem}, {@code server.key}, {@code client.pem} and
 * {@code client.key}. Keys are readable by the owner only. Either all files are made, or none.
 */
public final class Keygen {
  /** The files, sorted. */
  public static final List<String> FILES =
      List.of("ca.key", "ca.pem", "client.key", "client.pem", "server.key", "server.pem");

  private static final List<String> ALIASES = List.of("ca", "server", "client");

  private final Path javaHome;

  /** With keytool of the JDK that runs. */
  public Keygen() {
    this(Path.of(System.getProperty("java.home")));
  }

  Keygen(Path javaHome) {
    this.javaHome = javaHome;
  }

  /** What to do with a directory that holds keys. */
  public enum Existing {
    KEPT,
    /** Replaced, if nothing but keys of this program is in it. */
    REPLACED
  }

  /**
   * Makes them.
   *
   * @param directory one that does not exist, or is empty, or may be replaced
   * @throws KeygenException if they cannot be made; the directory is unchanged then
   */
  public void make(Path directory, KeyPlan plan, Existing existing) throws KeygenException {
    Path target = directory.toAbsolutePath().normalize();
    try (StagingDirectory staging = StagingDirectory.beside(target, existing)) {
      Path store = staging.scratch().resolve("keys.p12");
      Keytool keytool = new Keytool(javaHome, store, plan.algorithm());
      generate(keytool, plan);
      KeyStore keys = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(store)) {
        keys.load(in, keytool.password());
      }
      for (String alias : ALIASES) {
        write(staging.result(), keys, alias, keytool.password());
      }
      staging.publish();
    } catch (KeygenException e) {
      throw e;
    } catch (IOException e) {
      throw new KeygenException(
          directory + ": keys cannot be made there: " + StagingDirectory.words(e), e);
    } catch (GeneralSecurityException e) {
      throw new KeygenException("keytool made keys that cannot be read: " + e.getMessage(), e);
    }
  }

  private static void generate(Keytool keytool, KeyPlan plan) throws IOException {
    byte[] random = new byte[4];
    new SecureRandom().nextBytes(random);
    // Two authorities that were made separately must not have the same name.
    String authority = "CN=rdma-secure CA " + HexFormat.of().formatHex(random);
    keytool.generate(
        List.of(
            "-alias",
            "ca",
            "-dname",
            authority,
            "-startdate",
            plan.start(),
            "-validity",
            Integer.toString(plan.authorityDays()),
            "-ext",
            "bc:critical=ca:true,pathlen:0",
            "-ext",
            "ku:critical=keyCertSign,cRLSign"));
    keytool.generate(
        leaf(
            "server",
            "CN=" + plan.commonName(),
            plan,
            "serverAuth",
            "san=" + plan.subjectAlternativeNames()));
    keytool.generate(leaf("client", "CN=" + plan.clientName(), plan, "clientAuth", "bc=ca:false"));
  }

  private static List<String> leaf(
      String alias, String name, KeyPlan plan, String usage, String extension) {
    return List.of(
        "-alias",
        alias,
        "-dname",
        name,
        "-signer",
        "ca",
        "-startdate",
        plan.start(),
        "-validity",
        Integer.toString(plan.days()),
        "-ext",
        "ku:critical=digitalSignature",
        "-ext",
        "eku=" + usage,
        "-ext",
        extension);
  }

  private static void write(Path directory, KeyStore keys, String alias, char[] password)
      throws IOException, GeneralSecurityException {
    Certificate certificate = keys.getCertificate(alias);
    Key key = keys.getKey(alias, password);
    if (certificate == null || key == null) {
      throw new KeygenException("keytool made no key for '" + alias + "'");
    }
    write(directory.resolve(alias + ".pem"), "CERTIFICATE", certificate.getEncoded(), "rw-r--r--");
    write(directory.resolve(alias + ".key"), "PRIVATE KEY", key.getEncoded(), "rw-------");
  }

  private static void write(Path file, String label, byte[] content, String permissions)
      throws IOException {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    Files.writeString(
        file, "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n");
  }
}
