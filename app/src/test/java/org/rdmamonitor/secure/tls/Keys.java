// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.secure.keys.KeyAlgorithm;
import org.rdmamonitor.secure.keys.KeyPlan;
import org.rdmamonitor.secure.keys.Keygen;
import org.rdmamonitor.secure.keys.ServerName;

/** Certificates for tests, made as users make them: good ones, a stranger's, and expired ones. */
public record Keys(Path good, Path stranger, Path expired) {
  private static @Nullable Keys shared;

  /** Made once for all tests of this JVM, and deleted with it. */
  public static synchronized Keys shared() throws IOException {
    if (shared == null) {
      Path directory = Files.createTempDirectory("rdma-secure-keys");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
      shared = makeIn(directory);
    }
    return shared;
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Keys makeIn(Path directory) throws IOException {
    Keys result =
        new Keys(
            directory.resolve("good"), directory.resolve("stranger"), directory.resolve("expired"));
    Keygen keygen = new Keygen();
    KeyPlan plan =
        KeyPlan.forThisHost(List.of("node1.example", "192.0.2.7")).withClientName("tester");
    keygen.make(result.good, plan, Keygen.Existing.KEPT);
    // For another host than the one that it is used on.
    KeyPlan elsewhere =
        new KeyPlan(
            Set.of(ServerName.of("elsewhere.example")),
            "stranger",
            "-1H",
            10,
            10,
            KeyAlgorithm.ECDSA_P256);
    keygen.make(result.stranger, elsewhere, Keygen.Existing.KEPT);
    keygen.make(result.expired, plan.with("-10d", 5), Keygen.Existing.KEPT);
    return result;
  }

  public Credentials server() throws SecureException {
    return Credentials.ofServer(good);
  }

  public Credentials client() throws SecureException {
    return Credentials.ofClient(good);
  }

  /** Shown by {@code whose}, read when it was still valid; trusts all three authorities. */
  Credentials trusting(Path whose, String name) throws SecureException {
    InstantSource then =
        InstantSource.fixed(Instant.now().minus(Duration.ofDays(whose.equals(expired) ? 7 : 0)));
    Optional<Credentials.Identity> identity =
        Credentials.read(
                whose.resolve("ca.pem"),
                whose.resolve(name + ".pem"),
                whose.resolve(name + ".key"),
                then)
            .identity();
    return new Credentials(
        Stream.concat(
                Credentials.ofClient(good).authorities().stream(),
                Stream.concat(
                    Credentials.ofClient(stranger).authorities().stream(),
                    Credentials.withoutIdentity(expired.resolve("ca.pem")).authorities().stream()))
            .toList(),
        identity);
  }
}
