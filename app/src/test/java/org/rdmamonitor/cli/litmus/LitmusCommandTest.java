// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Golden;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.litmus.hosts.Leader;
import org.rdmamonitor.litmus.hosts.SimulatedHosts;
import org.rdmamonitor.litmus.run.SimulatedTestbed;
import org.rdmamonitor.litmus.run.TestPlan;
import org.rdmamonitor.litmus.run.Testbed;
import org.rdmamonitor.litmus.run.TestbedException;
import picocli.CommandLine;
import picocli.CommandLine.Option;

class LitmusCommandTest {
  private static final String SAMPLES = "../samples/litmus/";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** A clock that is a millisecond later each time. */
  private final AtomicLong clock = new AtomicLong();

  /** What tests are run on. */
  private Function<List<String>, Testbed.Maker> testbeds = _ -> new SimulatedTestbed.Maker();

  private final SimulatedHosts hosts = new SimulatedHosts();
  private boolean isLost;

  @TempDir private Path directory;

  /** Hosts in this process. */
  private final class NamedHosts implements OtherHosts {
    @Option(names = "--hosts", split = ",")
    private List<String> names = List.of();

    @Override
    public Optional<Leader> lead(List<String> devices) throws IOException {
      if (names.isEmpty()) {
        return Optional.empty();
      }
      Leader leader = hosts.lead(names.size());
      if (isLost) {
        hosts.lose(1);
      }
      return Optional.of(leader);
    }
  }

