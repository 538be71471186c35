// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.model.resource.PathMigration;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;

/** What numbers of the kernel are called, and names are looked up. */
class CallWordsTest {
  @ParameterizedTest
  @CsvSource({
    "1, SIGHUP",
    "9, SIGKILL",
    "31, SIGSYS",
    "0, signal 0",
    "-1, signal -1",
    "32, signal 32",
    "40, signal 40"
  })
  void aSignalHasANameIfItHasOne(int number, String name) {
    assertThat(Signal.name(number)).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({"0, MATCHING", "1, ALL", "2, MULTICAST", "3, SNIFFER", "4, UNKNOWN", "-1, UNKNOWN"})
  void aFlowRuleIsOfAKind(int number, FlowMatch.Kind kind) {
    assertThat(FlowMatch.Kind.of(number)).isEqualTo(kind);
  }

  @Test
  void aFlowRuleTellsWhatItTakes() {
    OptionalInt none = OptionalInt.empty();

    assertThat(
            new FlowMatch(
                    FlowMatch.Kind.MATCHING_MORE,
                    "02:00:00:00:00:01",
                    OptionalInt.of(0x800),
                    OptionalInt.of(4791))
                .text())
        .isEqualTo(
            "frames to 02:00:00:00:00:01, EtherType 0x0800, port 4791, and by what is not known");
    assertThat(new FlowMatch(FlowMatch.Kind.SNIFFER, "", none, none).text())
        .isEqualTo("a copy of all frames");
    assertThat(FlowMatch.UNKNOWN.text()).isEqualTo("frames not known");
  }

  @Test
  void aForewarningTellsHowLongBeforeWhatWasReportedAndWhy() {
    Duration before = Duration.ofMillis(3210);
    AsyncEventType port = AsyncEventType.PORT_ERR;
    AsyncEventType rejected = AsyncEventType.REJECTED;

    assertThat(new Forewarning(port.source(), port.number(), 8, before).words())
        .isEqualTo("3.21 s after PORT_ERR");
    assertThat(new Forewarning(rejected.source(), rejected.number(), 8, before).words())
        .isEqualTo("3.21 s after REJECTED (INVALID_SERVICE_ID)");
    assertThat(new Forewarning(rejected.source(), rejected.number(), 0, before).words())
        .isEqualTo("3.21 s after REJECTED");
    assertThat(new Forewarning(rejected.source(), rejected.number(), -110, before).words())
        .isEqualTo("3.21 s after REJECTED (ETIMEDOUT)");
  }

  @Test
  void causesAndStatesAreFoundByNameInAnyCase() {
    assertThat(EndCause.named("out_of_memory")).hasValue(EndCause.OUT_OF_MEMORY);
    assertThat(EndCause.named("Out_Of_Memory")).hasValue(EndCause.OUT_OF_MEMORY);
    assertThat(EndCause.named("memory")).isEmpty();
    assertThat(EndCause.explained())
        .hasSize(EndCause.values().length - 1)
        .doesNotContain(EndCause.UNKNOWN);
    assertThat(StateExplanation.named("rtr")).hasValue(QueuePairState.RTR);
    assertThat(StateExplanation.named("RTR")).hasValue(QueuePairState.RTR);
    assertThat(StateExplanation.named("R")).isEmpty();
  }

  @Test
  void numbersThatAreNotDefinedAreNoStates() {
    assertThat(QueuePairState.of(0)).hasValue(QueuePairState.RESET);
    assertThat(QueuePairState.of(6)).hasValue(QueuePairState.ERR);
    assertThat(QueuePairState.of(7)).isEmpty();
    assertThat(QueuePairState.of(-1)).isEmpty();
    assertThat(PathMigration.of(0)).hasValue(PathMigration.MIGRATED);
    assertThat(PathMigration.of(2)).hasValue(PathMigration.ARMED);
    assertThat(PathMigration.of(3)).isEmpty();
    assertThat(PathMigration.of(-1)).isEmpty();
    assertThat(QueuePairType.of(2)).isEqualTo(QueuePairType.RC);
    assertThat(QueuePairType.of(200)).isEqualTo(QueuePairType.UNKNOWN);
  }

  @Test
  void queuePairsOfTheseTypesHaveOnePeer() {
    assertThat(QueuePairType.values())
        .filteredOn(QueuePairType::hasOnePeer)
        .containsExactlyInAnyOrder(
            QueuePairType.RC, QueuePairType.UC, QueuePairType.XRC_INI, QueuePairType.XRC_TGT);
  }

  @Test
  void oneVerbMakesObjectsOfAType() {
    assertThat(Arrays.stream(Verb.values()).filter(verb -> verb.creates(ResourceType.MR)))
        .containsExactly(Verb.MR_REG);
    assertThat(Arrays.stream(Verb.values()).filter(verb -> verb.creates(ResourceType.CM_ID)))
        .isEmpty();
  }
}
