// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.nativelib.posix.SharedPage;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Holdings;
import org.rdmamonitor.quota.KernelReading;
import org.rdmamonitor.quota.ProcessKey;
import org.rdmamonitor.quota.Resource;
import org.rdmamonitor.quota.host.Processes;

/** The collector and its page, of which this process, which is the client too, has another view. */
class CreditPageTest extends CollectorTrial {
  private static final int SELF = (int) ProcessHandle.current().pid();
  private static final int USED_AT = 3;
  private static final int QP_AT = 8;
  private static final int TAKEN_QP_AT = 16;
  private static final long ONE = 1L << 48;

  private SharedPage view;

  @AfterEach
  void closeView() {
    if (view != null) {
      view.close();
    }
  }

  private static ProcessKey ownKey() throws IOException {
    return Processes.ofThisHost().find(SELF).orElseThrow().key();
  }

  private void askForPage() throws IOException {
    assertThat(once("CREDITS")).isEqualTo("Success: a page for credits");
    if (view == null) {
      List<SharedPage> pages = SharedPage.openIn(SELF, CreditPage.NAME).toList();
      assertThat(pages).hasSize(1);
      view = pages.getFirst();
    }
  }

  /** As the library does. */
  private boolean take() {
    long before = view.get(QP_AT);
    view.set(TAKEN_QP_AT, view.get(TAKEN_QP_AT) + 1);
    return before >= ONE && view.compareAndSet(QP_AT, before, before - ONE);
  }

  private void give() {
    assertThat(view.compareAndSet(QP_AT, view.get(QP_AT), view.get(QP_AT) + ONE)).isTrue();
  }

  @Test
  void aWordHoldsObjectsAndTheirBytes() throws IOException {
    try (CreditPage page = CreditPage.create(ownKey())) {
      assertThat(page.idle()).isEqualTo(Amounts.NONE);
      assertThat(page.add(Holdings.amounts(3, 2, 4, 5000))).isTrue();
      assertThat(page.idle()).isEqualTo(Holdings.amounts(3, 2, 4, 5000));
      assertThat(page.take(Holdings.amounts(1, 9, 0, 4000)))
          .isEqualTo(Holdings.amounts(1, 2, 0, 4000));
      assertThat(page.idle()).isEqualTo(Holdings.amounts(2, 0, 4, 1000));
      page.shut(true);
      assertThat(page.idle()).isEqualTo(Holdings.amounts(2, 0, 4, 1000));
      assertThat(page.take(Holdings.amounts(2, 0, 1, 1000)))
          .isEqualTo(Holdings.amounts(2, 0, 1, 1000));
      page.shut(false);
      assertThat(page.add(Amounts.region(1L << 48))).as("no room").isFalse();
      assertThat(page.add(Holdings.amounts(0x8000, 0, 0, 0))).isFalse();
      assertThat(page.idle()).isEqualTo(Holdings.amounts(0, 0, 3, 0));
    }
  }

  @Test
  void queuesHaveTheirEntries() throws IOException {
    try (CreditPage page = CreditPage.create(ownKey())) {
      Amounts queues = Amounts.objects(Resource.CQ, 4, 500);
      assertThat(page.add(queues.plus(Amounts.region(7)))).isTrue();
      assertThat(page.idle()).isEqualTo(queues.plus(Amounts.region(7)));
      assertThat(page.take(Amounts.of(Resource.CQ_ENTRIES, 600)))
          .isEqualTo(Amounts.of(Resource.CQ_ENTRIES, 500));
      page.page().set(TAKEN_QP_AT + 1, 3);
      page.page().set(TAKEN_QP_AT + 3, 10);
      page.page().set(TAKEN_QP_AT + 4, 300);
      assertThat(page.flow().taken())
          .isEqualTo(Amounts.objects(Resource.CQ, 3, 300).plus(Amounts.of(Resource.MR_BYTES, 10)));
      assertThat(page.add(Amounts.ONE_QP.plus(Amounts.queue(1L << 48)))).as("no room").isFalse();
      assertThat(page.idle()).as("all or nothing").isEqualTo(Holdings.amounts(0, 4, 1, 7));
    }
  }

  @Test
  void whateverAProcessWritesIsAnAmount() throws IOException {
    try (CreditPage page = CreditPage.create(ownKey())) {
      page.page().set(QP_AT, -1);
      page.page().set(QP_AT + 2, -1);
      page.page().set(TAKEN_QP_AT, Long.MIN_VALUE);

      assertThat(page.idle()).isEqualTo(Holdings.amounts(0x7fff, 0, 0x7fff, (1L << 48) - 1));
      assertThat(page.flow().taken()).isEqualTo(Amounts.NONE);
      page.page().set(TAKEN_QP_AT, Long.MAX_VALUE);
      assertThat(page.flow().taken().of(Resource.QP)).isNotNegative();
    }
  }

  @Test
  void aProcessThatNeverStopsWritingGivesNoMoreThanWasAskedFor() throws Exception {
    try (CreditPage page = CreditPage.create(ownKey())) {
      AtomicBoolean end = new AtomicBoolean();
      Thread writer =
          Thread.ofPlatform()
              .start(() -> {
                for (long n = 0; !end.get(); n++) {
                  page.page().set(QP_AT, n << 48 >>> 1);
                }
              });
      for (int i = 0; i < 1000; i++) {
        assertThat(page.take(Holdings.amounts(2, 0, 0, 0)).of(Resource.QP)).isBetween(0L, 2L);
        page.add(Holdings.amounts(1, 0, 0, 0));
      }
      end.set(true);
      writer.join();
    }
  }

