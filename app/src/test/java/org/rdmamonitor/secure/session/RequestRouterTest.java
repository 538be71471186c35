// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.secure.wire.ConnectionService;

class RequestRouterTest {
  private static final ConnectionService FIRST =
      new ConnectionService(7471, 0x0102030405060708L, 9);
  private static final ConnectionService SECOND =
      new ConnectionService(7471, 0x0102030405060708L, 10);

  private final List<String> rejected = new ArrayList<>();
  private final RequestRouter<String> router = new RequestRouter<>(rejected::add);

  private static Optional<String> next(RequestRouter<String>.WaitingClient client)
      throws InterruptedException {
    return client.take(Duration.ZERO).map(arrival -> arrival.lane() + " " + arrival.request());
  }

  @Test
  void privateDataIsTokenAndLane() {
    assertThat(Greeting.of(FIRST, 0x1234))
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 9, 0x12, 0x34);
    // The connection manager fills up with zeros.
    assertThat(Greeting.lane(FIRST, Arrays.copyOf(Greeting.of(FIRST, 1023), 56))).hasValue(1023);
  }

  @Test
  void privateDataWithoutTheWholeTokenIsNobodys() {
    byte[] right = Greeting.of(FIRST, 0);
    for (int bit = 0; bit < 16 * 8; bit++) {
      byte[] wrong = right.clone();
      wrong[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(Greeting.lane(FIRST, wrong)).isEmpty();
    }
    for (int length = 0; length < right.length; length++) {
      assertThat(Greeting.lane(FIRST, Arrays.copyOf(right, length))).isEmpty();
    }
  }

  @Test
  void requestsGoToTheClientWhoseTokenTheyCarry() throws InterruptedException {
    RequestRouter<String>.WaitingClient first = router.expect(FIRST, 2);
    RequestRouter<String>.WaitingClient second = router.expect(SECOND, 1);

    router.dispatch(Greeting.of(SECOND, 0), "a");
    router.dispatch(Greeting.of(FIRST, 1), "b");
    router.dispatch(Greeting.of(FIRST, 0), "c");

    assertThat(next(first)).hasValue("1 b");
    assertThat(next(first)).hasValue("0 c");
    assertThat(next(first)).isEmpty();
    assertThat(next(second)).hasValue("0 a");
    assertThat(rejected).isEmpty();
  }

  @Test
  void whatNobodyWaitsForIsRejected() throws InterruptedException {
    router.dispatch(Greeting.of(FIRST, 0), "before anybody waits");
    RequestRouter<String>.WaitingClient client = router.expect(FIRST, 2);
    router.dispatch(Greeting.of(SECOND, 0), "another token");
    router.dispatch(new byte[0], "nothing");
    router.dispatch(Greeting.of(FIRST, 2), "no such lane");
    router.dispatch(Greeting.of(FIRST, 0xffff), "no such lane either");
    router.dispatch(Greeting.of(FIRST, 1), "right");
    router.dispatch(Greeting.of(FIRST, 1), "again");

    assertThat(next(client)).hasValue("1 right");
    assertThat(next(client)).isEmpty();
    assertThat(rejected)
        .containsExactly(
            "before anybody waits",
            "another token",
            "nothing",
            "no such lane",
            "no such lane either",
            "again");
  }

  @Test
  void whatWasNotTakenIsRejectedAtTheEnd() {
    RequestRouter<String>.WaitingClient client = router.expect(FIRST, 3);
    router.dispatch(Greeting.of(FIRST, 0), "not taken");
    client.close();
    router.dispatch(Greeting.of(FIRST, 1), "too late");
    client.close();

    assertThat(rejected).containsExactly("not taken", "too late");
  }
}
