// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.keys;

import java.util.List;

/**
 * The algorithms of keys, by the names that {@code rdma-secure keygen --algorithm} has for them.
 */
public enum KeyAlgorithm {
  /**
   * Ed25519 (RFC 8032, RFC 8410). A client starts in a third less time with it: for P-256 its JVM
   * computes a table first.
   */
  ED25519,
  /** ECDSA with P-256, for where Ed25519 is not let in. */
  ECDSA_P256;

  /** Its name on the command line. */
  public String word() {
    return switch (this) {
      case ED25519 -> "ed25519";
      case ECDSA_P256 -> "ecdsa-p256";
    };
  }

  /** As {@code keytool -genkeypair} takes it. */
  List<String> options() {
    return switch (this) {
      case ED25519 -> List.of("-keyalg", "Ed25519");
      case ECDSA_P256 ->
          List.of("-keyalg", "EC", "-groupname", "secp256r1", "-sigalg", "SHA256withECDSA");
    };
  }
}
