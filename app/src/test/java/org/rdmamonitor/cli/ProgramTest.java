// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.Golden;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.cli.common.Distribution;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.policy.findings.FindingRule;
import org.rdmamonitor.render.tui.Theme;
import org.rdmamonitor.source.PrerequisiteException;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.SourceException;
import org.rdmamonitor.source.kernel.KernelOptions;
import org.rdmamonitor.source.kernel.KernelOptions.Copies;
import org.rdmamonitor.source.kernel.KernelOptions.Probes;

class ProgramTest {
  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Map<String, String> environment = new HashMap<>(Map.of("TERM", "xterm"));
  private final ScriptedDisplay display = new ScriptedDisplay();
  private final ScriptedPace pace = new ScriptedPace();
  private final ScriptedSource source =
      new ScriptedSource(i -> i == 0 ? Scenes.busy() : Scenes.busier());
  private Function<KernelOptions, Source> opener = this::open;
  private KernelOptions opened;
  private boolean terminal;

  @BeforeEach
  void setSomeLimits() throws IOException {
    Files.writeString(directory.resolve("config.txt"), "CQ_COUNT 5\nMR_REG 200\n");
  }

  @Test
  void aRunIsPrintedFromStartToStop() throws IOException {
    assertThat(run("-i", "2", "-n", "2")).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "program-run.txt");
    assertThat(err.toString()).isEmpty();
    assertThat(source.isClosed()).isTrue();
    assertThat(pace.isClosed()).isTrue();
  }

  @Test
  void jsonIsALineForEachReading() {
    assertThat(run("-j", "-n", "3")).isEqualTo(ExitCode.OK);

    assertThat(out.toString().lines())
        .extracting(line -> line.replaceAll(".*?\"type\":\"(\\w+)\".*", "$1"))
        .containsExactly("start", "interval", "stop");
  }

  @Test
  void prettyJsonIsIndented() {
    assertThat(run("--json", "--pretty", "-n", "1")).isEqualTo(ExitCode.OK);

    assertThat(out.toString()).startsWith("{\n  \"schema\" : 1,\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-i 0         | Invalid value for option '--interval': '0' is not a number of seconds"
            + " from 0.1 to 86400",
        "-i -1        | Invalid value for option '--interval': '-1' is not a number of seconds"
            + " from 0.1 to 86400",
        "-i 0,5       | Invalid value for option '--interval': '0,5' is not a number of seconds"
            + " from 0.1 to 86400",
        "-i 1e3       | Invalid value for option '--interval': '1e3' is not a number of seconds"
            + " from 0.1 to 86400",
        "-i 86401     | Invalid value for option '--interval': '86401' is not a number of seconds"
            + " from 0.1 to 86400",
        "-i           | Missing required parameter for option '--interval' (SECONDS)",
        "-i 1 -i 2    | option '--interval' (SECONDS) should be specified only once",
        "-n 0         | Invalid value for option '--iterations': '0' is not a whole number from 1",
        "-n 1.5       | Invalid value for option '--iterations': '1.5' is not a whole number"
            + " from 1",
        "-n 99999999999999999999 | Invalid value for option '--iterations':"
            + " '99999999999999999999' is not a whole number from 1",
        "-d 0         | Invalid value for option '--duration': '0' is not a number of seconds"
            + " from 0.1 to 315360000",
        "--color red  | Invalid value for option '--color': 'red' is none of auto, always, never",
        "--theme pink | Invalid value for option '--theme': 'pink' is none of default, light,"
            + " colorblind, mono",
        "--view cpu   | Invalid value for option '--view': 'cpu' is none of overview, cgroups,"
            + " processes, devices, events, objects, findings",
        "--probes rxe | Invalid value for option '--probes': 'rxe' is none of core, mlx5",
        "--hooks KPROBE | Invalid value for option '--hooks': 'KPROBE' is none of auto, kprobe,"
            + " both",
        "--ring-size 100K | Invalid value for option '--ring-size': '100K' is not a power of two"
            + " from 64K to 1G, such as 1M",
        "--ring-size 2G | Invalid value for option '--ring-size': '2G' is not a power of two"
            + " from 64K to 1G, such as 1M",
        "--max-objects 5 | Invalid value for option '--max-objects': '5' is not a whole number"
            + " from 1024 to 16777216",
        "--pretty     | --pretty goes with --json",
        "--inteval=5  | Unknown option: '--inteval=5'",
        "chek-config  | Unmatched argument at index 0: 'chek-config'",
      })
  void aWrongCommandLineIsToldAndNothingStarts(String arguments, String message) {
    assertThat(run(arguments.split(" ", -1))).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString())
        .startsWith("rdma-monitor: " + message + "\n")
        .endsWith("\nTry 'rdma-monitor --help'.\n");
    assertThat(out.toString()).isEmpty();
    assertThat(opened).isNull();
  }

  @ParameterizedTest
  @CsvSource({"-i 5, 5", "-i 0.1, 0.1", "-i .5, 0.5", "--interval=86400, 86400", "-i1, 1"})
  void intervalsMayBeFractions(String arguments, String shown) {
    assertThat(run((arguments + " -n 1").split(" ", -1))).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .startsWith("RDMA Control Path Monitor Started (interval: " + shown + " seconds)\n");
  }

  @Test
  void optionsOfTheSourceArePassedOn() {
    run(
        "--probes=mlx5",
        "--gid-packets",
        "--hooks=both",
        "--ring-size=256K",
        "--max-objects=4096",
        "--bpf-stats",
        "-n1");

    assertThat(opened)
        .isEqualTo(
            new KernelOptions(
                Distribution.bpfObject(), Probes.MLX5, true, Copies.BOTH, 1 << 18, 4096, true));
  }

  @Test
  void withoutOptionsTheSourceHasItsDefaults() {
    run("-n1");

    assertThat(opened).isEqualTo(KernelOptions.defaults(Distribution.bpfObject()));
  }

  @Test
  void theCommandLineOverridesTheEnvironmentWhichOverridesTheDefault() {
    environment.put("RDMA_MONITOR_INTERVAL", "3");
    environment.put("RDMA_MONITOR_ITERATIONS", "1");
    environment.put("RDMA_MONITOR_PROBES", "mlx5");
    environment.put("RDMA_MONITOR_HOOKS", "");
    run("-i", "4");

    assertThat(out.toString()).contains("(interval: 4 seconds)");
    assertThat(opened.probes()).isEqualTo(Probes.MLX5);
    assertThat(opened.copies()).isEqualTo(Copies.AUTO);
  }

  @Test
  void aWrongVariableIsToldByItsName() {
    environment.put("RDMA_MONITOR_INTERVAL", "soon");
    assertThat(run()).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString())
        .startsWith(
            "rdma-monitor: RDMA_MONITOR_INTERVAL: 'soon' is not a number of seconds from 0.1 to"
                + " 86400\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INTERVAL",
        "ITERATIONS",
        "DURATION",
        "COLOR",
        "PROBES",
        "HOOKS",
        "RING_SIZE",
        "MAX_OBJECTS",
        "EXPORT",
        "EXPORT_CGROUPS",
      })
  void everyVariableIsRead(String name) {
    environment.put("RDMA_MONITOR_" + name, "?");

    assertThat(run()).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).startsWith("rdma-monitor: RDMA_MONITOR_" + name + ": '?' is no");
  }

  @Test
  void aWrongVariableDoesNotKeepHelpAway() {
    environment.put("RDMA_MONITOR_INTERVAL", "soon");

    assertThat(run("--help")).isEqualTo(ExitCode.OK);
    assertThat(run("check-config")).isEqualTo(ExitCode.OK);
  }

  @Test
  void withoutAConfigurationFileAllIsDisabledAndThatIsSaid() throws IOException {
    Files.delete(directory.resolve("config.txt"));

    assertThat(run("-n1")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("  QP_COUNT       : DISABLED\n").doesNotContain(": >");
    assertThat(err.toString())
        .isEqualTo(
            "rdma-monitor: there is no config.txt here, so no limit is checked; -c names a"
                + " file\n");
  }

  @Test
  void aConfigurationFileThatIsNamedMustBeThere() {
    assertThat(run("-c", "absent.txt")).isEqualTo(ExitCode.CONFIGURATION);
    environment.put("RDMA_MONITOR_CONFIG", "gone.txt");
    assertThat(run()).isEqualTo(ExitCode.CONFIGURATION);

    assertThat(err.toString())
        .isEqualTo("absent.txt: there is no such file\ngone.txt: there is no such file\n");
    assertThat(opened).isNull();
  }

  @Test
  void aWrongConfigurationFileIsToldAndNothingStarts() throws IOException {
    Files.writeString(directory.resolve("config.txt"), "\n\nQP_CONT 5\nMR_REG lots\n");

    assertThat(run()).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString())
        .isEqualTo(
            """
            config.txt:3: QP_CONT: unknown name, did you mean QP_COUNT?
            config.txt:4: MR_REG: 'lots' is not a whole number
            """);
    assertThat(out.toString()).isEmpty();
    assertThat(opened).isNull();
  }

  @Test
  void everythingThatIsMissingIsToldInASentenceEach() {
    opener =
        options -> {
          throw new PrerequisiteException(List.of("No kprobes: do this.", "No BTF: do that."));
        };

    assertThat(run()).isEqualTo(ExitCode.PREREQUISITE);
    assertThat(err.toString())
        .isEqualTo("rdma-monitor: No kprobes: do this.\nrdma-monitor: No BTF: do that.\n");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aSourceThatCannotBeOpenedIsToldInASentence() {
    opener =
        options -> {
          throw new SourceException("the kernel refuses");
        };

    assertThat(run()).isEqualTo(ExitCode.RUNTIME);
    assertThat(err.toString()).isEqualTo("rdma-monitor: the kernel refuses\n");
  }

  @Test
  void aFaultOfTheProgramIsToldWithItsPlace() {
    opener =
        options -> {
          throw new IllegalStateException("cannot be");
        };

    assertThat(run()).isEqualTo(ExitCode.RUNTIME);
    assertThat(err.toString())
        .startsWith("rdma-monitor: unexpected error, please report it:\n")
        .contains("IllegalStateException: cannot be\n\tat org.rdmamonitor");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "true,  -,      -,      -, true",
        "false, -,      -,      -, false",
        "true,  -,      -,      1, false",
        "true,  never,  -,      -, false",
        "false, always, -,      1, true",
        "false, -,      always, 1, true",
        "true,  auto,   never,  -, true",
      })
  void colorsAreForTerminalsUnlessTheUserSaysOtherwise(
      boolean isTerminal, String option, String variable, String noColor, boolean colored) {
    terminal = isTerminal;
    if (variable != null) {
      environment.put("RDMA_MONITOR_COLOR", variable);
    }
    if (noColor != null) {
      environment.put("NO_COLOR", noColor);
    }
    run(
        option == null
            ? new String[] {"-b", "-n2"}
            : new String[] {"-b", "-n2", "--color", option});

    assertThat(out.toString().contains("\u001b[")).isEqualTo(colored);
    assertThat(out.toString()).contains("(*** BREACHED ***)");
  }

  @ParameterizedTest
  @CsvSource({
    "true,  xterm, -n2,     true",
    "false, xterm, -n2,     false",
    "true,  dumb,  -n2,     false",
    "true,  '',    -n2,     false",
    "true,  xterm, -n2 -b,  false",
    "true,  xterm, -n2 -j,  false",
    "true,  xterm, -d3,     true",
  })
  void aTerminalGetsTheScreenUnlessTextIsAskedFor(
      boolean isTerminal, String term, String arguments, boolean screen) {
    terminal = isTerminal;
    environment.put("TERM", term);

    assertThat(run(arguments.split(" ", -1))).isEqualTo(ExitCode.OK);
    assertThat(display.screens().isEmpty()).isNotEqualTo(screen);
    assertThat(out.toString().isEmpty()).isEqualTo(screen);
    assertThat(display.isClosed()).isEqualTo(screen);
    assertThat(source.isClosed()).isTrue();
    assertThat(pace.isClosed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-n1,                                 -, -,     DEFAULT",
        "-n1,                                 1, -,     MONO",
        "-n1 --color never,                   -, -,     MONO",
        "-n1 --color always,                  1, -,     DEFAULT",
        "-n1 --theme light,                   -, -,     LIGHT",
        "-n1 --theme colorblind,              1, -,     COLORBLIND",
        "-n1 --theme light --color never,     -, -,     MONO",
        "-n1,                                 -, light, LIGHT",
        "-n1 --theme default,                 -, light, DEFAULT",
      })
  void themesAreForScreensUnlessColorsAreNotWanted(
      String arguments, String noColor, String variable, Theme theme) {
    terminal = true;
    if (noColor != null) {
      environment.put("NO_COLOR", noColor);
    }
    if (variable != null) {
      environment.put("RDMA_MONITOR_THEME", variable);
    }
    run(arguments.split(" ", -1));

    assertThat(display.themes()).containsOnly(theme);
  }

  @Test
  void theScreenBeginsWithTheViewThatIsAskedFor() {
    terminal = true;
    run("-n1", "--view", "devices", "--ascii");

    assertThat(display.lastLines().get(1)).startsWith("DEV/PORT");
    assertThat(display.screens().getLast().chars()).allMatch(c -> c < 0x7f);
  }

  @Test
  void theScreenTellsThatTheConfigurationBecameWrongAndGoesOn() {
    terminal = true;
    opener =
        options ->
            new ScriptedSource(i -> {
              if (i == 1) {
                configure("QP_CONT 5\n");
              }
              return Scenes.tenants(i);
            });

    assertThat(run("-n4")).isEqualTo(ExitCode.OK);
    assertThat(display.screens()).hasSize(4);
    assertThat(display.screens().get(1)).doesNotContain("QP_CONT");
    assertThat(display.lastLines().get(23))
        .endsWith("config.txt:1: QP_CONT: unknown name, did you mean QP_COUNT?");
    assertThat(display.screens().getLast()).contains("!  CONFIG file has");
  }

  private void configure(String text) {
    try {
      Files.writeString(directory.resolve("config.txt"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aTerminalThatCannotBeTakenOverIsAnError() {
    terminal = true;
    display.failToOpen();

    assertThat(run("-n1")).isEqualTo(ExitCode.PREREQUISITE);
    assertThat(err.toString())
        .isEqualTo(
            "rdma-monitor: the terminal cannot be used for the screen (stty: 'standard input':"
                + " Inappropriate ioctl for device); -b gives text instead\n");
    assertThat(source.isClosed()).isTrue();
  }

  @Test
  void checkConfigTellsOfEveryFile() throws IOException {
    Files.writeString(directory.resolve("bad.txt"), "QP_COUNT 1\nQP_COUNT 2\n");

    assertThat(run("check-config", "config.txt", "bad.txt", "absent.txt"))
        .isEqualTo(ExitCode.CONFIGURATION);
    assertThat(out.toString()).isEqualTo("config.txt: ok, 2 of 18 limits are set\n");
    assertThat(err.toString())
        .isEqualTo(
            """
            bad.txt:2: QP_COUNT: is set twice, first in line 1
            absent.txt: there is no such file
            """);
  }

  @Test
  void checkConfigChecksTheDefaultFile() {
    assertThat(run("check-config")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).isEqualTo("config.txt: ok, 2 of 18 limits are set\n");
  }

  @Test
  void helpFitsATerminal() throws IOException {
    assertThat(run("--help")).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "program-help.txt");
    assertThat(out.toString().lines()).allSatisfy(l -> assertThat(l).hasSizeLessThanOrEqualTo(80));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "events",
        "record",
        "replay",
        "dump",
        "diff",
        "check-config",
        "explain",
        "doctor",
        "export",
        "completion",
        "help"
      })
  void everyCommandHasHelp(String command) {
    assertThat(run(command, "--help")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("Usage: rdma-monitor " + command);
    assertThat(out.toString().lines()).allSatisfy(l -> assertThat(l).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void secureHasTheHelpOfTheProgramThatItStandsFor() {
    assertThat(run("secure", "--help")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("Usage: rdma-secure ");
  }

  @Test
  void aRuleIsExplained() throws IOException {
    assertThat(run("explain", "r2")).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "explain-rule.txt");
  }

  @Test
  void anErrorIsExplained() throws IOException {
    assertThat(run("explain", "ENOMEM")).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "explain-error.txt");
  }

  @Test
  void allThatCanBeExplainedIsListedAndFitsATerminal() throws IOException {
    assertThat(run("explain")).isEqualTo(ExitCode.OK);
    Golden.assertMatches(out.toString(), "explain-list.txt");
    for (FindingRule rule : FindingRule.values()) {
      assertThat(run("explain", rule.name())).isEqualTo(ExitCode.OK);
    }

    assertThat(out.toString().lines()).allSatisfy(l -> assertThat(l).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void whatCannotBeExplainedIsAWrongCommandLine() {
    assertThat(run("explain", "R99")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .startsWith("rdma-monitor: there is no rule and no explained error 'R99'");
  }

  @Test
  void aFileThatChangesIsReadAgainWhileTheMonitorRuns() {
    opener =
        options ->
            new ScriptedSource(i -> {
              try {
                if (i == 0) {
                  Files.writeString(directory.resolve("config.txt"), "CQ_COUNT 77\n");
                } else if (i == 1) {
                  Files.writeString(directory.resolve("config.txt"), "CQ_CONT 5\nMR_REG x\n");
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              return i == 0 ? Scenes.busy() : Scenes.busier();
            });

    assertThat(run("-n", "4")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).doesNotContain("BREACHED");
    assertThat(err.toString())
        .isEqualTo(
            """
            rdma-monitor: config.txt was read again: 1 of 18 limits are set
            rdma-monitor: config.txt is wrong, the settings from before stay:
            config.txt:1: CQ_CONT: unknown name, did you mean CQ_COUNT?
            config.txt:2: MR_REG: 'x' is not a whole number
            """);
  }

  @Test
  void versionTellsWhatTheProgramRunsOn() {
    assertThat(run("--version")).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .matches("rdma-monitor \\S+ \\(commit \\S+, \\S+\\)\nJDK 25\\S* \\(.+\\)\nlibbpf 1.7\n");
  }

  @Test
  void theCompletionScriptKnowsOptionsAndCommands() {
    assertThat(run("completion")).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .contains("--interval", "--ring-size", "check-config")
        .contains("(\"auto\" \"kprobe\" \"both\")");
  }

  private int run(String... arguments) {
    Surroundings surroundings =
        new Surroundings(
            out,
            new PrintWriter(err, true),
            environment,
            directory,
            Clock.fixed(Scenes.START.plus(Duration.ofSeconds(2)), ZoneId.of("Europe/Berlin")),
            () -> terminal,
            display::open,
            () -> pace,
            options -> opener.apply(options),
            () -> Optional.of("v1.7"));
    return new Program(surroundings).run(arguments);
  }

  private Source open(KernelOptions options) {
    opened = options;
    return source;
  }
}
