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
import org.rdmamonitor.cli.process.ProcessContext;

class SecureProgramTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private ProcessContext context() {
    return new ProcessContext(
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
    return Program.secure(context()).run(arguments);
  }

  @Test
  void helpFitsATerminal() throws IOException {
    assertThat(run("--help")).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "secure-help.txt");
    assertThat(out.toString().lines()).allSatisfy(l -> assertThat(l).hasSizeLessThanOrEqualTo(80));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "keygen",
        "server",
        "client",
        "check-devices",
        "setup-rxe",
        "barrier",
        "litmus",
        "ethernet",
        "help"
      })
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
        "barrier | a command is missing",
        "barrier local -m 1 | Invalid value for option '--members': '1' is no number from 2 to 64",
        "barrier local --variant best | Invalid value for option '--variant': 'best' is no variant;"
            + " there are naive, pollmid, pollend, inline, gfence",
        "barrier local -d rxe0,../x | Invalid value for option '--ib-dev' (DEVICE): '../x' is no"
            + " name of a device",
        "barrier client | Missing required parameter: 'HOST'",
        "setup-rxe --remove --netdev eth0 | --netdev does not go with --remove",
        "setup-rxe --name ../rxe0 | Invalid value for option '--name': '../rxe0' is no name of a"
            + " device",
        "setup-rxe --netdev -x | Invalid value for option '--netdev': '-x' is no name of a device",
        "setup | Unmatched argument at index 0: 'setup'",
        "keygen | Missing required parameter: 'DIR'",
        "litmus | a command is missing",
        "litmus check --rfence none f | Invalid value for option '--rfence': 'none' is not among"
            + " all, reads",
        "litmus run --hosts a:0 f | Invalid value for option '--hosts' (HOST[:PORT]): 'a:0' is no"
            + " host; it is a name or an address",
        "litmus run --hosts a::1 f | Invalid value for option '--hosts' (HOST[:PORT]): 'a::1' is no"
            + " host",
        "litmus server --max-memory lots | Invalid value for option '--max-memory': 'lots' is no"
            + " size",
        "keygen --days 0 d | Invalid value for option '--days': '0' is no number from 1 to 3650",
        "keygen --client-name /x d | '/x' is no name for a client",
        "server -p 65536 | Invalid value for option '--port': '65536' is no number from 0 to 65535",
        "server --max-memory lots | Invalid value for option '--max-memory': 'lots' is no size",
        "server --log xml | Invalid value for option '--log': 'xml' is no format; there are text,"
            + " json",
        "server --memory swap | Invalid value for option '--memory': 'swap' is no kind of memory;"
            + " there are plain, huge, dmabuf",
        "server --cpu one | Invalid value for option '--cpu': 'one' is no number from 0 to",
        "server -R | Unknown option: '-R'",
        "client | Missing required parameter: 'HOST'",
        "client h -p 0 | Invalid value for option '--port': '0' is no number from 1 to 65535",
        "client h 5555 -p 6 | the port is 5555, or --port=6?",
        "client h 0 | Invalid value for positional parameter at index 1",
        "server 1 -p 2 | the port is 1, or --port=2?",
        "client h -o put | Invalid value for option '--operation': 'put' is no operation; there are"
            + " send, write, write_imm, read, cas, fadd",
        "client h -c XRC | Invalid value for option '--connection': 'XRC' is no connection type",
        "client h -m 1000 | Invalid value for option '--mtu': '1000' is no MTU",
        "client h -c UD -o write | write does not go over UD",
        "client h -c UC -o read | read does not go over UC",
        "client h -R -c UC | --rdma-cm connects RC only",
        "client h -c UD --rdma-cm | --rdma-cm connects RC only",
        "client h --cpu 1000000 | Invalid value for option '--cpu': '1000000' is no number from 0"
            + " to",
        "client h --cpu -1 | Invalid value for option '--cpu': '-1' is no number from 0 to",
        "client h --memory HUGE | Invalid value for option '--memory': 'HUGE' is no kind of memory",
        "client h -o cas --seal | --seal does not go with cas and fadd",
        "client h -o fadd -s 16 | cas and fadd are of 8 bytes",
        "client h -o cas -a | cas and fadd are of 8 bytes",
        "client h -o cas -b -L | --bidirectional does not go with cas",
        "client h -a -s 16 | --all does not go with --size",
        "client h -n 5 -D 5 | --iters does not go with --duration",
        "client h -L -q 2 | --latency does not go with --qp",
        "client h -L -b | --latency does not go with --qp",
        "client h -o cas -b | --bidirectional does not go with cas",
        "client h -H | --report-histogram goes with --latency only",
        "client h -L -H -j | --report-histogram does not go with --json",
        "client h -c UD -s 4097 | last_size: 4097 is not allowed",
        "client h -s 2G | first_size: 2147483648 is not allowed",
      })
  void mistakesAreUsageErrors(String arguments, String message) {
    assertThat(run(arguments.split(" ", -1))).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).startsWith("rdma-secure: " + message);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void whatIsWrongOnTheCommandLineDoesNotCommandTheTerminal() {
    assertThat(run("litmus", "check", "--profile", "\033[31m", "f")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).doesNotContain("\033").contains("\\x1b[31m");
  }

  /** A list of litmus files; not, as picocli has it, a file of arguments without the sign. */
  @Test
  void aNameThatBeginsWithAnAtSignIsThatOfAFile() {
    assertThat(Path.of("pom.xml")).exists();

    assertThat(run("litmus", "check", "@pom.xml")).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString()).isEqualTo("@pom.xml: there is no such file\n");
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

  @ParameterizedTest
  @ValueSource(strings = {"server -k nowhere", "client localhost -k nowhere"})
  void withoutKeysItSaysWhatToDo(String arguments) {
    assertThat(run(arguments.split(" ", -1))).isEqualTo(ExitCode.PREREQUISITE);
    assertThat(err.toString())
        .isEqualTo(
            "rdma-secure: nowhere: there is no such directory with keys; make them by 'rdma-secure"
                + " keygen nowhere', or name another one with --keys\n");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void theCommandsAreThoseOfRdmaMonitorSecureToo() {
    assertThat(new Program(context()).run("secure", "setup-rxe", "--name", "/"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("is no name of a device");
  }
}
