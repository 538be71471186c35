// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmamonitor.litmus.generate.Family;
import org.rdmamonitor.litmus.generate.Generator;
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

class GeneratorTest {
  @ParameterizedTest
  @EnumSource
  void everyTestIsReadAndEnds(Family family) throws LitmusSyntaxException {
    List<LitmusTest> tests = Generator.tests(family);
    Set<String> names = new HashSet<>();
    Explorer explorer = new Explorer(SearchLimits.ofThisProcess().withThreads(1), System::nanoTime);

    assertThat(tests).isNotEmpty();
    for (LitmusTest test : tests) {
      assertThat(names.add(test.name())).as(test.name()).isTrue();
      assertThat(LitmusParser.parse(test.name(), LitmusWriter.text(test))).isEqualTo(test);
      assertThat(explorer.explore(test, ModelOptions.DEFAULT).outcomes())
          .as(test.name())
          .isNotEmpty()
          .noneMatch(Outcome::hangs);
    }
  }

  @Test
  void theModelIsWeakerThanSoftRoce() {
    Explorer explorer = new Explorer(SearchLimits.ofThisProcess().withThreads(1), System::nanoTime);
    for (Family family : List.of(Family.MP, Family.SB, Family.LB, Family.S, Family.R, Family.W2)) {
      for (LitmusTest test : Generator.tests(family)) {
        SearchResult model = explorer.explore(test, ModelOptions.DEFAULT);
        SearchResult rxe = explorer.explore(test, ModelOptions.RXE);

        assertThat(model.outcomes()).as(test.name()).containsAll(rxe.outcomes());
      }
    }
  }

  @Test
  void aFlushMakesMessagePassingSafe() {
    LitmusTest weak = named(Family.MP, "MP+x2y1+put-poll-store+get-poll-load");
    LitmusTest safe = named(Family.MP, "MP+x2y2+put-flush-put+load-load");
    Explorer explorer = new Explorer(SearchLimits.ofThisProcess().withThreads(1), System::nanoTime);

    assertThat(explorer.explore(safe, ModelOptions.DEFAULT).verdict())
        .isEqualTo(ConditionVerdict.FORBIDDEN);
    assertThat(explorer.explore(weak, ModelOptions.DEFAULT).verdict())
        .isEqualTo(ConditionVerdict.ALLOWED);
  }

  private static LitmusTest named(Family family, String name) {
    return Generator.tests(family).stream()
        .filter(test -> test.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
