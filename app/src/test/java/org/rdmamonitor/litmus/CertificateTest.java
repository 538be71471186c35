// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmamonitor.litmus.barrier.BarrierClaim;
import org.rdmamonitor.litmus.barrier.BarrierVariant;
import org.rdmamonitor.litmus.certify.Bounds;
import org.rdmamonitor.litmus.certify.Certificate;
import org.rdmamonitor.litmus.certify.Certificate.Counterexample;
import org.rdmamonitor.litmus.certify.Certificate.Proof;
import org.rdmamonitor.litmus.certify.Protocol;
import org.rdmamonitor.litmus.certify.Variant;
import org.rdmamonitor.litmus.language.Condition;
import org.rdmamonitor.litmus.language.ConditionVerdict;
import org.rdmamonitor.litmus.language.LitmusParser;
import org.rdmamonitor.litmus.language.LitmusSyntaxException;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.LitmusWriter;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Explorer;
import org.rdmamonitor.litmus.search.SearchLimits;
import org.rdmamonitor.litmus.table.TableClaim;
import org.rdmamonitor.litmus.table.TableVariant;

class CertificateTest {
  private final SearchLimits limits = SearchLimits.ofThisProcess().withThreads(1);

  private static <V extends Variant> List<Proof> proofs(
      Protocol<V> protocol, SearchLimits limits, Bounds bounds) {
    try (Explorer explorer = new Explorer(limits, System::nanoTime)) {
      List<Proof> proofs = new ArrayList<>();
      new Certificate<>(protocol, limits, explorer).prove(bounds).forEach(proofs::add);
      return proofs;
    }
  }

  private <V extends Variant> Certificate<V> certificate(Protocol<V> protocol) {
    return new Certificate<>(protocol, limits, new Explorer(limits, System::nanoTime));
  }

  /** The most members and rounds that the command certify accepts. */
  @Tag("long")
  @Test
  void theLargestTestsThatAreWrittenCanBeRead() throws LitmusSyntaxException {
    List<LitmusTest> largest = new ArrayList<>();
    for (BarrierClaim claim : BarrierClaim.values()) {
      for (BarrierVariant variant : BarrierVariant.values()) {
        largest.add(claim.test(variant, 16, 16));
      }
    }
    for (TableClaim claim : TableClaim.values()) {
      for (TableVariant variant : TableVariant.values()) {
        largest.add(claim.test(variant, 16, 16));
      }
    }
    for (LitmusTest test : largest) {
      assertThat(LitmusParser.parse("", LitmusWriter.text(test)).equals(test))
          .as(test.name())
          .isTrue();
    }
  }

  @Tag("long")
  @Test
  void theBarrierThatShipsHasItsProperties() {
    List<Proof> proofs = proofs(BarrierClaim.PROTOCOL, limits, new Bounds(3, 2));

    assertThat(proofs.stream().<Object>map(Proof::claim))
        .contains(BarrierClaim.P1, BarrierClaim.D5)
        .doesNotContain(BarrierClaim.D7);
    assertThat(proofs).allSatisfy(proof -> assertThat(proof.holds()).isTrue());
    assertThat(proofs).allSatisfy(proof -> assertThat(proof.results()).hasSize(10));
  }

  @Test
  void withoutReductionItHasThemToo() {
    assertThat(proofs(BarrierClaim.PROTOCOL, limits.unreduced(), new Bounds(2, 1)))
        .hasSize(6)
        .allSatisfy(proof -> assertThat(proof.holds()).isTrue());
  }

  @Test
  void everyVariantHasP1ToP4() {
    Explorer explorer = new Explorer(limits, System::nanoTime);
    for (BarrierVariant variant : BarrierVariant.values()) {
      for (BarrierClaim claim :
          List.of(BarrierClaim.P1, BarrierClaim.P2, BarrierClaim.P3, BarrierClaim.P4)) {
        LitmusTest test = claim.test(variant, 2, 1);
        assertThat(explorer.explore(test, ModelOptions.DEFAULT).verdict())
            .as(test.name())
            .isEqualTo(ConditionVerdict.FORBIDDEN);
      }
    }
  }

  @Test
  void weakerVariantsFailAsInTheTable() {
    Certificate<BarrierVariant> certificate = certificate(BarrierClaim.PROTOCOL);
    List<Counterexample> examples = certificate.counterexamples();

    assertThat(certificate.agreesWithTable(examples)).isTrue();
    assertThat(Certificate.broken(BarrierVariant.NAIVE, examples))
        .isEqualTo(
            List.of(
                BarrierClaim.D2,
                BarrierClaim.D3,
                BarrierClaim.D4,
                BarrierClaim.D5,
                BarrierClaim.D7));
    assertThat(Certificate.broken(BarrierVariant.GFENCE, examples))
        .isEqualTo(List.of(BarrierClaim.D7));
    assertThat(certificate.agreesWithTable(examples.subList(1, examples.size()))).isFalse();
  }

