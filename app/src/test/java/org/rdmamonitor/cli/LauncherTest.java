// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launchers, in an installation whose Java is a script that says what it was started with. */
class LauncherTest {
  private static final Path LAUNCHERS = Path.of("src/main/dist");
  private static final Map<String, String> FOR_OTHERS =
      Map.of(
          "JAVA_TOOL_OPTIONS", "-Dtool",
          "JDK_JAVA_OPTIONS", "-Djdk",
          "_JAVA_OPTIONS", "-Dtest");
  private static final String JAVA =
      """
      #!/bin/sh
      echo "$0 ${JAVA_TOOL_OPTIONS-no} ${JDK_JAVA_OPTIONS-no} ${_JAVA_OPTIONS-no}"
      """;

  @TempDir private Path top;
  private Path home;
  private Path other;

  private record Said(int status, String text) {}

  @BeforeEach
  void install() throws IOException {
    home = install(top.resolve("a place"));
    other = java(top.resolve("other"));
  }

  private static Path install(Path home) throws IOException {
    for (String file : new String[] {"bin/rdma-monitor", "bin/rdma-secure", "lib/launcher"}) {
      Files.createDirectories(home.resolve(file).getParent());
      Files.copy(LAUNCHERS.resolve(file), home.resolve(file));
    }
    java(home.resolve("runtime"));
    return home;
  }

  private static Path java(Path directory) throws IOException {
    Path program = directory.resolve("bin/java");
    Files.createDirectories(program.getParent());
    Files.writeString(program, JAVA);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(directory.resolve("release"), "JAVA_VERSION=\"25.0.3\"\n");
    return directory;
  }

  private Said run(Path directory, String program, Map<String, String> variables)
      throws IOException, InterruptedException {
    Path output = top.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder("sh", program, "--version")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    builder.environment().putAll(variables);
    int status = builder.start().waitFor();
    return new Said(status, Files.readString(output, StandardCharsets.UTF_8).strip());
  }

  private Said run(String program, Map<String, String> variables)
      throws IOException, InterruptedException {
    return run(top, home.resolve(program).toString(), variables);
  }

  private static Map<String, String> with(Map<String, String> variables, String name, Path value) {
    Map<String, String> all = new TreeMap<>(variables);
    all.put(name, value.toString());
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {"bin/rdma-monitor", "bin/rdma-secure"})
  void theRuntimeOfAPackageTakesNoOptionsOfOtherPrograms(String program) throws Exception {
    Said said = run(program, with(FOR_OTHERS, "JAVA_HOME", other));

    assertThat(said)
        .isEqualTo(new Said(0, home.resolve("bin/../runtime/bin/java") + " no no -Dtest"));
  }

  @Test
  void anotherJavaTakesThem() throws Exception {
    Said said = run("bin/rdma-monitor", with(FOR_OTHERS, "RDMA_MONITOR_JAVA", other));

    assertThat(said).isEqualTo(new Said(0, other.resolve("bin/java") + " -Dtool -Djdk -Dtest"));
  }

  @Test
  void withoutARuntimeItIsJavaHome() throws Exception {
    Files.delete(home.resolve("runtime/release"));

    Said said = run("bin/rdma-secure", with(Map.of(), "JAVA_HOME", other));

    assertThat(said).isEqualTo(new Said(0, other.resolve("bin/java") + " no no no"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rdma-monitor", "rdma-secure"})
  void aPathThatJavaWouldTakeForTwoIsRefused(String program) throws Exception {
    Path place = install(top.resolve("a:b/c"));
    Said refused =
        new Said(
            4,
            program
                + ": the path of this installation, "
                + place
                + ", has a ':', by which Java separates paths: move it.");

    assertThat(run(top, place.resolve("bin").resolve(program).toString(), Map.of()))
        .isEqualTo(refused);
    assertThat(run(place, "bin/" + program, Map.of())).isEqualTo(refused);
    assertThat(run(place, "../../a place/bin/" + program, Map.of()).status()).isZero();
  }
}
