// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.nativelib.verbs.HostMemory;
import org.rdmamonitor.nativelib.verbs.PostedRequest;
import org.rdmamonitor.nativelib.verbs.ReceiveRequests;
import org.rdmamonitor.nativelib.verbs.WorkQueues;
import org.rdmamonitor.nativelib.verbs.WorkRequests;
import org.rdmamonitor.secure.wire.Extent;
import org.rdmamonitor.secure.wire.Measure;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.Sizes;
import org.rdmamonitor.secure.wire.Transport;

/** What is posted, how much of it at once, and of what completions tell, without a device. */
class OutboxTest {
  private static final int LANE = 3;
  private static final long REMOTE = 1L << 40;

  private final HostMemory memory = HostMemory.allocate(1 << 20);
  private final FakeQueues queues = new FakeQueues();

  @AfterEach
  void free() {
    memory.close();
  }

  /** Keeps what is posted. */
  private static final class FakeQueues implements WorkQueues {
    private final List<PostedRequest> posted = new ArrayList<>();

    @Override
    public int maxInline() {
      return 64;
    }

    @Override
    public void postSend(WorkRequests requests, int first, int count) {
      IntStream.range(first, first + count).forEach(i -> posted.add(PostedRequest.of(requests, i)));
    }

    @Override
    public void postReceive(ReceiveRequests requests, int first, int count) {
      throw new AssertionError("an outbox takes no receives");
    }
  }

  private static TransferPlan plan(
      Operation operation, Transport transport, int depth, boolean verify) {
    return plan(operation, transport, Measure.BANDWIDTH, depth, verify);
  }

  private static TransferPlan plan(
      Operation operation, Transport transport, Measure measure, int depth, boolean verify) {
    return new TransferPlan(
        operation,
        transport,
        measure,
        Sizes.of(operation.isAtomic() ? 8 : 128),
        Extent.ofIterations(50),
        depth,
        false,
        verify,
        false,
        Tuning.DEFAULT.withModeration(10));
  }

  @SuppressWarnings("NullAway") // its completions are the test's own
  private Outbox outbox(TransferPlan plan) {
    Lane lane =
        new Lane(
            LANE,
            queues,
            null,
            null,
            memory,
            7,
            Optional.of(new Lane.Remote(REMOTE, 8, 1 << 20)),
            Optional.empty(),
            Optional.empty());
    Contents contents = Contents.of(plan, Role.ACTIVE);
    contents.prepare(plan.sizes().first());
    Outbox outbox = Outbox.of(plan, LaneLayout.of(plan, Role.ACTIVE), lane, contents);
    outbox.prepare(plan.sizes().first());
    return outbox;
  }

  /** Up to which of the posted ones a completion tells, the first so many of those that do. */
  private long told(int signals) {
    return queues.posted.stream()
        .filter(PostedRequest::signalled)
        .limit(signals)
        .mapToLong(request -> Poller.number(request.id()))
        .max()
        .orElse(0);
  }

