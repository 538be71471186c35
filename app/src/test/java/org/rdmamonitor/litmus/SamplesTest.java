// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmamonitor.litmus.axiomatic.AxiomaticChecker;
import org.rdmamonitor.litmus.barrier.BarrierClaim;
import org.rdmamonitor.litmus.certify.Bounds;
import org.rdmamonitor.litmus.language.ConditionVerdict;
import org.rdmamonitor.litmus.language.LitmusParser;
import org.rdmamonitor.litmus.language.LitmusSyntaxException;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.LitmusWriter;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Explorer;
import org.rdmamonitor.litmus.search.Outcome;
import org.rdmamonitor.litmus.search.SearchLimits;
import org.rdmamonitor.litmus.search.SearchResult;
import org.rdmamonitor.litmus.table.TableClaim;

/** The tests of samples/litmus, and the table of their verdicts. */
class SamplesTest {
  private static final Path SAMPLES = Path.of("../samples/litmus");

  /** A for allowed, F for forbidden, R for required: first by the model, then on soft-RoCE. */
  private static final String VERDICTS =
      """
      L1 AA, L2 FF, L3 AA, L4 AA, L5 FF, L6 AA, L7 FF, L8 AA, L9 FF, L10 AA, L10f FF, L10p FF,
      L11 AF, L12 FF, L13 FF, L14 AF, L16 FF, L18 AA, L19 AF, L21 FF, L22 AF, L23 AF, L25 AA,
      L26 AF, L27 FF, L28 FF, L30 FF, L32 FF, L37 FF, L38 AA, L39 AF, L40 FF, L41 AF,
      A1 AA, A1f FF, A1p FF, A2 FF, A2f FF, A3 FF, A3c FF, A3f FF, A4 FF, A4f FF, A5 FF, A5f FF,
      A6 AF, A6f FF, A7 AF,
      alloyRDMAgen-example RR, alloyRDMAgen-example2 RR, alloyRDMAgen-nic_ord AA,
      alloyRDMAgen-nic_ord-0 FF,
      D2-naive AA, D2-pollmid FF, D2-pollend FF, D2-inline FF, D2-gfence FF,
      D3-naive AA, D3-pollmid AA, D3-pollend AA, D3-inline AA, D3-gfence FF,
      D4-naive AF, D4-pollmid AF, D4-pollend AF, D4-inline AF, D4-gfence FF,
      D5-naive AA, D5-pollmid FF, D5-pollend FF, D5-inline AA, D5-gfence FF,
      D7-naive AA, D7-pollmid AA, D7-pollend AA, D7-inline AA, D7-gfence AA,
      T1-inline FF, T1-early AA, T1-striped AA, T2-inline FF, T2-striped AA, T3-inline FF,
      T3-equal AA, T4-drained FF, T4-undrained AA, T5-inline FF, T5-unacked AA,
      T6-flushed FF, T6-inline AA, T7-flushed FF, T7-inline AA
      """;

  private final SearchLimits limits = SearchLimits.ofThisProcess().withThreads(1);

  static List<String> verdicts() {
    return Arrays.stream(VERDICTS.strip().split(",\\s+", -1)).toList();
  }

  /** Whether a test is one of the barrier or of the table. */
  private static boolean isOfProtocol(String name) {
    return name.matches("[DT][0-9].*");
  }

  private static LitmusTest read(String name) throws IOException, LitmusSyntaxException {
    return LitmusParser.parse(name, Files.readString(SAMPLES.resolve(name + ".litmus")));
  }

  private static SearchResult explore(LitmusTest test, ModelOptions options, SearchLimits limits) {
    try (Explorer explorer = new Explorer(limits, System::nanoTime)) {
      return explorer.explore(test, options);
    }
  }

