// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.Golden;
import org.rdmamonitor.cli.common.ExitCode;

class SecureProgramTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private Surroundings surroundings() {
    return new Surroundings(
        out,
        new PrintWriter(err, true),
        Map.of(),
        Path.of(""),
        Clock.systemUTC(),
        () -> false,
        () -> {
          throw new IOException("there is no terminal");
        },
        () -> {
          throw new IllegalStateException("no time passes");
        },
        options -> {
          throw new IllegalStateException("nothing is watched");
        },
        Optional::empty);
  }

  private int run(String... arguments) {
    return Program.secure(surroundings()).run(arguments);
  }

  @Test
  void helpFitsATerminal() throws IOException {
    assertThat(run("--help")).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "secure-help.txt");
    assertThat(out.toString().lines()).allSatisfy(l -> assertThat(l).hasSizeLessThanOrEqualTo(80));
  }

  @ParameterizedTest
  @ValueSource(strings = {"check-devices", "setup-rxe", "help"})
  void everyCommandHasHelp(String command) {
    assertThat(run(command, "--help")).isEqualTo(ExitCode.OK);

    assertThat(out.toString()).contains("rdma-secure " + command);
    assertThat(out.toString().lines()).allSatisfy(l -> assertThat(l).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void theVersionNeedsNoLibrary() {
    assertThat(run("--version")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).matches("rdma-secure \\S+ \\(commit .*\\)\\RJDK 25.*\\R");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "check-devices --json --loopback | --json does not go with --loopback",
        "check-devices -n | Unknown option: '-n'",
        "setup-rxe --remove --netdev eth0 | --netdev does not go with --remove",
        "setup-rxe --name ../rxe0 | Invalid value for option '--name': '../rxe0' is no name of a"
            + " device",
        "setup-rxe --netdev -x | Invalid value for option '--netdev': '-x' is no name of a device",
        "setup | Unmatched argument at index 0: 'setup'",
      })
  void mistakesAreUsageErrors(String arguments, String message) {
    assertThat(run(arguments.split(" ", -1))).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).startsWith("rdma-secure: " + message);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aCommandIsNeeded() {
    assertThat(run()).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .isEqualTo("rdma-secure: a command is missing\nTry 'rdma-secure --help'.\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"check-devices", "check-devices --json", "check-devices --loopback"})
  void withoutTheLibraryItSaysWhatToDo(String arguments) {
    // Unit tests have no distribution beside them.
    assertThat(run(arguments.split(" ", -1))).isEqualTo(ExitCode.PREREQUISITE);
    assertThat(err.toString())
        .matches("rdma-secure: The verbs library \\S+ cannot be read: build it .*\\.\\R");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void theCommandsAreThoseOfRdmaMonitorSecureToo() {
    assertThat(new Program(surroundings()).run("secure", "setup-rxe", "--name", "/"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("is no name of a device");
  }
}
