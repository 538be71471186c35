// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.secure.tls.TlsSettings;
import org.rdmamonitor.secure.tls.TlsSettings.Versions;
import picocli.CommandLine.Option;

/** Where the keys are, and which TLS is spoken. */
final class KeyOptions {
  @Option(
      names = {"-k", "--keys"},
      paramLabel = "DIR",
      description = "The directory with the keys (default: keys, here).")
  private @Nullable Path directory;

  @Option(
      names = "--allow-tls12",
      description = "Speak TLS 1.2 too, with whom has no other (default: TLS 1.3 only).")
  private boolean allowTls12;

  /**
   * The directory.
   *
   * @throws SecureFailure if there is none
   */
  Path directory() throws SecureFailure {
    Path result = directory == null ? Path.of("keys") : directory;
    if (!Files.isDirectory(result)) {
      throw SecureFailure.prerequisite(
          "%s: there is no such directory with keys; make them by 'rdma-secure keygen %s', or name"
                  .formatted(result, result)
              + " another one with --keys");
    }
    return result;
  }

  TlsSettings settings() {
    return allowTls12 ? TlsSettings.DEFAULT.with(Versions.TLS_1_3_AND_1_2) : TlsSettings.DEFAULT;
  }
}
