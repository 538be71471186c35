// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.keys;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs keytool(1) of the running JDK on one key store. The store's password is random and is passed
 * in the environment, which other users cannot read.
 */
final class Keytool {
  private static final String PASSWORD_VARIABLE = "RDMA_SECURE_STORE";

  /** Only guards against hanging: on an emulated processor keytool takes most of a minute. */
  private static final long TIMEOUT_SECONDS = 600;

  private final Path program;
  private final Path store;
  private final KeyAlgorithm algorithm;
  private final String password;

  /** On a store that is to be made, for keys of one algorithm. */
  Keytool(Path javaHome, Path store, KeyAlgorithm algorithm) throws KeygenException {
    this.program = javaHome.resolve("bin/keytool");
    this.store = store;
    this.algorithm = algorithm;
    byte[] random = new byte[24];
    new SecureRandom().nextBytes(random);
    this.password = Base64.getUrlEncoder().encodeToString(random);
    if (!Files.isExecutable(program)) {
      throw new KeygenException(
          program
              + ": there is no keytool; it comes with every JDK and JRE 25, set JAVA25_HOME to"
              + " one");
    }
  }

  char[] password() {
    return password.toCharArray();
  }

  /** Makes a key pair and a certificate for it. */
  void generate(List<String> options) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                program.toString(),
                "-J-Duser.language=en",
                "-J-XX:+UseSerialGC",
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:-UsePerfData",
                "-genkeypair",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass:env",
                PASSWORD_VARIABLE));
    command.addAll(algorithm.options());
    command.addAll(options);
    run(command);
  }

  private void run(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    Path output = Files.createTempFile(store.getParent(), "keytool", ".out");
    builder.redirectOutput(output.toFile());
    builder.environment().put(PASSWORD_VARIABLE, password);
    // A message about these options would appear in keytool's output.
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("JDK_JAVA_OPTIONS");
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw new KeygenException("keytool did not end within " + TIMEOUT_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KeygenException("making keys was interrupted", e);
    } finally {
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      String said = Files.readString(output, StandardCharsets.UTF_8).strip();
      throw new KeygenException(
          "keytool failed: " + said.lines().findFirst().orElse("without a word"));
    }
  }
}