  private int run(String... arguments) {
    LitmusTools tools =
        new LitmusTools(
            out,
            new PrintWriter(err, true),
            () -> clock.addAndGet(1_000_000),
            testbeds,
            NamedHosts::new);
    CommandLine commandLine = LitmusCommand.commandLine(tools);
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments);
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  @Test
  void checksAndShowsAWitness() throws IOException {
    assertThat(run("check", "--witness", SAMPLES + "L1.litmus", SAMPLES + "L2.litmus"))
        .isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "litmus/check.txt");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void theAxiomsShowTheCycleOfWhatIsForbidden() throws IOException {
    assertThat(run("check", "--axiomatic", SAMPLES + "L1.litmus", SAMPLES + "L21.litmus"))
        .isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "litmus/check-axiomatic.txt");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void theCycleIsInJsonToo() throws IOException {
    assertThat(run("check", "-a", "-j", SAMPLES + "A1.litmus", SAMPLES + "L5.litmus"))
        .isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "litmus/check-axiomatic.jsonl");
  }

  @Test
  void aCycleIsShownOfWhatIsRequired() throws IOException {
    String text = "RDMA T\n{ x@n1; }\n P0@n1 ;\n x := 1 ;\n a := x ;\nforall (0:a=1)";

    assertThat(run("check", "-a", file("t", text))).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("Verdict T Required, as expected\n")
        .contains("Cycle T P0.2:lR(x) -rb-> P0.1:lW(x) buffered -po-> P0.2:lR(x)\n");
  }

  @Test
  void theAxiomsTakeNoSteps() {
    for (String option : List.of("--witness", "--no-reduction", "--threads=2", "--max-memory=1G")) {
      assertThat(run("check", "--axiomatic", option, SAMPLES + "L1.litmus"))
          .isEqualTo(ExitCode.USAGE);
      assertThat(err.toString())
          .contains(option.replaceFirst("=.*", "") + " does not go with --axiomatic");
    }
  }

  @Test
  void decisionsAreLimited() {
    assertThat(run("check", "-a", "--max-states", "3", SAMPLES + "L32.litmus"))
        .isEqualTo(ExitCode.RUNTIME);
    assertThat(err.toString())
        .isEqualTo(
            "L32 takes more than 3 decisions; raise --max-states, or take away instructions\n");
  }

  @Test
  void aHangIsAnOutcome() throws IOException {
    assertThat(run("check", "-w", SAMPLES + "D7-inline.litmus")).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "litmus/check-hang.txt");
  }

  @Test
  void jsonHasAnObjectForEachTest() throws IOException {
    assertThat(
            run(
                "check",
                "--json",
                "--witness",
                "--profile",
                "rxe",
                SAMPLES + "L8.litmus",
                SAMPLES + "D7-inline.litmus"))
        .isEqualTo(ExitCode.OK);

    // How much memory tables take depends on how many processors there are.
    Golden.assertMatches(
        out.toString().replaceAll("\"peak_bytes\":[0-9]+", "\"peak_bytes\":0"),
        "litmus/check.jsonl");
  }

  @Test
  void certifiesTheBarrier() throws IOException {
    assertThat(run("certify", "barrier", "--members", "2", "--rounds", "2")).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "litmus/certify.txt");
  }

  @Test
  void certifiesTheTable() throws IOException {
    assertThat(run("certify", "sst", "--members", "2", "--rounds", "2")).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "litmus/certify-sst.txt");
  }

  @Test
  void aCertificateOfTheTableAsJsonNamesWhatShips() {
    assertThat(run("certify", "sst", "--members", "2", "--rounds", "1", "--json"))
        .isEqualTo(ExitCode.OK);

    assertThat(out.toString().lines().toList().getLast())
        .startsWith(
            "{\"schema\":1,\"type\":\"certificate\",\"what\":\"sst\","
                + "\"ships\":[\"inline\",\"drained\",\"flushed\"],\"members\":2,\"rounds\":1,")
        .contains("\"proved\":true,\"variants_as_known\":true,\"claims\":6,")
        .contains(",\"left_out\":[\"T2\",\"T3\",\"T5\",\"T6\",\"T7\"],")
        .endsWith("\"equal\":[\"T3\",\"T6\",\"T7\"],\"unacked\":[\"T5\",\"T6\",\"T7\"]}}");
  }

  @Test
  void aCertificateAsJsonHasAnObjectForEachProofAndExecutionAndOneForAll() throws IOException {
    assertThat(run("certify", "barrier", "--members", "2", "--rounds", "2", "--json"))
        .isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "litmus/certify.jsonl");
  }

  @Test
  void allSamplesAreAsExpectedOfTheModelAndOfSoftRoce() {
    assertThat(run("check", SAMPLES + "@all")).isEqualTo(ExitCode.OK);
    assertThat(run("check", "--profile=rxe", SAMPLES + "@all")).isEqualTo(ExitCode.OK);

    assertThat(out.toString()).doesNotContain("NOT as expected").contains("Options L1 profile=rxe");
  }

  @Test
  void nothingIsExpectedUnderOtherOptions() {
    assertThat(run("check", "--flush", "nic", SAMPLES + "L23.litmus")).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .contains("\nOptions L23 flush=nic remote-reads=unordered rfence=all\n")
        .contains("\nVerdict L23 Forbidden, nothing expected\n")
        .contains("\nNo\n")
        .contains("\nObservation L23 Never 0 1\n");
  }

  @Test
  void anUnexpectedVerdictHasAnExitCodeOfItsOwn() throws IOException {
    String text = "RDMA T\n{ x@n1; z@n2; }\n P0@n1 ;\n put z <- x ;\n x := 1 ;\n";
    String expectation = text.replace("T\n", "T\nExpect=Forbidden\n");

    assertThat(run("check", file("a", expectation + "exists (z=1)"))).isEqualTo(9);
    assertThat(out.toString()).contains("Verdict T Allowed, NOT as expected: Forbidden\n");
    assertThat(run("check", file("b", text + "~exists (z=1)"))).isEqualTo(9);
    assertThat(run("check", file("c", text + "forall (z=1)"))).isEqualTo(9);
    assertThat(run("check", file("d", text + "exists (z=2)"))).isEqualTo(ExitCode.OK);
    assertThat(run("check", file("e", text + "forall (z=1 \\/ z=0)"))).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("Test T Required\n", "Verdict T Required, as expected");
  }

  @Test
  void wrongFilesAreNamedAndTheOthersChecked() throws IOException {
    String wrong = file("wrong.litmus", "RDMA T\n{ x@n1 }\n P0@n1 ;\n y := ;\n");

    assertThat(run("check", wrong, directory + "/none", SAMPLES + "L2.litmus"))
        .isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString().lines())
        .containsExactly(
            wrong + ":4:7: ';' is here; expected a location, or 'cas'",
            directory + "/none: there is no such file");
    assertThat(out.toString()).contains("Observation L2 Never");
    assertThat(run("check", directory + "/@none")).isEqualTo(ExitCode.CONFIGURATION);
  }

  /** What is in a file, and what it is called, is not for the terminal. */
  @Test
  void namesAndWordsOfFilesDoNotCommandTheTerminal() throws IOException {
    String escape = "\033]0;owned\007";
    String unsafe = "RDMA T\nExpect=" + escape + "\n{ x@n1 }";

    run("check", file("a", unsafe), file("b", "RDMA " + escape), directory + "/\u202egpj" + escape);
    assertThat(err.toString())
        .doesNotContain("\033", "\007", "\u202e")
        .contains(
            "/a:2:1: '\\x1b]0;owned\\x07' is no verdict",
            "/b:1:6: '\\x1b]0;owned\\x07' is no name",
            "/\\u202egpj\\x1b]0;owned\\x07: there is no such file");
  }

  @Test
  void whatIsFarTooLongIsNoTest() throws IOException {
    assertThat(run("check", "/dev/zero")).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString())
        .isEqualTo("/dev/zero: it has more than 1 MiB; expected a litmus test\n");
  }

  @Test
  void namesOfNoFileAreErrorsOfTheCommandLine() throws IOException {
    Path list = directory.resolve("@list");
    Files.writeString(list, "a\0b\n");

    for (String name : List.of("", list.toString(), directory.toString())) {
      assertThat(run("check", name)).isEqualTo(ExitCode.CONFIGURATION);
    }
    assertThat(err.toString().lines())
        .containsExactly(
            "'' names no file",
            "'a\\x00b' names no file: Nul character not allowed",
            directory + ": it cannot be read: Is a directory");
  }

  @Test
  void tooManyInstructionsForTheAxioms() throws IOException {
    String rows = " a := cas x, 0, 1 | a := cas x, 0, 1 ;\n".repeat(129);
    String text = "RDMA T\n{ x@n1; }\n P0@n1 | P1@n1 ;\n" + rows + "exists (0:a=0)";

    assertThat(run("check", "-a", file("t", text))).isEqualTo(ExitCode.RUNTIME);
    assertThat(err.toString())
        .isEqualTo(
            "T: 258 instructions are too many for --axiomatic, which takes 256; take some away\n");
  }

  /** Five atomics of each of two threads read in too many ways for that. */
  @Test
  void aCycleIsNotSoughtForever() throws IOException {
    StringBuilder text = new StringBuilder("RDMA T\n{ z@n3;");
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      text.append(" a%1$d@n1; b%1$d@n2;".formatted(i));
      rows.append(" rfaa a%1$d <- z, 1 | rfaa b%1$d <- z, 1 ;\n".formatted(i));
    }
    text.append(" }\n P0@n1 | P1@n2 ;\n").append(rows).append("exists (a0=10)");

    assertThat(run("check", "-a", file("t", text.toString()))).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("\nCycle T not found: too many ways of reading\n");
    assertThat(run("check", "-aj", file("t", text.toString()))).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains(",\"cycle_cut_short\":true}\n");
  }

  @Test
  void aLimitIsSaid() {
    assertThat(run("check", "--no-reduction", "--max-states", "100", SAMPLES + "L32.litmus"))
        .isEqualTo(ExitCode.RUNTIME);
    assertThat(err.toString())
        .isEqualTo("L32 has more than 100 states; raise --max-states, or take away instructions\n");
  }

  @Test
  void generatesTestsThatCheck() throws IOException {
    Path tests = directory.resolve("tests");

    assertThat(run("generate", "--family", "MP,CoWW", "--expect", tests.toString()))
        .isEqualTo(ExitCode.OK);
    assertThat(out.toString()).isEqualTo("28 tests, listed in " + tests + "/@all\n");
    List<String> listed = Files.readAllLines(tests.resolve("@all"));
    assertThat(listed).hasSize(28).contains("MP+x2y2+put-flush-put+load-load.litmus");
    Golden.assertMatches(
        Files.readString(tests.resolve("MP+x2y1+put-poll-store+get-poll-load.litmus")),
        "litmus/generated.litmus");
    assertThat(run("check", tests + "/@all")).isEqualTo(ExitCode.OK);
    assertThat(run("check", "--profile", "rxe", tests + "/@all")).isEqualTo(ExitCode.OK);
    assertThat(run("generate", "--size", "1", tests.toString())).isEqualTo(ExitCode.OK);
    assertThat(run("generate", tests + "/@all")).isEqualTo(ExitCode.RUNTIME);
    assertThat(err.toString()).contains("@all: it is no directory");
  }

  @Test
  void writesTheTestsOfTables() {
    Path tests = directory.resolve("tables");

    assertThat(run("certify", "sst", "--rounds", "2", "--tests", tests.toString()))
        .isEqualTo(ExitCode.OK);
    assertThat(out.toString()).isEqualTo("144 tests, listed in " + tests + "/@all\n");
    assertThat(tests.resolve("T2-striped.litmus")).exists();
    assertThat(run("check", tests + "/@all")).isEqualTo(ExitCode.OK);
  }

  @Test
  void writesTheTestsOfBarriers() throws IOException {
    Path tests = directory.resolve("barriers");

    assertThat(run("certify", "barrier", "--rounds", "1", "--tests", tests.toString()))
        .isEqualTo(ExitCode.OK);
    assertThat(out.toString()).isEqualTo("65 tests, listed in " + tests + "/@all\n");
    assertThat(tests.resolve("P2-gfence-3x1.litmus")).exists();
    assertThat(run("check", tests + "/@all")).isEqualTo(ExitCode.OK);
  }

  @Test
  void runsAndSaysWhatWasSeen() throws IOException {
    assertThat(run("run", "-n9", "-s3", "--seed=7", SAMPLES + "L1.litmus", SAMPLES + "L2.litmus"))
        .isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "litmus/run.txt");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void runsOnSeveralHosts() throws IOException {
    assertThat(
            run(
                "run",
                "-n9",
                "-s3",
                "--seed=7",
                "--hosts=node1,node2",
                SAMPLES + "L1.litmus",
                SAMPLES + "L2.litmus"))
        .isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "litmus/run-hosts.txt");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aHostThatIsLostEndsAllRuns() {
    isLost = true;

    assertThat(run("run", "-n9", "--hosts=node1", SAMPLES + "L1.litmus", SAMPLES + "L2.litmus"))
        .isEqualTo(ExitCode.RUNTIME);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("node1: the other end closed the connection\n");
    assertThat(hosts.first().isFree()).isTrue();

    assertThat(run("run", "--hosts=node1", directory + "/none", SAMPLES + "L2.litmus"))
        .isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString()).endsWith("\nnode1: the other end closed the connection\n");
  }

  @Test
  void jsonHasAnObjectForEachRun() throws IOException {
    assertThat(run("run", "-j", "-n9", "-s3", "--seed=7", "--profile=rxe", SAMPLES + "L2.litmus"))
        .isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "litmus/run.jsonl");
  }

  @Test
  void whatTheModelForbidsIsAFinding() throws IOException {
    testbeds = _ -> SimulatedTestbed.Maker.ofHasty();

    assertThat(
            run(
                "run",
                "-n4",
                "--seed=7",
                "--widen=none",
                SAMPLES + "L2.litmus",
                directory + "/none"))
        .isEqualTo(10);
    assertThat(err.toString().lines())
        .containsExactly(
            "L2: on simulation was seen what the model forbids (flush=qp remote-reads=unordered"
                + " rfence=all): z=1; 4 times",
            directory + "/none: there is no such file");
    Golden.assertMatches(out.toString(), "litmus/run-finding.txt");
    out.getBuffer().setLength(0);
    assertThat(run("run", "-n4", "--json", SAMPLES + "L2.litmus")).isEqualTo(10);
    assertThat(out.toString())
        .contains("\"allowed\":false,\"count\":4")
        .contains("\"finding\":true");
  }

  @Test
  void devicesAreChosenByTheUser() {
    List<String> asked = new ArrayList<>();
    testbeds =
        names -> {
          asked.addAll(names);
          return new SimulatedTestbed.Maker();
        };

    assertThat(run("run", "-n1", "-d", "rxe1", "--device=rxe0", SAMPLES + "L1.litmus"))
        .isEqualTo(ExitCode.OK);
    assertThat(asked).containsExactly("rxe1", "rxe0");
  }

  @Test
  void whatCannotBeRunIsSaid() throws IOException {
    String auxiliary =
        file("aux", "RDMA T\n{ x@n1; s@aux; }\n P0@n1 ;\n x := 1 ;\n s := 1 ;\nexists (s=1)");
    assertThat(run("run", "-n1", auxiliary)).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString()).startsWith("T cannot be run: s is on no node");

    testbeds = _ -> new Unfit(TestbedException.unfit("rxe0 is unfit"));
    assertThat(run("run", "-n1", SAMPLES + "L1.litmus")).isEqualTo(ExitCode.PREREQUISITE);
    testbeds = _ -> new Unfit(TestbedException.failed("rxe0 is stuck"));
    assertThat(run("run", "-n1", SAMPLES + "L1.litmus")).isEqualTo(ExitCode.RUNTIME);
    assertThat(err.toString()).contains("\nL1: rxe0 is unfit\nL1: rxe0 is stuck\n");
    assertThat(out.toString()).isEmpty();
  }

  /** Makes nothing. */
  private record Unfit(TestbedException why) implements Testbed.Maker {
    @Override
    public Testbed make(TestPlan plan, int instances, boolean isQueueing) {
      throw why;
    }

    @Override
    public List<String> devices() {
      return List.of();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "check | Missing required parameter: 'FILES'",
        "check --flush all f | Invalid value for option '--flush': 'all' is not among qp, nic",
        "check --profile mlx5 f | Invalid value for option '--profile': 'mlx5' is no profile; there"
            + " are model, rxe",
        "check --profile rxe --flush nic f | --flush does not go with --profile rxe",
        "check --profile rxe --remote-reads ordered f | --remote-reads does not go with",
        "check --threads 0 f | Invalid value for option '--threads': '0' is no number from 1 to 64",
        "check --max-states 0 f | Invalid value for option '--max-states': '0' is no number from 1",
        "check --max-memory x f | Invalid value for option '--max-memory': 'x' is no size",
        "run | Missing required parameter: 'FILES'",
        "run -n 0 f | Invalid value for option '--iterations': '0' is no number from 1",
        "run -s 0 f | Invalid value for option '--size': '0' is no number from 1 to 1000000",
        "run --widen all f | Invalid value for option '--widen': 'all' is not among none, fence,",
        "run --seed x f | Invalid value for option '--seed': 'x' is no number from 0",
        "run --time-limit 0 f | Invalid value for option '--time-limit': '0' is no number from 1",
        "run --profile rxe --flush nic f | --flush does not go with --profile rxe",
        "generate | Missing required parameter: 'DIR'",
        "generate --family XX d | Invalid value for option '--family' (NAME): 'XX' is no family",
        "generate --size 5 d | Invalid value for option '--size': '5' is no number from 1 to 4",
        "certify | Missing required parameter: 'WHAT'",
        "certify lock | Invalid value for positional parameter at index 0 (WHAT): 'lock' cannot be"
            + " certified; there are barrier, sst",
      })
  void mistakesAreUsageErrors(String arguments, String message) {
    assertThat(run(arguments.split(" ", -1))).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).startsWith(message);
    assertThat(out.toString()).isEmpty();
  }
}
