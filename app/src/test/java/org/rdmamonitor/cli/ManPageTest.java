// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.process.Version;
import org.rdmamonitor.fleet.HostState;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.policy.RuleWords;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.policy.config.FindingLimit.ValueKind;
import org.rdmamonitor.policy.findings.FindingRule;
import org.rdmamonitor.policy.join.JoinRule;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The manual says what the program does, and nothing else. */
class ManPageTest {
  private static final Path PAGE = Path.of("../man/rdma-monitor.1");
  private static final Path FLEET_PAGE = Path.of("../man/rdma-monitor-fleet.1");
  private static final Path QUOTA_PAGE = Path.of("../man/rdma-monitor-quota.1");
  private static final Path SECURE_PAGE = Path.of("../man/rdma-secure.1");
  private static final Path LITMUS_PAGE = Path.of("../man/rdma-litmus.1");
  private static final Path BARRIER_PAGE = Path.of("../man/rdma-barrier.1");
  private static final Path ETHERNET_PAGE = Path.of("../man/rdma-ethernet.1");

  private final CommandLine commandLine = new Program(ProcessContext.ofThisProcess()).commandLine();
  private String page;

  @BeforeEach
  void readTheMonitors() throws IOException {
    page = readWithoutEscapes(PAGE);
  }

  private static String readWithoutEscapes(Path file) throws IOException {
    return Files.readString(file).replace("\\-", "-").replaceAll("\\\\f[RIB]", "");
  }

  @Test
  void everyPageIsOfThisVersion() throws IOException {
    try (Stream<Path> pages = Files.list(PAGE.getParent())) {
      for (Path file : pages.toList()) {
        assertThat(Files.readString(file))
            .containsPattern(
                "\n\\.TH \\S+ [157] 20\\d\\d-\\d\\d-\\d\\d \"rdma-monitor "
                    + Pattern.quote(Version.ofProgram())
                    + "\" \"");
      }
    }
  }

  @Test
  void theOptionsAreThoseOfTheProgram() {
    List<String> items =
        headings(section("OPTIONS"))
            .map(heading -> heading.replaceAll("^\\.BR? | \", \" ", " ").replaceAll(" +=", "="))
            .map(heading -> heading.replace("\"", "").strip().replaceAll(",? +", ", "))
            .toList();

    assertThat(items).containsExactlyElementsOf(options().map(ManPageTest::heading).toList());
  }

  @Test
  void theCommandsAreThoseOfTheProgram() {
    assertThat(headings(section("COMMANDS")).map(heading -> heading.split(" ", -1)[1]))
        .containsExactlyElementsOf(commandLine.getSubcommands().keySet());
  }

  @Test
  void everyOptionWithAValueHasItsVariable() {
    Set<String> variables =
        options()
            .filter(option -> option.arity().max() > 0)
            .map(option -> option.longestName().substring(2))
            .map(name -> "RDMA_MONITOR_" + name.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_"))
            .collect(Collectors.toCollection(TreeSet::new));
    variables.add("RDMA_MONITOR_JAVA"); // the launcher's
    variables.add("RDMA_MONITOR_LAST_WORDS"); // of signals

    assertThat(words(section("ENVIRONMENT"), "RDMA_MONITOR_[A-Z_]+")).isEqualTo(variables);
  }

  @Test
  void theNamesOfTheConfigurationFileAreThoseOfTheRules() {
    assertThat(
            words(section("CONFIGURATION FILE").replaceAll("(?s)\\.EX.*?\\.EE", ""), "[A-Z]+_\\w+"))
        .isEqualTo(Rule.all().stream().map(Rule::name).collect(Collectors.toSet()));
  }

  @Test
  void theRulesOfFindingsAreThoseOfTheProgramWithTheirDefaults() {
    String findings = section("FINDINGS").replace("\\(aq", "'");

    assertHasRules(findings, FindingRule.values());
    assertThat(words(findings, "(?m)^\\.B [A-Z]\\w+ \\w+\n.*$"))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(FindingLimit.values())
                .map(limit ->
                    ".B %s %s%n%s"
                        .formatted(
                            limit.name(),
                            limit.kind() == ValueKind.PATHS ? "none" : limit.standard(),
                            limit.meaning()))
                .toList());
  }