  private long signals() {
    return queues.posted.stream().filter(PostedRequest::signalled).count();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 16, 128})
  void neverMoreThanTheDepthIsUnderWayAndAllIsToldOfInTheEnd(int depth) {
    Outbox outbox = outbox(plan(Operation.WRITE, Transport.RC, depth, false));
    Random random = new Random(depth);
    int seen = 0;
    outbox.extend(1000);

    while (!outbox.isDone()) {
      int count = outbox.post();
      assertThat(queues.posted.size() - outbox.completed()).isLessThanOrEqualTo(depth);
      // Whoever cannot post waits for a completion, so that there must be one to come.
      if (count == 0 || random.nextBoolean()) {
        assertThat(count > 0 || signals() > seen).as("it goes on").isTrue();
        seen = (int) Math.min(signals(), seen + 1L + random.nextInt(2));
        outbox.complete(told(seen));
      }
    }

    assertThat(queues.posted).hasSize(1000);
    assertThat(outbox.posted()).isEqualTo(1000);
    assertThat(queues.posted)
        .allMatch(request -> !request.signalled() || Poller.lane(request.id()) == LANE);
    assertThat(outbox.rejected()).isZero();
  }

  @Test
  void oneOfManyIsToldOf() {
    Outbox outbox = outbox(plan(Operation.WRITE, Transport.RC, 128, false));
    outbox.extend(100);

    while (outbox.post() > 0) {}

    assertThat(queues.posted).hasSize(100);
    assertThat(queues.posted.getLast().signalled()).as("the last one").isTrue();
    assertThat(signals()).isBetween(7L, 10L);
  }

  @Test
  void whoEndsEarlyHasOneMoreToldOfThatComesBehindAllOthers() {
    Outbox outbox = outbox(plan(Operation.WRITE, Transport.RC, 128, false));
    outbox.extend(100);
    outbox.post();
    assertThat(signals()).isZero();

    outbox.end();
    while (outbox.post() > 0) {}

    assertThat(told(1)).isEqualTo(queues.posted.size());
    outbox.complete(told(1));
    assertThat(outbox.isDone()).isTrue();
    outbox.end();
    assertThat(outbox.post()).as("nothing is open").isZero();
  }

  @ParameterizedTest
  @CsvSource({"SEND, UC, true", "SEND, RC, false", "WRITE_WITH_IMMEDIATE, RC, true"})
  void messagesThatCanGetLostAreNumbered(Operation operation, Transport transport, boolean are) {
    Outbox outbox = outbox(plan(operation, transport, 16, true));
    outbox.extend(4);
    outbox.renumber(40);

    while (outbox.post() > 0) {}

    assertThat(queues.posted)
        .extracting(PostedRequest::immediate)
        .containsExactly(are ? new Integer[] {40, 41, 42, 43} : new Integer[] {0, 0, 0, 0});
  }

  @ParameterizedTest
  @CsvSource({"SEND, UC", "SEND, UD", "WRITE_WITH_IMMEDIATE, UC"})
  void answersThatLeaveNumbersOutAreMadeWhereTheOnesBeforeAreNot(
      Operation operation, Transport transport) {
    Outbox outbox = outbox(plan(operation, transport, Measure.LATENCY, 4, true));
    outbox.extend(1000);

    for (int number : new int[] {7, 15, 23}) {
      outbox.renumber(number);
      outbox.post();
    }

    assertThat(queues.posted).extracting(PostedRequest::immediate).containsExactly(7, 15, 23);
    assertThat(queues.posted).extracting(PostedRequest::address).doesNotHaveDuplicates();
  }

  @Test
  void swapsCompareWithWhatTheOneBeforeHasWritten() {
    Outbox outbox = outbox(plan(Operation.COMPARE_AND_SWAP, Transport.RC, 16, true));
    outbox.extend(3);

    while (outbox.post() > 0) {}

    assertThat(queues.posted).extracting(PostedRequest::compare).containsExactly(0L, 1L, 2L);
    assertThat(queues.posted).extracting(PostedRequest::swap).containsExactly(1L, 2L, 3L);
    assertThat(queues.posted).extracting(PostedRequest::remoteAddress).containsOnly(REMOTE);
  }

  @Test
  void whatAnAtomicBringsIsLookedAt() {
    Outbox outbox = outbox(plan(Operation.FETCH_AND_ADD, Transport.RC, 16, true));
    outbox.extend(3);
    while (outbox.post() > 0) {}
    for (int i = 0; i < 3; i++) {
      long offset = queues.posted.get(i).address() - memory.start();
      memory.segment().set(JAVA_LONG, offset, i == 1 ? 99 : i);
    }

    outbox.complete(3);

    assertThat(outbox.rejected()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"64, true", "65, false"})
  void whatFitsIntoTheRequestGoesWithIt(long bytes, boolean inline) {
    TransferPlan plan = plan(Operation.WRITE, Transport.RC, 16, false);
    Outbox outbox = outbox(plan);
    outbox.prepare(bytes);
    outbox.extend(1);

    outbox.post();

    assertThat(queues.posted.getFirst().inline()).isEqualTo(inline);
    assertThat(queues.posted.getFirst().length()).isEqualTo((int) bytes);
  }

  @Test
  void slotsAreUsedInTurnAtBothEnds() {
    TransferPlan plan = plan(Operation.WRITE, Transport.RC, 4, true);
    int slots = LaneLayout.of(plan, Role.ACTIVE).slots();
    assertThat(slots).isEqualTo(4);
    Outbox outbox = outbox(plan);
    outbox.extend(6);

    while (!outbox.isDone()) {
      if (outbox.post() == 0) {
        outbox.complete(queues.posted.size());
      }
    }

    for (int i = 0; i < 6; i++) {
      PostedRequest request = queues.posted.get(i);
      assertThat(request.address() - memory.start()).isEqualTo(i % 4 * 128L);
      assertThat(request.remoteAddress() - REMOTE).isEqualTo(i % 4 * 128L);
    }
  }
}
