// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.ethernet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.rdmamonitor.nativelib.ethernet.EthernetException;
import org.rdmamonitor.nativelib.ethernet.LatencyFigures;
import org.rdmamonitor.nativelib.ethernet.LoopCounts;
import org.rdmamonitor.nativelib.ethernet.LoopProgress;

/** The same loop over each queue of a port, each on a thread; may be stopped by any thread. */
final class PortLoops implements AutoCloseable {
  private final List<LoopProgress> progress = new ArrayList<>();
  private final Queue<EthernetException> failures = new ConcurrentLinkedQueue<>();
  private final CountDownLatch running;
  private boolean isClosed;

  /** A loop over one queue. */
  interface Loop {
    void run(int queue, LoopProgress progress);
  }

  PortLoops(int queues) {
    this.running = new CountDownLatch(queues);
    for (int i = 0; i < queues; i++) {
      progress.add(new LoopProgress());
    }
  }

  /** Returns at once. */
  void start(Loop loop) {
    for (int queue = 0; queue < progress.size(); queue++) {
      int own = queue;
      Thread.ofPlatform().name("queue-" + queue).daemon().start(() -> run(loop, own));
    }
  }

  private void run(Loop loop, int queue) {
    try {
      loop.run(queue, progress.get(queue));
    } catch (EthernetException e) {
      failures.add(e);
      stop();
    } finally {
      running.countDown();
    }
  }

  /** They return soon; nothing if they have. */
  synchronized void stop() {
    if (!isClosed) {
      progress.forEach(LoopProgress::stop);
    }
  }

  /**
   * Waits until all have returned.
   *
   * @throws EthernetFailure if one failed
   */
  void await() throws InterruptedException, EthernetFailure {
    running.await();
    EthernetException e = failures.peek();
    if (e != null) {
      throw EthernetFailure.atRunTime(String.valueOf(e.getMessage()));
    }
  }

  /** The same, but no longer than this; then they are stopped. */
  void await(long seconds) throws InterruptedException, EthernetFailure {
    if (!running.await(seconds, TimeUnit.SECONDS)) {
      stop();
    }
    await();
  }

  /**
   * Waits until all have returned, but not for longer; they go on then.
   *
   * @return whether they have
   */
  boolean await(Duration most) throws InterruptedException {
    return running.await(most.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Of each queue. */
  List<LoopCounts> each() {
    return progress.stream().map(LoopProgress::counts).toList();
  }

  /** Of all of them. */
  LoopCounts counts() {
    return progress.stream().map(LoopProgress::counts).reduce(LoopCounts::plus).orElseThrow();
  }

  /** Of the first queue, which is the only one that measures. */
  LatencyFigures latency() {
    return progress.getFirst().latency();
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    progress.forEach(LoopProgress::close);
  }
}
