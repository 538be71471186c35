// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.rdmamonitor.litmus.run.Batch;
import org.rdmamonitor.litmus.run.Ending;
import org.rdmamonitor.litmus.run.Part;
import org.rdmamonitor.litmus.run.Readings;
import org.rdmamonitor.litmus.run.RunSettings;
import org.rdmamonitor.litmus.run.Runs;
import org.rdmamonitor.litmus.run.TestPlan;
import org.rdmamonitor.litmus.run.Widening;

/** The runs of a test on several hosts, directed by the leader. For one thread. */
final class HostRuns implements Runs {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /**
   * When a request here has failed, how long to wait for the news that another host is lost, which
   * may be the cause.
   */
  private static final Duration SOON = Duration.ofSeconds(1);

  private final TestPlan plan;
  private final Part part;
  private final RunSettings settings;
  private final BooleanSupplier stop;
  private final HostTestbeds testbeds;
  private final List<Follower> others;
  private final Map<Boolean, HostTestbeds.Share> shares = new HashMap<>();

  private HostRuns(
      TestPlan plan,
      RunSettings settings,
      BooleanSupplier stop,
      HostTestbeds testbeds,
      List<Follower> others) {
    this.plan = plan;
    this.part = Part.inTurn(plan, 0, 1 + others.size());
    this.settings = settings;
    this.stop = stop;
    this.testbeds = testbeds;
    this.others = others;
  }

  /** Begins a test on the other hosts too. */
  static HostRuns begin(
      TestPlan plan,
      RunSettings settings,
      BooleanSupplier stop,
      HostTestbeds testbeds,
      List<Follower> others) {
    String text = TestText.of(plan.test());
    HostRuns runs = new HostRuns(plan, settings, stop, testbeds, others);
    try {
      for (int i = 0; i < others.size(); i++) {
        others.get(i).ask(runs.test(i + 1, text));
      }
      runs.answers(Frame.Done.class, PATIENCE);
      return runs;
    } catch (RuntimeException e) {
      runs.closeAfter(e);
      throw e;
    }
  }

  private Frame test(int host, String text) {
    return new Frame.Test(
        part.of(host),
        settings.size(),
        settings.seed(),
        settings.limit().toMillis(),
        settings.isPinned(),
        text);
  }

  @Override
  public void run(long run, int size, Widening widening, Sink sink) {
    HostTestbeds.Share share = share(widening.isQueueing());
    Batch batch = new Batch(plan, part, share, settings, run, size, widening, stop);
    ask(new Frame.Begin(run, size, widening));
    batch.initialize();
    answers(Frame.Done.class, PATIENCE);
    int done = run(batch, size);
    others.forEach(other -> other.tell(new Frame.Collect(done)));
    List<Results.Received> received = new ArrayList<>();
    for (int i = 0; i < others.size(); i++) {
      received.add(receive(others.get(i), i + 1, done));
    }
    Readings readings = new Readings(batch);
    long[] values = new long[plan.test().observed().size()];
    for (int i = 0; i < done; i++) {
      Ending ending = readings.read(i, values);
      for (Results.Received elsewhere : received) {
        ending = ending.and(elsewhere.read(i, values));
      }
      sink.add(values, ending);
    }
  }

  /** Does a run on all hosts; returns how many iterations all of them have done. */
  private int run(Batch batch, int size) {
    CompletableFuture<Follower> failed = new CompletableFuture<>();
    ask(new Frame.Start());
    for (Follower other : others) {
      other.otherwise(
          Frame.Over.class,
          () -> {
            failed.complete(other);
            batch.abort();
          });
    }
    int done;
    try {
      done = batch.run();
    } catch (RuntimeException e) {
      throwIfFailed(failed, SOON);
      throw e;
    }
    throwIfFailed(failed, Duration.ZERO);
    Duration patience = Batch.patience(plan, settings).plus(SOON);
    for (Frame.Over over : answers(Frame.Over.class, patience)) {
      done = Math.min(done, over.done());
    }
    if (done < size && !stop.getAsBoolean()) {
      throw new HostsBrokenException(new HostException("another host ended a run too early"));
    }
    return done;
  }

  /** If another host fails within this time, throws the reason. */
  private static void throwIfFailed(CompletableFuture<Follower> failed, Duration within) {
    try {
      failed.get(within.toNanos(), TimeUnit.NANOSECONDS).answer(Frame.Over.class, PATIENCE);
    } catch (TimeoutException e) {
      // No other host has failed.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private Results.Received receive(Follower other, int host, int done) {
    try {
      return new Results(plan, part.of(host)).receive(other.channel(), done, PATIENCE);
    } catch (IOException e) {
      throw other.lost(e);
    }
  }

  private HostTestbeds.Share share(boolean isQueueing) {
    HostTestbeds.Share present = shares.get(isQueueing);
    if (present != null) {
      return present;
    }
    ask(new Frame.Make(isQueueing));
    HostTestbeds.Share share = testbeds.make(plan, part, settings.size(), isQueueing);
    shares.put(isQueueing, share);
    List<HostAddress> addresses = new ArrayList<>(List.of(share.address()));
    answers(Frame.Made.class, PATIENCE).forEach(made -> addresses.add(made.address()));
    AddressBook book = book(addresses);
    ask(new Frame.Connect(addresses));
    share.connect(book);
    answers(Frame.Done.class, PATIENCE);
    ask(new Frame.Attempt());
    share.attempt();
    answers(Frame.Done.class, PATIENCE);
    return share;
  }

  private AddressBook book(List<HostAddress> addresses) {
    try {
      return new AddressBook(plan, part, addresses);
    } catch (IllegalArgumentException e) {
      throw new HostsBrokenException(
          new HostException("another host made something else than its part: " + e.getMessage()));
    }
  }

  private void ask(Frame frame) {
    others.forEach(other -> other.ask(frame));
  }

  private <F extends Frame> List<F> answers(Class<F> kind, Duration within) {
    return others.stream().map(other -> other.answer(kind, within)).toList();
  }

  private void closeAfter(RuntimeException failure) {
    try {
      close();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  @Override
  public void close() {
    List<Runnable> steps = new ArrayList<>();
    others.forEach(other -> steps.add(other::beginClose));
    shares.values().forEach(share -> steps.add(share::close));
    others.forEach(other -> steps.add(() -> other.endClose(PATIENCE)));
    RuntimeException first = null;
    for (Runnable step : steps) {
      try {
        step.run();
      } catch (RuntimeException e) {
        first = first == null ? e : first;
      }
    }
    shares.clear();
    if (first != null) {
      throw first;
    }
  }
}