  @Tag("long")
  @Test
  void theTableKeepsWhatItPromisesInEachWayOfUsingIt() {
    List<Proof> proofs = proofs(TableClaim.PROTOCOL, limits, new Bounds(3, 2));

    // T1 and T4: three variants, 2 or 3 members, 1 or 2 rounds; T2, T3 and T5: two rounds; T6 and
    // T7: FLUSHED only, 3 members, 1 or 2 rounds.
    assertThat(proofs).hasSize(2 * 3 * 2 * 2 + 3 * 3 * 2 + 2 * 2);
    assertThat(proofs).allSatisfy(proof -> assertThat(proof.holds()).isTrue());
    assertThat(proofs.stream().filter(proof -> proof.claim() == TableClaim.T6))
        .extracting(Proof::variant)
        .containsOnly(TableVariant.FLUSHED);
  }

  /**
   * Forbidding something of all outcomes proves nothing if no execution ends: so these programs
   * must have outcomes, and none that hangs.
   */
  @ParameterizedTest
  @EnumSource(TableClaim.class)
  void theProgramsThatProveSomethingOfTheTableEnd(TableClaim claim) {
    Explorer explorer = new Explorer(limits, System::nanoTime);
    for (TableVariant variant : TableClaim.PROTOCOL.shipped()) {
      LitmusTest test = claim.test(variant, claim.leastMembers(), 2);
      LitmusTest hang = withCondition(test, new Condition.Hang());
      assertThat(explorer.explore(hang, ModelOptions.DEFAULT).verdict())
          .as(test.name())
          .isEqualTo(ConditionVerdict.FORBIDDEN);
    }
  }

  private static LitmusTest withCondition(LitmusTest test, Condition condition) {
    return new LitmusTest(
        test.name(),
        test.comment(),
        test.information(),
        test.locations(),
        test.threads(),
        test.shown(),
        test.quantifier(),
        condition);
  }

  @Test
  void withoutReductionTheTableDoesToo() {
    assertThat(proofs(TableClaim.PROTOCOL, limits.unreduced(), new Bounds(2, 1)))
        .hasSize(6)
        .allSatisfy(proof -> assertThat(proof.holds()).isTrue());
  }

  @Test
  void whatTheTableRestsOnCannotBeLeftOut() {
    Certificate<TableVariant> certificate = certificate(TableClaim.PROTOCOL);
    List<Counterexample> examples = certificate.counterexamples();

    assertThat(certificate.agreesWithTable(examples)).isTrue();
    assertThat(Certificate.broken(TableVariant.FLUSHED, examples)).isEmpty();
    assertThat(TableVariant.values())
        .filteredOn(variant -> !variant.ships())
        .allSatisfy(variant ->
            assertThat(Certificate.broken(variant, examples))
                .as(variant.word())
                .containsAnyOf(
                    TableClaim.T1, TableClaim.T2, TableClaim.T3, TableClaim.T4, TableClaim.T5));
  }

  /** Without such outcomes the claims would say nothing about a row. */
  @Test
  void aRowThatIsNotWaitedForIsSeenInPart() throws LitmusSyntaxException {
    LitmusTest test =
        LitmusParser.parse(
            "",
            """
            RDMA torn
            { x1@n1; y1@n1; x1.2@n2; y1.2@n2; }
             P0@n1            | P1@n2      ;
             x1 := 1          | a := x1.2  ;
             y1 := 1          | b := y1.2  ;
             iput x1.2 <- x1  |            ;
             iput y1.2 <- y1  |            ;
            exists (1:a=1 /\\ 1:b=0)
            """);
    try (Explorer explorer = new Explorer(limits, System::nanoTime)) {
      assertThat(explorer.explore(test, ModelOptions.DEFAULT).verdict())
          .isEqualTo(ConditionVerdict.ALLOWED);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theVerdictsOnSoftRoceAreAsKnown(TableClaim claim) {
    try (Explorer explorer = new Explorer(limits, System::nanoTime)) {
      for (TableVariant variant : TableVariant.values()) {
        LitmusTest test = claim.smallest(variant);
        assertThat(explorer.explore(test, ModelOptions.RXE).verdict())
            .as(test.name())
            .isEqualTo(claim.expectedOnRxe(variant));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void testsOfTheTableAreReadAsTheyAreWritten(TableClaim claim) throws LitmusSyntaxException {
    for (TableVariant variant : TableVariant.values()) {
      LitmusTest test = claim.test(variant, 3, 2);

      assertThat(LitmusParser.parse("", LitmusWriter.text(test))).isEqualTo(test);
    }
  }
}