  private static ConditionVerdict verdict(char letter) {
    return switch (letter) {
      case 'A' -> ConditionVerdict.ALLOWED;
      case 'R' -> ConditionVerdict.REQUIRED;
      default -> ConditionVerdict.FORBIDDEN;
    };
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  void theVerdictIsTheOneInTheTable(String row) throws IOException, LitmusSyntaxException {
    String[] words = row.split(" ", -1);
    LitmusTest test = read(words[0]);

    assertThat(test.name()).isEqualTo(words[0]);
    for (ModelOptions options : List.of(ModelOptions.DEFAULT, ModelOptions.RXE)) {
      ConditionVerdict expected = verdict(words[1].charAt(options.isRxe() ? 1 : 0));
      SearchResult reduced = explore(test, options, limits);
      assertThat(reduced.verdict()).as("%s %s", row, options).isEqualTo(expected);
      assertThat(test.expected(options.isRxe() ? "rxe" : "")).contains(expected);
      if (test.threads().size() < 3 || !isOfProtocol(words[0])) {
        assertThat(explore(test, options, limits.unreduced()).outcomes())
            .as("not reduced")
            .isEqualTo(reduced.outcomes());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  void whereOursIsAnotherVerdictThanThePublishedOneTheFileSaysWhy(String row)
      throws IOException, LitmusSyntaxException {
    Map<String, String> information = read(row.split(" ", -1)[0]).information();

    assertThat(information.containsKey("Source")).isEqualTo(information.containsKey("Published"));
    assertThat(information.containsKey("Differs"))
        .isEqualTo(
            information.containsKey("Published")
                && !information.get("Published").equals(information.get("Expect")));
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  void theSlowSearchAgrees(String row) throws IOException, LitmusSyntaxException {
    LitmusTest test = read(row.split(" ", -1)[0]);
    for (ModelOptions options : List.of(ModelOptions.DEFAULT, ModelOptions.RXE)) {
      new ReferenceExplorer(test, options)
          .outcomes(3_000)
          .ifPresent(outcomes ->
              assertThat(explore(test, options, limits).outcomes()).isEqualTo(outcomes));
    }
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  void theAxiomsAllowTheSameOutcomes(String row) throws IOException, LitmusSyntaxException {
    LitmusTest test = read(row.split(" ", -1)[0]);
    AxiomaticChecker axioms = new AxiomaticChecker(Long.MAX_VALUE, System::nanoTime);
    for (ModelOptions options :
        isOfProtocol(test.name())
            ? List.of(ModelOptions.DEFAULT, ModelOptions.RXE)
            : allOptions()) {
      assertThat(axioms.check(test, options).outcomes())
          .as("%s %s", row, options)
          .isEqualTo(explore(test, options, limits).outcomes());
    }
  }

  private static List<ModelOptions> allOptions() {
    List<ModelOptions> all = new ArrayList<>();
    for (ModelOptions.RemoteFence fence : ModelOptions.RemoteFence.values()) {
      for (ModelOptions.Flush flush : ModelOptions.Flush.values()) {
        for (ModelOptions.RemoteReads reads : ModelOptions.RemoteReads.values()) {
          all.add(new ModelOptions(flush, reads, fence, ModelOptions.Profile.MODEL));
        }
      }
      all.add(
          new ModelOptions(
              ModelOptions.Flush.QP,
              ModelOptions.RemoteReads.UNORDERED,
              fence,
              ModelOptions.Profile.RXE));
    }
    return all;
  }

  @Test
  void everySampleIsInTheTable() throws IOException {
    try (Stream<Path> files = Files.list(SAMPLES)) {
      Set<String> names =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".litmus"))
              .map(name -> name.replace(".litmus", ""))
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(names)
          .isEqualTo(
              verdicts().stream()
                  .map(row -> row.split(" ", -1)[0])
                  .collect(Collectors.toCollection(TreeSet::new)));
      assertThat(Files.readAllLines(SAMPLES.resolve("@all")).stream().map(String::strip))
          .filteredOn(line -> line.endsWith(".litmus"))
          .map(line -> line.replace(".litmus", ""))
          .containsExactlyInAnyOrderElementsOf(names);
    }
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  void samplesOfProtocolsAreThoseThatAreCertified(String row)
      throws IOException, LitmusSyntaxException {
    String name = row.split(" ", -1)[0];
    if (isOfProtocol(name)) {
      Bounds smallest = new Bounds(3, 2);
      assertThat(
              Stream.of(BarrierClaim.PROTOCOL, TableClaim.PROTOCOL)
                  .flatMap(protocol -> protocol.tests(smallest).stream())
                  .filter(test -> test.name().equals(name)))
          .containsExactly(read(name));
    }
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  void samplesAreReadAsTheyAreWritten(String row) throws IOException, LitmusSyntaxException {
    LitmusTest test = read(row.split(" ", -1)[0]);

    assertThat(LitmusParser.parse("", LitmusWriter.text(test))).isEqualTo(test);
  }

  /** Each row: a test, an option of the model, and the verdict under that option. */
  static List<Object[]> options() {
    ModelOptions nic = options(ModelOptions.Flush.NIC, ModelOptions.RemoteReads.UNORDERED);
    ModelOptions ordered = options(ModelOptions.Flush.QP, ModelOptions.RemoteReads.ORDERED);
    return List.of(
        new Object[] {"L23", nic, ConditionVerdict.FORBIDDEN},
        new Object[] {"L19", nic, ConditionVerdict.FORBIDDEN},
        new Object[] {"L18", nic, ConditionVerdict.ALLOWED},
        new Object[] {"L22", nic, ConditionVerdict.ALLOWED},
        new Object[] {"L14", ordered, ConditionVerdict.FORBIDDEN},
        new Object[] {"L26", nic, ConditionVerdict.ALLOWED},
        new Object[] {"L11", ordered, ConditionVerdict.ALLOWED},
        new Object[] {"A6", ordered, ConditionVerdict.FORBIDDEN},
        new Object[] {"A7", nic, ConditionVerdict.FORBIDDEN},
        new Object[] {
          "L39",
          new ModelOptions(
              ModelOptions.Flush.QP,
              ModelOptions.RemoteReads.UNORDERED,
              ModelOptions.RemoteFence.READS,
              ModelOptions.Profile.RXE),
          ConditionVerdict.ALLOWED
        });
  }

  private static ModelOptions options(
      ModelOptions.Flush flush, ModelOptions.RemoteReads remoteReads) {
    return new ModelOptions(
        flush, remoteReads, ModelOptions.RemoteFence.ALL, ModelOptions.Profile.MODEL);
  }

  @ParameterizedTest
  @MethodSource("options")
  void optionsChangeVerdicts(String name, ModelOptions options, ConditionVerdict verdict)
      throws IOException, LitmusSyntaxException {
    assertThat(explore(read(name), options, limits).verdict()).isEqualTo(verdict);
  }

  @Test
  void aFenceThatWaitsForReadsOnlyLetsAPutBeReadWhileAnEarlierOneIsUnderWay()
      throws LitmusSyntaxException {
    // P1 sees the first put, and stores; only then is the second put's source read.
    LitmusTest test =
        LitmusParser.parse(
            "",
            """
            RDMA fence
            { x@n1; g@n1; z@n2; w@n2; }
             P0@n1       | P1@n2    ;
             put z <- 1  | a := w   ;
             rfence n2   |          ;
             put w <- x  |          ;
             x := 1      |          ;
            exists (w=0)
            """);
    ModelOptions reads =
        new ModelOptions(
            ModelOptions.Flush.QP,
            ModelOptions.RemoteReads.UNORDERED,
            ModelOptions.RemoteFence.READS,
            ModelOptions.Profile.MODEL);

    assertThat(explore(test, ModelOptions.DEFAULT, limits.unreduced()).states())
        .isLessThan(explore(test, reads, limits.unreduced()).states());
    assertThat(explore(test, reads, limits).outcomes())
        .extracting(Outcome::hangs)
        .containsOnly(false);
  }

  @Test
  void hangingIsAnOutcomeThatCanBeAskedFor() throws IOException, LitmusSyntaxException {
    SearchResult result = explore(read("D7-naive"), ModelOptions.DEFAULT, limits);

    assertThat(result.outcomes()).extracting(Outcome::hangs).containsExactly(false, true);
    assertThat(result.positive()).isEqualTo(1);
  }
}