  @Test
  void aPageIsFoundByItsOwnerOnlyAndNotAfterItIsClosed() throws IOException {
    CreditPage page = CreditPage.create(ownKey());
    page.add(Holdings.amounts(2, 0, 0, 0));

    assertThat(CreditPage.find(new ProcessKey(SELF, ownKey().start() + 1))).isEmpty();
    try (CreditPage found = CreditPage.find(ownKey()).orElseThrow()) {
      assertThat(found.take(Holdings.amounts(9, 0, 0, 0))).isEqualTo(Holdings.amounts(2, 0, 0, 0));
      assertThat(page.idle()).isEqualTo(Amounts.NONE);
    }
    assertThat(SharedPage.mayBeMappedIn(SELF, CreditPage.NAME)).isTrue();
    page.close();
    assertThat(CreditPage.find(ownKey())).isEmpty();
    assertThat(SharedPage.mayBeMappedIn(SELF, CreditPage.NAME)).isFalse();
    assertThatThrownBy(page::idle).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatIsGivenBackThereIsNotInUseAndTheNextOnesToTake() throws IOException {
    start("qp=1");
    askForPage();
    assertThat(view.get(USED_AT)).isEqualTo(1);
    assertThat(once("QP_CREATE")).startsWith("Success");

    give();
    assertThat(queuePairs()).isZero();
    assertThat(once("GET_STATS")).isEqualTo("Total QP: 0");
    assertThat(once("GET_PROC_STATS")).isEqualTo("QP:0,MR:0,Memory:0");
    assertThat(take()).isTrue();
    assertThat(queuePairs()).isEqualTo(1);
    assertThat(once("QP_CREATE"))
        .isEqualTo("Error: QP limit reached: 1 of 1 queue pairs in use on this host");
    give();
    assertThat(once("QP_CREATE")).as("its own is recalled").startsWith("Success");
    assertThat(take()).isFalse();
  }

  @Test
  void aConnectionIsSentOnePage() throws IOException {
    start();
    try (SocketClient client = new SocketClient(socket())) {
      assertThat(client.ask("CREDITS")).startsWith("Success");
      assertThat(client.ask("CREDITS")).startsWith("Error: this connection has had");
      assertThat(client.ask("QP_CREATE")).startsWith("Success");
    }
  }

  @Test
  void othersGetWhatIsNotUsed() throws Exception {
    start("qp=30");
    askForPage();
    for (int i = 0; i < 10; i++) {
      assertThat(take() || once("QP_CREATE").startsWith("Success")).isTrue();
    }
    for (int i = 0; i < 8; i++) {
      give();
    }
    try (Children children = new Children(socket(), 40, "QP_CREATE")) {
      assertThat(children.answers(40)).filteredOn(line -> line.contains("Success")).hasSize(28);
      assertThat(queuePairs()).isEqualTo(30);
      assertThat(take()).isFalse();
    }
    await(() -> queuePairs() == 2);
  }

  @Test
  void aRestartFindsThePageOfWhoSaysNothing() throws Exception {
    start("qp=5");
    askForPage();
    for (int i = 0; i < 5; i++) {
      assertThat(take() || once("QP_CREATE").startsWith("Success")).isTrue();
    }
    give();
    give();
    collector.close();
    give();
    start("qp=5");

    assertThat(queuePairs()).isEqualTo(2);
    try (Children children = new Children(socket(), 6, "QP_CREATE")) {
      assertThat(children.answers(6)).filteredOn(line -> line.contains("Success")).hasSize(3);
      assertThat(view.get(QP_AT)).isZero();
    }
    askForPage();
    await(() -> queuePairs() == 2);
    give();
    assertThat(queuePairs()).as("it is the same page").isEqualTo(1);
  }

  @Test
  void theKernelsCountTakesNoCreditsAway() throws Exception {
    AtomicInteger readings = new AtomicInteger();
    truth =
        Optional.of(() -> {
          readings.incrementAndGet();
          return new KernelReading(System.nanoTime(), Map.of());
        });
    start("qp=5");
    askForPage();
    once("QP_CREATE");
    give();

    int before = readings.get();
    await(() -> readings.get() > before + 2);
    assertThat(take()).isTrue();
    assertThat(queuePairs()).isEqualTo(1);
    assertThat(log.lines).isEmpty();
  }

  @Test
  void whereCallsAreLimitedThereIsNothingToTake() throws Exception {
    start("calls=1000000");
    askForPage();
    once("QP_CREATE");

    assertThat(view.get(USED_AT)).isZero();
    assertThat(once("SET calls=unlimited")).startsWith("Success");
    assertThat(view.get(USED_AT)).isEqualTo(1);
  }

  @Test
  void aProcessThatEndsTakesItsPageAlong() throws Exception {
    start("qp=50");
    try (Children children = new Children(socket(), 20, "CREDITS")) {
      assertThat(children.answers(20)).allMatch(line -> line.contains(" Success: a page"));
      assertThat(pagesHere()).isEqualTo(20);
    }
    await(() -> pagesHere() == 0);
    assertThat(log.lines).isEmpty();
  }

  private static long pagesHere() {
    List<SharedPage> pages = SharedPage.openIn(SELF, CreditPage.NAME).toList();
    pages.forEach(SharedPage::close);
    return pages.size();
  }
}
