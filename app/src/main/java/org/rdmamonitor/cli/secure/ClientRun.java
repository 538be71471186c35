// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.secure.session.Attachment;
import org.rdmamonitor.secure.session.ClientSession;
import org.rdmamonitor.secure.session.SizeReport;
import org.rdmamonitor.secure.tls.ControlChannel;
import org.rdmamonitor.secure.tls.TlsSettings;
import org.rdmamonitor.secure.transfer.Control;
import org.rdmamonitor.secure.wire.Message.Refusal;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.QueuePairEndpoint;
import org.rdmamonitor.secure.wire.RefusalCode;

/**
 * One request over several connections at once, each on a thread of its own. Each size begins at
 * the same time on all. The first that fails ends the others. Safe for threads.
 */
final class ClientRun {
  /** Shorter than a server waits for the next message. */
  private static final Duration TOGETHER = Duration.ofSeconds(20L * TlsSettings.PATIENCE);

  private final ClientSession session;
  private final Request request;
  private final Results results;
  private final List<ControlChannel> channels;
  private final CyclicBarrier together;
  private final List<Thread> threads = new ArrayList<>();
  private final List<Control> controls = new ArrayList<>();
  private final Map<Long, @Nullable SizeReport[]> sizes = new TreeMap<>();
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
  private long rejected;
  private boolean begun;

  /** Over channels that are open; {@link #run} closes them. */
  ClientRun(
      ClientSession session, Request request, Results results, List<ControlChannel> channels) {
    this.session = session;
    this.request = request;
    this.results = results;
    this.channels = List.copyOf(channels);
    this.together = new CyclicBarrier(channels.size());
    for (int i = 0; i < channels.size(); i++) {
      int index = i;
      threads.add(Thread.ofVirtual().name("connection-" + i).unstarted(() -> run(index)));
    }
  }

  /**
   * Does all of it.
   *
   * @return messages that were not what they had to be
   * @throws IOException if a connection failed
   * @throws VerbsException if the own device refused
   */
  long run() throws IOException, InterruptedException {
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    switch (failure.get()) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Exception e -> throw new IllegalStateException(e);
    }
    results.end();
    return rejected;
  }

  /** Ends what goes on, tells the server so, and returns when all is freed. */
  void stop() {
    threads.forEach(Thread::interrupt);
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** Operations of the present size, of all connections, warm-up included. */
  synchronized long operations() {
    return controls.stream().mapToLong(Control::operations).sum();
  }

  private void run(int index) {
    try (ControlChannel channel = channels.get(index)) {
      try {
        session.run(channel, request, new Reports(index));
      } catch (InterruptedException e) {
        channel.refuse(new Refusal(RefusalCode.SHUTTING_DOWN, "the client was stopped"));
      } catch (IOException | RuntimeException e) {
        fail(e);
      }
    }
  }

  private void fail(Exception e) {
    if (failure.compareAndSet(null, e)) {
      threads.stream()
          .filter(thread -> !thread.equals(Thread.currentThread()))
          .forEach(Thread::interrupt);
    }
  }

  private void waitForOthers() {
    try {
      together.await(TOGETHER.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (BrokenBarrierException | TimeoutException e) {
      // From now on each goes on by itself.
    }
  }

  private final class Reports implements ClientSession.Observer {
    private final int index;

    Reports(int index) {
      this.index = index;
    }

    @Override
    public void connected(Attachment attachment, List<QueuePairEndpoint> server, Control control) {
      begin(attachment, server.getFirst(), control);
      waitForOthers();
    }

    @Override
    public void done(SizeReport report) {
      take(index, report);
      if (report.other().size() * 2 <= request.sizes().last()) {
        waitForOthers();
      }
    }
  }

  private synchronized void begin(
      Attachment attachment, QueuePairEndpoint server, Control control) {
    controls.add(control);
    if (!begun) {
      begun = true;
      try {
        results.begin(attachment, server);
      } catch (IOException e) {
        fail(e);
      }
    }
  }

  private synchronized void take(int index, SizeReport report) {
    long size = report.other().size();
    @Nullable SizeReport[] reports =
        sizes.computeIfAbsent(size, _ -> new @Nullable SizeReport[channels.size()]);
    reports[index] = report;
    rejected += report.rejected();
    if (Arrays.stream(reports).allMatch(Objects::nonNull)) {
      sizes.remove(size);
      try {
        results.done(Arrays.stream(reports).map(Objects::requireNonNull).toList());
      } catch (IOException e) {
        fail(e);
      }
    }
  }
}
