// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.litmus.run.Batch;
import org.rdmamonitor.litmus.run.TestbedException;

/** A host's side of one test: it does what the leader asks for, and answers. For one thread. */
final class HostTest implements AutoCloseable {
  private final FrameChannel channel;
  private final HostTestbeds testbeds;
  private final Budget budget;
  private final Duration idle;
  private @Nullable HostPart part;
  private @Nullable Batch batch;
  private int done;

  /** The leader's next frame, if it is received while a run goes on. */
  private @Nullable CompletableFuture<Frame> next;

  /**
   * Waits for a test.
   *
   * @param idle how long the leader may say nothing
   */
  HostTest(FrameChannel channel, HostTestbeds testbeds, Budget budget, Duration idle) {
    this.channel = channel;
    this.testbeds = testbeds;
    this.budget = budget;
    this.idle = idle;
  }

  /**
   * Answers until the leader closes the test.
   *
   * @throws IOException if the leader is lost, or says what it should not
   */
  void serve(Frame.Test first) throws IOException {
    Frame frame = first;
    boolean isFailed = false;
    while (!(frame instanceof Frame.Close)) {
      if (isFailed) {
        throw channel.outOfTurn(frame, "CLOSE");
      }
      isFailed = !answer(frame);
      frame = next();
    }
  }

  /** Does what a frame asks for, and tells the leader whether it could be done; false if not. */
  private boolean answer(Frame frame) throws IOException {
    try {
      if (frame instanceof Frame.Collect(int iterations) && batch != null && part != null) {
        if (iterations > done) {
          throw channel.outOfTurn(frame, "COLLECT of fewer iterations");
        }
        part.results().send(channel, batch, iterations);
        batch = null;
      } else {
        channel.send(answered(frame));
      }
      return true;
    } catch (TestbedException e) {
      channel.send(new Frame.Failed(e.isPrerequisite(), String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      channel.send(new Frame.Failed(false, String.valueOf(e.getMessage())));
    }
    return false;
  }

  private Frame answered(Frame frame) throws IOException {
    if (frame instanceof Frame.Start && batch != null) {
      return new Frame.Over(run(batch));
    }
    if (part == null) {
      part = new HostPart((Frame.Test) frame, testbeds, budget);
      return new Frame.Done();
    }
    return answered(part, frame);
  }

  private Frame answered(HostPart own, Frame frame) throws IOException {
    switch (frame) {
      case Frame.Make make when own.canMake(make) -> {
        return new Frame.Made(own.make(make));
      }
      case Frame.Connect connect when own.canConnect() -> own.connect(connect);
      case Frame.Attempt _ when own.canAttempt() -> own.attempt();
      case Frame.Begin begin when batch == null && own.canBegin(begin) -> {
        batch = own.begin(begin);
        done = 0;
      }
      default -> throw channel.outOfTurn(frame, "another step");
    }
    return new Frame.Done();
  }

  /**
   * Does a run. Whatever the leader says meanwhile breaks it off, and so does losing the leader.
   */
  private int run(Batch own) {
    CompletableFuture<Frame> word = new CompletableFuture<>();
    next = word;
    Thread.ofVirtual()
        .name("litmus-leader")
        .start(() -> {
          try {
            word.complete(channel.receive(idle));
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

  private Frame next() throws IOException {
    CompletableFuture<Frame> word = next;
    if (word == null) {
      return channel.receive(idle);
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

  @Override
  public void close() {
    if (part != null) {
      part.close();
    }
  }
}
