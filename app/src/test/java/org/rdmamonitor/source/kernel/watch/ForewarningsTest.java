// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.AsyncEvent.Connection;
import org.rdmamonitor.model.call.AsyncEvent.Port;
import org.rdmamonitor.model.call.AsyncEvent.Resource;
import org.rdmamonitor.model.call.AsyncEventType;
import org.rdmamonitor.model.call.Forewarning;
import org.rdmamonitor.model.resource.ResourceType;

class ForewarningsTest {
  private static final Instant TOLD = Instant.parse("2026-11-28T06:00:00Z");
  private static final OptionalInt ANY = OptionalInt.empty();

  private final Forewarnings forewarnings = new Forewarnings();

  private void told(AsyncEventType type, AsyncEvent.Subject subject) {
    forewarnings.add(new AsyncEvent(TOLD, type.number(), 1, Optional.empty(), subject));
  }

  private static Connection connection(int qpn, int status) {
    return new Connection(OptionalInt.of(3), OptionalInt.of(qpn), status, "10.1.0.7", 7174);
  }

  private static Port port(int number) {
    return new Port(number == 0 ? ANY : OptionalInt.of(number));
  }

  private Optional<String> end(int device, int qpn, int port, Duration later) {
    OptionalInt known = port == 0 ? ANY : OptionalInt.of(port);
    return forewarnings.take(device, qpn, known, TOLD.plus(later)).map(Forewarning::words);
  }

  @Test
  void whatWasToldOfAQueuePairIsKnownUntilItsEnd() {
    told(AsyncEventType.DISCONNECTED, connection(17, 0));

    assertThat(end(2, 17, 1, Duration.ZERO)).isEmpty();
    assertThat(end(1, 18, 1, Duration.ZERO)).isEmpty();
    assertThat(end(1, 17, 1, Duration.ofHours(2))).contains("7200 s after DISCONNECTED");
    assertThat(end(1, 17, 1, Duration.ofHours(2))).isEmpty();
  }

  @Test
  void theLastOfAQueuePairCounts() {
    told(
        AsyncEventType.QP_FATAL,
        new Resource(Optional.of(ResourceType.QP), OptionalInt.of(17), ANY, Optional.empty()));
    told(AsyncEventType.REJECTED, connection(17, 8));

    assertThat(end(1, 17, 0, Duration.ofNanos(800_000)))
        .contains("800 us after REJECTED (INVALID_SERVICE_ID)");
  }

  @Test
  void whatGoesWellForebodesNothing() {
    told(AsyncEventType.ESTABLISHED, connection(17, 0));
    told(AsyncEventType.PORT_ACTIVE, port(1));
    told(
        AsyncEventType.COMM_EST,
        new Resource(Optional.of(ResourceType.QP), OptionalInt.of(17), ANY, Optional.empty()));
    told(
        AsyncEventType.CQ_ERR,
        new Resource(Optional.of(ResourceType.CQ), OptionalInt.of(17), ANY, Optional.empty()));

    assertThat(end(1, 17, 1, Duration.ZERO)).isEmpty();
  }

  @Test
  void aPortMattersToThoseThatEndSoonAfterIt() {
    told(AsyncEventType.PORT_ERR, port(2));
    told(AsyncEventType.PORT_ACTIVE, port(2));

    assertThat(end(1, 17, 1, Duration.ofSeconds(3))).as("by another port").isEmpty();
    assertThat(end(1, 17, 0, Duration.ofSeconds(3))).as("by one that is not known").isEmpty();
    assertThat(end(2, 17, 2, Duration.ofSeconds(3))).as("of another device").isEmpty();
    assertThat(end(1, 17, 2, Duration.ofSeconds(3))).contains("3.00 s after PORT_ERR");
    assertThat(end(1, 18, 2, Forewarnings.PORT_MATTERS)).contains("60.0 s after PORT_ERR");
    assertThat(end(1, 19, 2, Forewarnings.PORT_MATTERS.plusNanos(1))).isEmpty();
  }

  @Test
  void aDeviceMattersToAllOfIts() {
    told(AsyncEventType.DEVICE_FATAL, port(0));

    assertThat(end(1, 17, 2, Duration.ofSeconds(1))).contains("1.00 s after DEVICE_FATAL");
    assertThat(end(1, 18, 0, Duration.ofSeconds(1))).contains("1.00 s after DEVICE_FATAL");
  }

  @Test
  void whatWasToldOfItselfComesBeforeThePort() {
    told(AsyncEventType.DISCONNECTED, connection(17, 0));
    told(AsyncEventType.PORT_ERR, port(1));

    assertThat(end(1, 17, 1, Duration.ofSeconds(1))).contains("1.00 s after DISCONNECTED");
  }

  @Test
  void ofOneThatBeginsAnewNothingWasTold() {
    told(AsyncEventType.DISCONNECTED, connection(17, 0));
    forewarnings.begin(1, 17);

    assertThat(end(1, 17, 0, Duration.ZERO)).isEmpty();
  }

  @Test
  void aClockThatDoubtsTheOrderMakesNothingNegative() {
    told(AsyncEventType.DISCONNECTED, connection(17, 0));

    assertThat(end(1, 17, 0, Duration.ofNanos(-20))).contains("0 ns after DISCONNECTED");
  }

  @Test
  void theOldestIsForgotten() {
    for (int qpn = 0; qpn <= Forewarnings.MOST; qpn++) {
      told(AsyncEventType.DISCONNECTED, connection(qpn, 0));
    }

    assertThat(end(1, 0, 0, Duration.ZERO)).isEmpty();
    assertThat(end(1, 1, 0, Duration.ZERO)).isPresent();
  }
}
