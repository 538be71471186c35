// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.quota.Limit;

/**
 * Many ask for the last ones at once, over real sockets: exactly as many are granted as there are.
 */
@Tag("long")
class RacesTest extends CollectorTrial {
  @Test
  void ofHundredsOfThreadsExactlyAsManyAreGrantedAsThereAre() throws Exception {
    int threads = 300;
    Random random = new Random();
    start("qp=0");
    for (int round = 0; round < 30; round++) {
      int limit = random.nextInt(threads);
      assertThat(once("SET qp=" + limit)).startsWith("Success");
      AtomicInteger granted = new AtomicInteger();
      AtomicInteger refused = new AtomicInteger();
      CountDownLatch gate = new CountDownLatch(1);
      List<Future<?>> all = new ArrayList<>();
      try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < threads; i++) {
          all.add(
              clients.submit(() -> {
                gate.await(DEADLINE.toSeconds(), TimeUnit.SECONDS);
                String answer = once("QP_CREATE");
                (answer.startsWith("Success") ? granted : refused).incrementAndGet();
                return answer;
              }));
        }
        gate.countDown();
        for (Future<?> one : all) {
          one.get();
        }
      }
      assertThat(granted).as("round %d", round).hasValue(limit);
      assertThat(refused).as("round %d", round).hasValue(threads - limit);
      for (int i = 0; i < limit; i++) {
        once("QP_DESTROY");
      }
      assertThat(queuePairs()).isZero();
    }
  }

  @Test
  void whoCreatesAndDestroysWithoutEndNeverExceedsTheLimit() throws Exception {
    int limit = 5;
    start("qp=" + limit);
    AtomicInteger held = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger granted = new AtomicInteger();
    List<Future<?>> all = new ArrayList<>();
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 40; i++) {
        all.add(clients.submit(() -> churn(held, most, granted)));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }

    assertThat(most.get()).isBetween(1, limit);
    assertThat(granted.get()).isPositive();
    assertThat(queuePairs()).isZero();
  }

  private Void churn(AtomicInteger held, AtomicInteger most, AtomicInteger granted)
      throws IOException {
    try (SocketClient client = new SocketClient(socket())) {
      for (int i = 0; i < 200; i++) {
        if (client.ask("QP_CREATE").startsWith("Success")) {
          most.accumulateAndGet(held.incrementAndGet(), Math::max);
          granted.incrementAndGet();
          held.decrementAndGet();
          client.ask("QP_DESTROY");
        }
      }
    }
    return null;
  }

  @Test
  void ofHundredsOfProcessesExactlyAsManyAreGrantedAsThereAre() throws Exception {
    start("qp=37");
    for (int round = 0; round < 5; round++) {
      try (Children children = new Children(socket(), 200, "QP_CREATE")) {
        List<String> answers = children.answers(200);

        assertThat(answers).filteredOn(line -> line.contains(" Success: QP created")).hasSize(37);
        assertThat(answers).filteredOn(line -> line.contains(" Error: QP limit")).hasSize(163);
        assertThat(collector.usage().processes()).hasSize(37);
      }
      int ended = 37 * (round + 1);
      // It is logged after what the process held has been given back.
      await(() -> queuePairs() == 0 && processesEnded() >= ended);
      assertThat(processesEnded()).isEqualTo(ended);
    }
  }

  private long processesEnded() {
    return log.lines.stream().filter(line -> line.equals("ended perl 1")).count();
  }

  @Test
  void whoIsKilledGivesHisLeaseToTheNext() throws Exception {
    start("qp=20");
    try (Children first = new Children(socket(), 20, "QP_CREATE");
        Children second = new Children(socket(), 1, "QP_CREATE")) {
      // Whoever came first has the places; one is free as soon as one holder is killed.
      List<String> answers = first.answers(20);
      String other = second.answers(1).getFirst();
      String holder =
          answers.stream().filter(line -> line.contains("Success")).findFirst().orElseThrow();
      assertThat(queuePairs()).isEqualTo(20);

      Children.kill(holder);
      await(() -> queuePairs() == 19);

      assertThat(once("QP_CREATE")).startsWith("Success");
      assertThat(once("QP_CREATE")).startsWith("Error");
      assertThat(other).contains(":");
    }
    await(() -> queuePairs() == 1);
  }

  @Test
  void aRestartKeepsTheLeasesOfLiveProcessesAndEndsThemWithThese() throws Exception {
    start("qp=30");
    try (Children children = new Children(socket(), 30, "QP_CREATE")) {
      List<String> answers = children.answers(30);
      collector.close();
      Children.kill(answers.getFirst());
      await(() ->
          ProcessHandle.of(Long.parseLong(answers.getFirst().split(" ", 2)[0]))
              .map(process -> process.info().command().isEmpty())
              .orElse(true));
      start("qp=30");

      await(() -> queuePairs() == 29);
      Children.kill(answers.get(1));
      await(() -> queuePairs() == 28);
    }
    await(() -> queuePairs() == 0);
    assertThat(collector.usage().limits().all())
        .containsExactly(Limit.parse("qp=30").orElseThrow());
  }
}
