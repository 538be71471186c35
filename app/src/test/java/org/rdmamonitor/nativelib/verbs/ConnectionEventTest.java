// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.nativelib.generated.LibC;

class ConnectionEventTest {
  private static ConnectionEvent event(ConnectionEvent.Type type, int status) {
    return new ConnectionEvent(type, status, 0, 0, Optional.empty());
  }

  @Test
  void anAddressThatIsNotAnsweredForIsToldFromOneWithoutADevice() {
    ConnectionEvent unanswered = event(ConnectionEvent.Type.ADDRESS_FAILED, -LibC.ETIMEDOUT());
    ConnectionEvent elsewhere = event(ConnectionEvent.Type.ADDRESS_FAILED, -LibC.ENODEV());

    assertThat(unanswered.isTimeout()).isTrue();
    assertThat(unanswered.meaning()).isEqualTo("nobody on the network has the address");
    assertThat(elsewhere.isTimeout()).isFalse();
    assertThat(elsewhere.meaning())
        .isEqualTo("the address leads to no RDMA device (No such device)");
    assertThat(event(ConnectionEvent.Type.ROUTE_FAILED, -LibC.ETIMEDOUT()).isTimeout()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "8, nobody listens on its port",
    "28, its program does not want it",
    "10, it has not forgotten an earlier one of this queue pair",
    "5, reason 5",
  })
  void aRejectionHasItsReason(int status, String reason) {
    assertThat(event(ConnectionEvent.Type.REJECTED, status).meaning())
        .isEqualTo("the other end rejects the connection (%s)".formatted(reason));
  }
}