  /** Whether a section has these rules, and says of them what the program does. */
  private static void assertHasRules(String section, RuleWords... rules) {
    assertThat(words(section, "(?m)^\\.SS .*$"))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(rules).map(rule -> ".SS " + rule.name() + ": " + rule.title()).toList());
    assertThat(rules)
        .allSatisfy(rule ->
            assertThat(section.replace('\n', ' '))
                .contains(
                    rule.words().threat(),
                    rule.words().condition(),
                    rule.words().falsePositives()));
  }

  @Test
  void theRulesOverSeveralHostsAndTheKeysOfTheirJsonAreThoseOfTheProgram() throws IOException {
    String joined = section("JOINED RECORDINGS").replace("\\(aq", "'");
    Path golden = Path.of("src/test/resources/golden");
    String json =
        Files.readString(golden.resolve("join-psn.jsonl"))
            + Files.readString(golden.resolve("join-pod.jsonl"));

    assertHasRules(joined, JoinRule.values());
    assertThat(words(joined + section("CONNECTIONS") + section("JSON OUTPUT"), "[a-z0-9_-]+"))
        .containsAll(words(json, "(?<=[{,]\")[a-z0-9_-]+(?=\":)"));
  }

  @Test
  void everyCallIsExplained() {
    assertThat(words(section("DESCRIPTION"), "[A-Z]+_[A-Z]+"))
        .isEqualTo(Arrays.stream(Verb.values()).map(Verb::name).collect(Collectors.toSet()));
  }

  @Test
  void everyKeyOfTheJsonIsExplained() throws IOException {
    Set<String> keys = new TreeSet<>();
    for (String file : List.of("json-run.jsonl", "json-findings.jsonl", "json-config.jsonl")) {
      String json = Files.readString(Path.of("src/test/resources/golden").resolve(file));
      words(json, "\"[a-z0-9_]+\":").forEach(key -> keys.add(key.replaceAll("[\":]", "")));
    }
    keys.removeAll(Set.of("objects", "other")); // a row, an error

    assertThat(words(section("JSON OUTPUT"), "[a-z0-9_]+")).containsAll(keys);
  }

  @Test
  void everyMetricIsExplainedWithItsTypeAndLabels() throws IOException {
    Path golden = Path.of("src/test/resources/golden");
    String text =
        Files.readString(golden.resolve("metrics-openmetrics.txt"))
            + Files.readString(golden.resolve("metrics-ethernet.txt"))
            + Files.readString(golden.resolve("metrics-namespaces.txt"))
            + Files.readString(golden.resolve("metrics-connections.txt"));
    Set<String> metrics = new TreeSet<>();
    Pattern.compile("^# TYPE (\\w+) (\\w+)$", Pattern.MULTILINE)
        .matcher(text)
        .results()
        .forEach(type -> {
          String suffix =
              switch (type.group(2)) {
                case "counter" -> "_total";
                case "info" -> "_info";
                default -> "";
              };
          String sample = type.group(1) + (type.group(2).equals("histogram") ? "_bucket" : suffix);
          Set<String> labels =
              words(words(text, sample + "\\{.*}").toString(), "(?<=[{,])\\w+(?==\")");
          labels.remove("le");
          String name = (type.group(1) + suffix).replaceAll("^node_\\w+_total$", "node_*_total");
          metrics.add(name + " " + type.group(2) + " " + labels);
        });
    Set<String> explained =
        Pattern.compile("^\\.B (\\w+[\\w*]+)\n\\(([a-z]+)(?:; ([a-z_, ]+))?\\)", Pattern.MULTILINE)
            .matcher(section("METRICS"))
            .results()
            .map(entry ->
                entry.group(1).replaceAll("^node_infiniband_\\*", "node_*")
                    + " "
                    + entry.group(2)
                    + " "
                    + words(entry.group(3) == null ? "" : entry.group(3), "\\w+"))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(explained).isEqualTo(metrics);
  }

  @Test
  void theExitCodesAreThoseOfTheHelp() {
    Set<String> codes =
        commandLine.getCommandSpec().usageMessage().exitCodeList().keySet().stream()
            .flatMap(code -> Arrays.stream(code.split(", ", -1)))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(words(headings(section("EXIT STATUS")).collect(Collectors.joining(" ")), "\\d+"))
        .containsAll(codes)
        .hasSize(codes.size() + 1); // that of SIGHUP
  }

  @Test
  void thePageOfRdmaSecureHasItsCommandsOptionsAndExitCodes() throws IOException {
    page = readWithoutEscapes(SECURE_PAGE);
    assertIsDescribed(Program.secure(ProcessContext.ofThisProcess()).commandLine());
  }

  @Test
  void thePageOfLitmusHasItsCommandsOptionsExitCodesAndKeys() throws IOException {
    page = readWithoutEscapes(LITMUS_PAGE);
    CommandLine secure = Program.secure(ProcessContext.ofThisProcess()).commandLine();
    Path golden = Path.of("src/test/resources/golden/litmus");
    String json =
        Files.readString(golden.resolve("check.jsonl"))
            + Files.readString(golden.resolve("certify.jsonl"))
            + Files.readString(golden.resolve("run.jsonl"));

    assertIsDescribed(secure.getSubcommands().get("litmus"));
    assertThat(words(section("JSON OUTPUT"), "[a-z0-9_]+"))
        .containsAll(words(json, "(?<=[{,]\")[a-z_]{2,}(?=\":)"));
  }

  @Test
  void thePageOfTheBarrierHasItsCommandsOptionsExitCodesAndKeys() throws IOException {
    page = readWithoutEscapes(BARRIER_PAGE);
    CommandLine secure = Program.secure(ProcessContext.ofThisProcess()).commandLine();
    String json = Files.readString(Path.of("src/test/resources/golden/barrier/report.jsonl"));

    assertIsDescribed(secure.getSubcommands().get("barrier"));
    assertThat(words(section("JSON OUTPUT"), "[A-Za-z0-9_]+"))
        .containsAll(words(json, "(?<=[{,]\")[A-Za-z0-9_]{2,}(?=\":)"));
  }

  @Test
  void thePageOfEthernetHasItsCommandsAndOptions() throws IOException {
    page = readWithoutEscapes(ETHERNET_PAGE);
    CommandLine secure = Program.secure(ProcessContext.ofThisProcess()).commandLine();
    CommandLine ethernet = secure.getSubcommands().get("ethernet");

    assertHasCommandsAndOptions(ethernet, options(ethernet).distinct());
  }

  /** Whether the page has the commands, options and exit codes of a program. */
  private void assertIsDescribed(CommandLine program) {
    assertHasCommandsAndOptions(program, options(program));
    assertThat(words(headings(section("EXIT STATUS")).collect(Collectors.joining(" ")), "\\d+"))
        .isEqualTo(
            program.getCommandSpec().usageMessage().exitCodeList().keySet().stream()
                .flatMap(code -> Arrays.stream(code.split(", ", -1)))
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  private void assertHasCommandsAndOptions(CommandLine program, Stream<String> options) {
    assertThat(headings(section("COMMANDS")).map(heading -> heading.split(" ", -1)[1]))
        .containsExactlyElementsOf(program.getSubcommands().keySet());
    assertThat(
            headings(section("OPTIONS"))
                .map(heading -> heading.replaceAll("^\\.BR? |[ \",]+", " ")))
        .map(heading -> heading.strip().replaceAll(" +=", "=").replaceAll(" +", ", "))
        .containsExactlyElementsOf(options.toList());
  }

  /** Of a program and of its commands, as headings; some are of several. */
  private static Stream<String> options(CommandLine program) {
    return Stream.concat(
            program.getCommandSpec().options().stream(),
            program.getSubcommands().values().stream()
                .flatMap(command -> command.getCommandSpec().options().stream())
                .filter(option -> !option.usageHelp()))
        .map(ManPageTest::heading);
  }

  @Test
  void thePageOfQuotaHasItsCommandsAndOptions() throws IOException {
    page = readWithoutEscapes(QUOTA_PAGE);
    CommandLine quota = commandLine.getSubcommands().get("quota");

    assertHasCommandsAndOptions(quota, options(quota).distinct());
  }

  @Test
  void thePageOfTheFleetHasItsOptionsVariablesAndKeys() throws IOException {
    page = readWithoutEscapes(FLEET_PAGE);
    CommandSpec fleet = commandLine.getSubcommands().get("fleet").getCommandSpec();
    String json = Files.readString(Path.of("src/test/resources/golden/fleet.jsonl"));

    assertThat(
            headings(section("OPTIONS"))
                .map(heading -> heading.replaceAll("^\\.BR? |[ \",]+", " ").strip())
                .map(heading -> heading.replaceAll(" +=", "=").replaceAll(" +", ", ")))
        .containsExactlyElementsOf(fleet.options().stream().map(ManPageTest::heading).toList());
    assertThat(words(section("JSON OUTPUT"), "[a-z0-9_]+"))
        .containsAll(words(json, "(?<=[{,]\")[a-z0-9_]+(?=\":)"));
    assertThat(Arrays.stream(HostState.values()).map(HostState::word))
        .containsExactlyElementsOf(
            headings(section("DESCRIPTION")).map(line -> line.replace(".B ", "")).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rdma-monitor.1",
        "rdma-monitor-fleet.1",
        "rdma-monitor-quota.1",
        "rdma-secure.1",
        "rdma-secure.7",
        "rdma-litmus.1",
        "rdma-litmus.5",
        "rdma-barrier.1",
        "rdma-ethernet.1",
        "librdma_intercept.7",
        "librdma_raweth.7"
      })
  void groffHasNothingToSay(String file) throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/groff")), "groff is not installed");
    Process groff =
        new ProcessBuilder(
                "groff", "-ww", "-man", "-Tutf8", "-z", PAGE.resolveSibling(file).toString())
            .redirectErrorStream(true)
            .start();

    assertThat(groff.inputReader().lines()).isEmpty();
    assertThat(groff.waitFor()).isZero();
  }

  private Stream<OptionSpec> options() {
    return commandLine.getCommandSpec().options().stream();
  }

  /** As in {@code -i, --interval=SECONDS}. */
  private static String heading(OptionSpec option) {
    String names = String.join(", ", option.names());
    return option.arity().max() > 0 ? names + "=" + option.paramLabel() : names;
  }

  private String section(String title) {
    String heading = "\n.SH " + title + "\n";
    int start = page.indexOf(heading);
    assertThat(start).as("section " + title).isNotNegative();
    return page.substring(start + heading.length(), page.indexOf("\n.SH ", start + 1));
  }

  /** What the paragraphs of a section are about. */
  private static Stream<String> headings(String section) {
    return Pattern.compile("^\\.TP.*\n(.*)$", Pattern.MULTILINE)
        .matcher(section)
        .results()
        .map(result -> result.group(1));
  }

  private static Set<String> words(String text, String pattern) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
