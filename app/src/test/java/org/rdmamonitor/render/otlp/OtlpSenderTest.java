// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Hanging;
import org.rdmamonitor.render.otlp.Receiver.Answer;
import org.rdmamonitor.render.otlp.Receiver.Refused;
import org.rdmamonitor.render.otlp.Receiver.Silent;
import org.rdmamonitor.render.otlp.Receiver.Taken;
import org.rdmamonitor.render.otlp.Receiver.Unavailable;

/** The sender, over a receiver that tests script. */
class OtlpSenderTest {
  private static final Answer OK = new Taken(0, "");

  /** What {@link #receiver} is to answer; it waits for it. */
  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();

  /** What was sent: the numbers of the entries. */
  private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();

  private final BlockingQueue<Duration> rests = new LinkedBlockingQueue<>();
  private final CountDownLatch receiverClosed = new CountDownLatch(1);
  private OtlpSender sender;

  @AfterEach
  void close() {
    if (sender != null) {
      sender.close();
    }
  }

  private final Receiver receiver =
      new Receiver() {
        @Override
        public Answer send(byte[] request) throws InterruptedException {
          sent.add(new String(request, StandardCharsets.UTF_8));
          return answers.take();
        }

        @Override
        public void close() {
          receiverClosed.countDown();
        }
      };

  /** Entries with these, to be sent once the sender is started. */
  private Outbox filled(int capacity, int plain, int rare) {
    Outbox outbox = new Outbox(capacity, () -> ObservationScene.START);
    for (int i = 0; i < plain; i++) {
      outbox.offer(ObservationScene.plain(i));
    }
    for (int i = 0; i < rare; i++) {
      outbox.offer(ObservationScene.rare(i));
    }
    return outbox;
  }

  private void start(Outbox outbox) {
    sender =
        new OtlpSender(
            outbox,
            batch -> {
              if (batch.getFirst().number() == 13) {
                throw new IllegalStateException("unlucky");
              }
              return batch.stream()
                  .map(entry -> Long.toString(entry.number()))
                  .collect(Collectors.joining(" "))
                  .getBytes(StandardCharsets.UTF_8);
            },
            receiver,
            new OtlpSender.Timing(Duration.ZERO, new Backoff(() -> 1)),
            new OtlpSender.Rests() {
              @Override
              public void rest(Duration duration, boolean untilTheEnd) {
                rests.add(untilTheEnd ? duration : duration.negated());
              }

              @Override
              public void end() {}
            });
  }

