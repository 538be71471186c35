// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.litmus.table.TableClaim;
import org.rdmamonitor.litmus.table.TableVariant;

class SharedTableTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  @Test
  void everyRowBeginsWithACacheLineOfItsOwn() {
    TableLayout layout = new TableLayout(3, 9, 100);

    assertThat(layout.field(0, 0)).isZero();
    assertThat(layout.field(0, 8)).isEqualTo(64);
    assertThat(layout.field(1, 0)).isEqualTo(128);
    assertThat(layout.field(2, 8)).isEqualTo(320);
    assertThat(layout.flushed(0)).isEqualTo(384);
    assertThat(layout.data()).isEqualTo(576);
    assertThat(layout.bytes()).isEqualTo(676);
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 0", "2, 0, 0", "2, 1, -1", "1025, 1, 0", "2, 4097, 0"})
  void whatCannotBeLaidOutIsRefused(int members, int fields, int dataBytes) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TableLayout(members, fields, dataBytes));
  }

  /** Eight fields fit into a work request, forty do not: those are read by the device, later. */
  @ParameterizedTest
  @ValueSource(ints = {8, 40})
  void whoSeesAGuardSeesWhatWasPushedBefore(int fields) throws Exception {
    TableLayout layout = TableLayout.ofTable(2, fields + 1);
    int rounds = 500;
    try (FakeNetwork network = new FakeNetwork(layout, 7)) {
      FutureTask<Long> reader =
          new FutureTask<>(() -> {
            SharedTable table = new SharedTable(network.members().get(1), layout, LONG);
            for (long round = 1; round <= rounds; round++) {
              long at = round;
              table.await(0, row -> row.get(fields) >= at);
              for (int field = 0; field < fields; field++) {
                assertThat(table.get(0, field)).isEqualTo(round * 100 + field);
              }
              table.publish(fields, round);
            }
            return table.get(0, fields);
          });
      Thread.ofPlatform().daemon().start(reader);
      SharedTable table = new SharedTable(network.members().getFirst(), layout, LONG);
      for (long round = 1; round <= rounds; round++) {
        for (int field = 0; field < fields; field++) {
          table.set(field, round * 100 + field);
        }
        table.push(0, fields);
        for (int field = 0; field < fields; field++) {
          table.set(field, -1); // may be changed at once
        }
        table.publish(fields, round);
        long at = round;
        table.await(row -> row.get(fields) >= at);
      }

      assertThat(reader.get()).isEqualTo(rounds);
    }
  }

  @Test
  void aGuardOnlyGrows() throws Exception {
    TableLayout layout = TableLayout.ofTable(2, 1);
    try (FakeNetwork network = new FakeNetwork(layout, 1)) {
      SharedTable table = new SharedTable(network.members().getFirst(), layout, LONG);
      table.publish(0, 5);
      table.publish(0, 5);

      assertThatIllegalArgumentException()
          .isThrownBy(() -> table.publish(0, 4))
          .withMessage("a guard only grows: 4 after 5 in field 0");
      table.flush();
      assertThat(network.value(1, layout.field(0, 0))).isEqualTo(5);
    }
  }

  @Test
  void aFlushEndsWhenPutsAreVisible() throws Exception {
    TableLayout layout = new TableLayout(3, 1, TableLayout.LINE);
    try (FakeNetwork network = new FakeNetwork(layout, 3)) {
      Fabric fabric = network.members().get(1);
      SharedTable table = new SharedTable(fabric, layout, LONG);
      fabric.store(layout.data(), 77);
      fabric.put(0, layout.data(), Long.BYTES, Fabric.Source.MEMORY);
      fabric.put(2, layout.data(), Long.BYTES, Fabric.Source.MEMORY);

      table.flush();

      assertThat(network.value(0, layout.data())).isEqualTo(77);
      assertThat(network.value(2, layout.data())).isEqualTo(77);
      assertThat(fabric.poll()).isZero();
    }
  }

  @Test
  void whatDoesNotCompleteIsNotWaitedForWithoutEnd() throws Exception {
    TableLayout layout = TableLayout.ofTable(2, 1);
    try (FakeNetwork network = new FakeNetwork(layout, 1)) {
      network.hold(0, 1, () -> true);
      SharedTable table =
          new SharedTable(network.members().getFirst(), layout, Duration.ofSeconds(1));

      assertThatThrownBy(table::flush)
          .isInstanceOf(TimeoutException.class)
          .hasMessage("what was posted did not complete within 1 s");
    }
  }

  @Test
  void aTableIsOfAllMembersOfItsFabric() throws Exception {
    try (FakeNetwork network = new FakeNetwork(TableLayout.ofTable(2, 1), 1)) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> new SharedTable(network.members().getFirst(), TableLayout.ofTable(3, 1), LONG))
          .withMessage("a table of 3 members over a fabric of 2");
    }
  }

  /**
   * What is proved of T5 is proved of the writer's steps in it: they must be those of the table.
   */
  @ParameterizedTest
  @EnumSource(names = {"INLINE", "DRAINED", "FLUSHED"})
  void theStepsAreThoseOfTheProgramsThatAreCertified(TableVariant variant) throws Exception {
    int rounds = 3;
    List<String> certified =
        TableClaim.T5.test(variant, 3, rounds).threads().getFirst().instructions().stream()
            .map(instruction -> instruction.toString().replaceFirst(" >= \\d+$", ""))
            .toList();
    TableLayout layout = TableLayout.ofTable(3, 3);
    int inlineBytes = variant == TableVariant.DRAINED ? Long.BYTES : TableLayout.LINE;
    RecordingFabric fabric = new RecordingFabric(layout, "gxy", "f1", inlineBytes);
    SharedTable table = new SharedTable(fabric, layout, LONG);

    for (long round = 1; round <= rounds; round++) {
      table.set(1, round);
      table.set(2, round);
      table.push(1, 2);
      if (variant == TableVariant.FLUSHED) {
        table.flush();
      }
      table.publish(0, round);
      if (round < rounds) {
        long at = round;
        table.await(row -> row.get(0) >= at);
      }
    }

    assertThat(fabric.steps).containsExactlyElementsOf(certified);
  }
}
