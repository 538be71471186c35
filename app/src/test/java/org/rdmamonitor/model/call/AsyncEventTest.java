// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.model.call.AsyncEventType.Source;
import org.rdmamonitor.model.resource.QueuePairState;

class AsyncEventTest {
  private static AsyncEvent connection(int number, int status) {
    return new AsyncEvent(
        Instant.EPOCH,
        number,
        0,
        Optional.empty(),
        new AsyncEvent.Connection(OptionalInt.of(5), OptionalInt.empty(), status, "", 0));
  }

  @ParameterizedTest
  @CsvSource({
    "8, 0, REJECTED, ''",
    "8, 8, REJECTED, INVALID_SERVICE_ID",
    "8, 34, REJECTED, 34",
    "8, -111, REJECTED, ECONNREFUSED",
    "7, -110, UNREACHABLE, ETIMEDOUT",
    "7, 2, UNREACHABLE, 2",
    "10, 0, DISCONNECTED, ''",
    "99, 8, 99, 8",
    "-1, 0, 4294967295, ''"
  })
  void aConnectionHasItsNameAndReason(int number, int status, String name, String reason) {
    AsyncEvent event = connection(number, status);

    assertThat(event.name()).isEqualTo(name);
    assertThat(event.reason()).isEqualTo(reason);
    assertThat(event.objectId()).hasValue(5);
    assertThat(event.source()).isEqualTo(Source.CONNECTION_MANAGER);
  }

  @Test
  void eachSourceNumbersItsOwn() {
    AsyncEvent port =
        new AsyncEvent(
            Instant.EPOCH, 8, 0, Optional.empty(), new AsyncEvent.Port(OptionalInt.of(1)));

    assertThat(port.name()).isEqualTo("DEVICE_FATAL");
    assertThat(port.isTrouble()).isTrue();
    assertThat(port.reason()).isEmpty();
    assertThat(port.objectId()).isEmpty();
    assertThat(connection(10, 0).isTrouble()).isFalse();
    assertThat(connection(99, 0).isTrouble()).isFalse();
  }

  @Test
  void aCompletionHasItsStatus() {
    AsyncEvent event =
        new AsyncEvent(
            Instant.EPOCH,
            12,
            0,
            Optional.empty(),
            new AsyncEvent.Completion(OptionalInt.of(17), 0x81));

    assertThat(event.name()).isEqualTo("RETRY_EXC_ERR");
    assertThat(event.source()).isEqualTo(Source.COMPLETION);
    assertThat(event.isTrouble()).isTrue();
    assertThat(event.reason()).isEmpty();
    assertThat(event.objectId()).hasValue(17);
  }

  /**
   * The kernel numbers them from 0 on without a gap; of completions 0 is success, and of states
   * those that devices stop queue pairs in are the last two.
   */
  @Test
  void numbersHaveNoGap() {
    for (Source source : Source.values()) {
      List<Integer> numbers =
          Arrays.stream(AsyncEventType.values())
              .filter(type -> type.source() == source)
              .map(AsyncEventType::number)
              .toList();

      int first =
          switch (source) {
            case DEVICE, CONNECTION_MANAGER -> 0;
            case COMPLETION -> 1;
            case LIST -> QueuePairState.values().length - 2;
          };
      assertThat(numbers)
          .isEqualTo(IntStream.range(first, first + numbers.size()).boxed().toList());
    }
  }

  @Test
  void theyAreFoundByTheirNames() {
    assertThat(AsyncEventType.named("qp_fatal")).contains(AsyncEventType.QP_FATAL);
    assertThat(AsyncEventType.named("8")).isEmpty();
    assertThat(RejectReason.named("stale_conn")).contains(RejectReason.STALE_CONN);
    assertThat(RejectReason.named("")).isEmpty();
  }
}