  private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
    T one = queue.poll(Hanging.SECONDS, TimeUnit.SECONDS);
    assertThat(one).isNotNull();
    return one;
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + Hanging.LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(1);
    }
  }

  private void awaitDelivery(long ok, long rejected, long dropped, int waiting)
      throws InterruptedException {
    await(() -> {
      Delivery now = sender.delivery();
      return now.sent() == ok
          && now.rejected() == rejected
          && now.dropped() == dropped
          && now.waiting() == waiting;
    });
  }

  @Test
  void whatCannotBeTakenNowIsSentAgainAfterLongerAndLongerRests() throws InterruptedException {
    start(filled(16, 2, 0));
    for (int i = 0; i < 8; i++) {
      answers.add(new Unavailable("it is busy", Optional.empty()));
    }
    answers.add(OK);
    awaitDelivery(2, 0, 0, 0);

    assertThat(sent).hasSize(9).containsOnly("1 2");
    assertThat(rests.stream().map(Duration::toSeconds))
        .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
    assertThat(sender.delivery().trouble()).isEmpty();
  }

  @Test
  void halfOfARestIsRandom() {
    assertThat(new Backoff(() -> 0).after(3)).isEqualTo(Duration.ofSeconds(4));
    assertThat(new Backoff(() -> 0.5).after(3)).isEqualTo(Duration.ofSeconds(6));
  }

  @Test
  void aReceiverIsLeftAloneAsLongAsItAsksForAlsoAtTheEnd() throws InterruptedException {
    start(filled(16, 1, 0));
    answers.add(new Unavailable("it is busy", Optional.of(Duration.ofSeconds(77))));
    answers.add(OK);
    awaitDelivery(1, 0, 0, 0);

    assertThat(rests).containsExactly(Duration.ofSeconds(-77));
  }

  @Test
  void aReceiverThatAsksForLittleIsLeftAloneLongerAndLongerToo() throws InterruptedException {
    start(filled(16, 1, 0));
    answers.add(new Unavailable("it is busy", Optional.of(Duration.ZERO)));
    answers.add(new Unavailable("it is busy", Optional.of(Duration.ZERO)));
    answers.add(new Unavailable("it is busy", Optional.of(Duration.ofSeconds(1))));
    answers.add(OK);
    awaitDelivery(1, 0, 0, 0);

    assertThat(rests.stream().map(Duration::toSeconds)).containsExactly(1L, 2L, -1L, 3L);
  }

  @Test
  void whatIsRefusedIsNotSentAgain() throws InterruptedException {
    start(filled(16, 2, 1));
    answers.add(new Refused("it answers 400"));
    awaitDelivery(0, 3, 0, 0);
    sender.offer(ObservationScene.rare(9));
    answers.add(new Taken(0, ""));
    awaitDelivery(1, 3, 0, 0);

    assertThat(sent).containsExactly("1 2 3", "4");
    assertThat(rests).isEmpty();
  }

  @Test
  void aPartThatIsRejectedIsCountedAndNoMoreThanThereWas() throws InterruptedException {
    start(filled(16, 3, 0));
    answers.add(new Taken(2, "too old"));
    awaitDelivery(1, 2, 0, 0);
    assertThat(sender.delivery().trouble()).isEqualTo("too old");

    sender.offer(ObservationScene.rare(9));
    answers.add(new Taken(1000, "all of them"));
    awaitDelivery(1, 3, 0, 0);
  }

  @Test
  void aBatchThatCannotBeWrittenTakesNoOtherWithIt() throws InterruptedException {
    start(filled(16, 12, 0));
    answers.add(OK);
    awaitDelivery(12, 0, 0, 0);
    sender.offer(ObservationScene.plain(13));
    awaitDelivery(12, 1, 0, 0);
    assertThat(sender.delivery().trouble()).contains("unlucky");
    sender.offer(ObservationScene.plain(14));
    answers.add(OK);
    awaitDelivery(13, 1, 0, 0);
  }

  @Test
  void batchesAreBoundedAndInOrder() throws InterruptedException {
    start(filled(4096, 1200, 0));
    for (int i = 0; i < 3; i++) {
      answers.add(OK);
    }
    awaitDelivery(1200, 0, 0, 0);

    List<String> numbers = new ArrayList<>();
    sent.forEach(batch -> numbers.addAll(List.of(batch.split(" ", -1))));
    assertThat(sent.stream().map(batch -> batch.split(" ", -1).length))
        .containsExactly(512, 512, 176);
    assertThat(numbers.stream().map(Integer::parseInt)).isSorted().hasSize(1200);
  }

  @Test
  void whatDoesNotFitIsDroppedAndCountedAndCallsLeaveRoom() throws InterruptedException {
    start(filled(16, 20, 6));
    assertThat(next(sent)).isEqualTo("1 2 3 4 5 6 7 8 9 10 11 12 21 22 23 24");
    // What is on its way counts: there is no room yet.
    sender.offer(ObservationScene.rare(1));
    assertThat(sender.delivery()).isEqualTo(new Delivery(0, 0, 11, 0, 16, ""));
    answers.add(OK);
    awaitDelivery(16, 0, 11, 0);
    sender.offer(ObservationScene.plain(1));
    answers.add(OK);
    awaitDelivery(17, 0, 11, 0);

    // The numbers of those that were dropped are missing, so that whoever reads can tell.
    assertThat(next(sent)).isEqualTo("28");
  }

  @Test
  void theEndSendsWhatIsLeft() throws InterruptedException {
    start(filled(4096, 600, 0));
    assertThat(next(sent)).isNotEmpty();
    answers.add(new Unavailable("it is busy", Optional.empty()));
    answers.add(OK);
    answers.add(OK);
    sender.close(Hanging.LIMIT, () -> false);

    assertThat(sender.delivery()).isEqualTo(new Delivery(600, 0, 0, 0, 0, ""));
    assertThat(receiverClosed.getCount()).isZero();
  }

  @Test
  void theEndGoesOnWhileBatchesAreTakenAndWaitsForTheAnswer() throws InterruptedException {
    start(filled(4096, 1200, 0));
    Thread answering =
        Thread.ofVirtual()
            .start(() -> {
              for (int i = 0; i < 3; i++) {
                sleep(Duration.ofMillis(1100));
                answers.add(OK);
              }
            });
    sender.close(Duration.ofSeconds(1), () -> false);

    assertThat(sender.delivery()).isEqualTo(new Delivery(1200, 0, 0, 0, 0, ""));
    answering.join();
  }

  private static void sleep(Duration duration) {
    try {
      Thread.sleep(duration);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theEndDoesNotWaitInHasteAndWhatWasSentMayHaveCome() throws InterruptedException {
    start(filled(4096, 600, 0));
    assertThat(next(sent)).isNotEmpty();
    sender.close();

    assertThat(sender.delivery()).isEqualTo(new Delivery(0, 0, 88, 512, 0, ""));
    sender.offer(ObservationScene.rare(1));
    assertThat(sender.delivery()).isEqualTo(new Delivery(0, 0, 89, 512, 0, ""));
  }

  @Test
  void whatMayHaveComeStaysSoUntilItIsAnswered() throws InterruptedException {
    start(filled(16, 3, 0));
    answers.add(new Silent("says nothing"));
    answers.add(new Unavailable("it is busy", Optional.empty()));
    await(() -> rests.size() == 2);
    assertThat(rests.stream().map(Duration::toSeconds)).containsExactly(1L, 2L);
    sender.close();

    assertThat(sender.delivery()).isEqualTo(new Delivery(0, 0, 0, 3, 0, "it is busy"));
  }

  @Test
  void whatTheReceiverDoesNotHaveIsDroppedAtTheEnd() throws InterruptedException {
    Outbox outbox = filled(16, 3, 0);
    outbox.ask(3);
    outbox.trouble("it is busy", false);
    outbox.abandon();

    assertThat(outbox.delivery()).isEqualTo(new Delivery(0, 0, 3, 0, 0, "it is busy"));
  }

  @Test
  void anAnswerThatComesAfterTheEndCountsNothingTwice() throws InterruptedException {
    Outbox outbox = filled(16, 3, 0);
    assertThat(outbox.next(512, Duration.ZERO)).hasSize(3);
    outbox.abandon();
    outbox.settle(3, 3, "");

    assertThat(outbox.delivery()).isEqualTo(new Delivery(0, 0, 3, 0, 0, ""));
    assertThat(outbox.next(512, Duration.ZERO)).isEmpty();
  }

  @Test
  void whoHasTimeWaitsForRoom() throws InterruptedException {
    Outbox outbox = filled(16, 0, 16);
    start(outbox);
    assertThat(next(sent)).isNotEmpty();
    Thread putting =
        Thread.ofVirtual()
            .start(() ->
                sender.offer(
                    ObservationScene.rare(1),
                    Hanging.LIMIT,
                    () -> {
                      // There is room as soon as it is seen to wait.
                      answers.add(OK);
                      return false;
                    }));
    putting.join();
    answers.add(OK);
    awaitDelivery(17, 0, 0, 0);
  }

  @Test
  void whoHasWaitedForNothingDoesNotWaitAgainUntilSomethingIsSent() throws InterruptedException {
    Outbox outbox = filled(16, 0, 16);
    List<String> asked = new ArrayList<>();
    BooleanSupplier stops =
        () -> {
          asked.add("whether to stop");
          return true;
        };
    outbox.offer(ObservationScene.rare(1), Hanging.LIMIT, stops);
    outbox.offer(ObservationScene.rare(2), Hanging.LIMIT, stops);
    assertThat(asked).hasSize(1);
    outbox.offer(ObservationScene.rare(3), Duration.ZERO, () -> false);
    assertThat(outbox.delivery().dropped()).isEqualTo(3);

    outbox.settle(1, 1, "");
    outbox.offer(ObservationScene.rare(4), Hanging.LIMIT, stops);
    outbox.offer(ObservationScene.rare(5), Hanging.LIMIT, stops);
    assertThat(asked).hasSize(2);
    assertThat(outbox.delivery()).isEqualTo(new Delivery(1, 0, 4, 0, 16, ""));
  }
}
