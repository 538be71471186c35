// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.litmus.language.LitmusParser;
import org.rdmamonitor.litmus.language.LitmusSyntaxException;
import org.rdmamonitor.litmus.run.Batch;
import org.rdmamonitor.litmus.run.Part;
import org.rdmamonitor.litmus.run.Planner;
import org.rdmamonitor.litmus.run.TestPlan;
import org.rdmamonitor.litmus.run.TestbedException;
import org.rdmamonitor.litmus.run.UnrunnableException;

/** A host's part of a test: what the leader asks for, step by step. For one thread. */
final class HostTest implements AutoCloseable {
  private final Talk talk;
  private final HostTestbeds testbeds;
  private final Budget budget;
  private final Map<Boolean, HostTestbeds.Share> ready = new HashMap<>();
  private HostTestbeds.@Nullable Share made;
  private boolean isQueueing;
  private boolean isConnected;
  private @Nullable TestPlan plan;
  private Frame.@Nullable Test test;
  private @Nullable Batch batch;
  private int done;

  /** What the leader says next, and it may do so at any time. */
  private @Nullable CompletableFuture<Frame> next;

  HostTest(Talk talk, HostTestbeds testbeds, Budget budget) {
    this.talk = talk;
    this.testbeds = testbeds;
    this.budget = budget;
  }

  /**
   * Answers until the leader closes the test.
   *
   * @param idle how long the leader may say nothing
   * @throws IOException if it is lost, or says what it should not
   */
  void serve(Frame.Test first, Duration idle) throws IOException {
    Frame frame = first;
    boolean isFailed = false;
    while (!(frame instanceof Frame.Close)) {
      if (isFailed) {
        throw talk.outOfTurn(frame, "CLOSE");
      }
      isFailed = !answer(frame, idle);
      frame = next(idle);
    }
  }

  /** Whether it could be done; the leader is told so. */
  private boolean answer(Frame frame, Duration idle) throws IOException {
    try {
      switch (frame) {
        case Frame.Test asked when test == null -> read(asked);
        case Frame.Make make when plan != null && made == null -> {
          talk.send(new Frame.Made(make(make.isQueueing())));
          return true;
        }
        case Frame.Connect connect when made != null && !isConnected -> connect(connect);
        case Frame.Attempt _ when isConnected -> attempt();
        case Frame.Begin begin when isReady(begin) -> begin(begin);
        case Frame.Start _ when batch != null -> {
          talk.send(new Frame.Over(run(idle)));
          return true;
        }
        case Frame.Collect collect when batch != null && collect.iterations() <= done -> {
          new Results(Objects.requireNonNull(plan), part())
              .send(talk, Objects.requireNonNull(batch), collect.iterations());
          batch = null;
          return true;
        }
        default -> throw talk.outOfTurn(frame, "another step");
      }
      talk.send(new Frame.Done());
      return true;
    } catch (TestbedException e) {
      talk.send(new Frame.Failed(e.isPrerequisite(), String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      talk.send(new Frame.Failed(false, String.valueOf(e.getMessage())));
    }
    return false;
  }

  private boolean isReady(Frame.Begin begin) {
    return batch == null
        && test != null
        && begin.size() <= test.size()
        && ready.containsKey(begin.widening().isQueueing());
  }

  private void read(Frame.Test asked) {
    test = asked;
    TestPlan read;
    try {
      read = Planner.plan(LitmusParser.parse("test", asked.text()));
    } catch (LitmusSyntaxException | UnrunnableException e) {
      throw TestbedException.failed("the test cannot be read: " + e.getMessage());
    } catch (StackOverflowError e) {
      throw TestbedException.failed("the test cannot be read: its condition is too deep");
    }
    Check.size("nodes", part().nodes(), read.nodes().size());
    budget.check(read, part(), asked.size());
    plan = read;
  }

  private HostAddress make(boolean queueing) {
    if (ready.containsKey(queueing)) {
      throw new IllegalArgumentException("it is made already");
    }
    HostTestbeds.Share share =
        testbeds.make(Objects.requireNonNull(plan), part(), asked().size(), queueing);
    made = share;
    isQueueing = queueing;
    return share.address();
  }

  private void connect(Frame.Connect connect) {
    Objects.requireNonNull(made)
        .connect(new AddressBook(Objects.requireNonNull(plan), part(), connect.hosts()));
    isConnected = true;
  }

  private void attempt() {
    HostTestbeds.Share share = Objects.requireNonNull(made);
    share.attempt();
    ready.put(isQueueing, share);
    made = null;
    isConnected = false;
  }

  private void begin(Frame.Begin begin) {
    Batch own =
        new Batch(
            Objects.requireNonNull(plan),
            part(),
            Objects.requireNonNull(ready.get(begin.widening().isQueueing())),
            asked().settings(),
            begin.run(),
            begin.size(),
            begin.widening(),
            () -> false);
    own.initialize();
    batch = own;
    done = 0;
  }

  /** What the leader says meanwhile, or its end, ends it. */
  private int run(Duration idle) {
    Batch own = Objects.requireNonNull(batch);
    CompletableFuture<Frame> word = new CompletableFuture<>();
    next = word;
    Thread.ofVirtual()
        .name("litmus-leader")
        .start(() -> {
          try {
            word.complete(talk.receive(idle));
          } catch (IOException e) {
            word.completeExceptionally(e);
          } finally {
            own.abort();
          }
        });
    done = own.run();
    if (word.isDone()) {
      throw TestbedException.failed("broken off");
    }
    return done;
  }

  private Frame next(Duration idle) throws IOException {
    CompletableFuture<Frame> word = next;
    if (word == null) {
      return talk.receive(idle);
    }
    next = null;
    try {
      return word.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof IOException lost) {
        throw lost;
      }
      throw e;
    }
  }

  private Part part() {
    return asked().part();
  }

  private Frame.Test asked() {
    return Objects.requireNonNull(test);
  }

  @Override
  public void close() {
    RuntimeException first = null;
    if (made != null) {
      ready.put(isQueueing, made);
    }
    for (HostTestbeds.Share share : ready.values()) {
      try {
        share.close();
      } catch (RuntimeException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
