// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.litmus.barrier.BarrierClaim;
import org.rdmamonitor.litmus.barrier.BarrierVariant;
import org.rdmamonitor.litmus.barrier.Certificate;
import org.rdmamonitor.litmus.barrier.Certificate.Bounds;
import org.rdmamonitor.litmus.barrier.Certificate.Counterexample;
import org.rdmamonitor.litmus.barrier.Certificate.Proof;
import org.rdmamonitor.litmus.language.ConditionVerdict;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Explorer;
import org.rdmamonitor.litmus.search.SearchLimits;

class CertificateTest {
  private final SearchLimits limits = SearchLimits.ofThisProcess().withThreads(1);

  @Test
  void theBarrierThatShipsHasItsProperties() {
    Explorer explorer = new Explorer(limits, System::nanoTime);
    List<Proof> proofs = new ArrayList<>();
    new Certificate(limits, explorer).prove(new Bounds(3, 2)).forEach(proofs::add);

    assertThat(proofs).extracting(Proof::claim).contains(BarrierClaim.P1, BarrierClaim.D5);
    assertThat(proofs).allSatisfy(proof -> assertThat(proof.holds()).isTrue());
    assertThat(proofs).allSatisfy(proof -> assertThat(proof.results()).hasSize(10));
  }

  @Test
  void withoutReductionItHasThemToo() {
    SearchLimits whole = limits.unreduced();
    Explorer explorer = new Explorer(whole, System::nanoTime);
    List<Proof> proofs = new ArrayList<>();
    new Certificate(whole, explorer).prove(new Bounds(2, 1)).forEach(proofs::add);

    assertThat(proofs).hasSize(6).allSatisfy(proof -> assertThat(proof.holds()).isTrue());
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
    Certificate certificate = new Certificate(limits, new Explorer(limits, System::nanoTime));
    List<Counterexample> examples = certificate.counterexamples();

    assertThat(Certificate.agreesWithTable(examples)).isTrue();
    assertThat(Certificate.broken(BarrierVariant.NAIVE, examples))
        .containsExactly(
            BarrierClaim.D2, BarrierClaim.D3, BarrierClaim.D4, BarrierClaim.D5, BarrierClaim.D7);
    assertThat(Certificate.broken(BarrierVariant.GFENCE, examples))
        .containsExactly(BarrierClaim.D7);
    assertThat(Certificate.agreesWithTable(examples.subList(1, examples.size()))).isFalse();
  }
}
