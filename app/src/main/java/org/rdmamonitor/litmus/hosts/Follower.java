// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.rdmamonitor.litmus.run.TestbedException;

/**
 * Another host, as the leader sees it: it is asked for one thing at a time, and gives one answer.
 * For one thread.
 */
final class Follower {
  private final FrameChannel channel;
  private CompletableFuture<Frame> answer = CompletableFuture.completedFuture(new Frame.Done());
  private boolean isInTest;
  private boolean isLost;

  Follower(FrameChannel channel) {
    this.channel = channel;
  }

  String name() {
    return channel.name();
  }

  FrameChannel channel() {
    return channel;
  }

  /**
   * Tells it something that it does not answer with one frame.
   *
   * @throws HostsBrokenException if the host is lost
   */
  void tell(Frame frame) {
    try {
      channel.send(frame);
    } catch (IOException e) {
      throw lost(e);
    }
  }

  /**
   * Asks for something. Another thread waits for the answer.
   *
   * @throws HostsBrokenException if the host is lost
   */
  void ask(Frame frame) {
    tell(frame);
    isInTest = true;
    CompletableFuture<Frame> coming = new CompletableFuture<>();
    answer = coming;
    Thread.ofVirtual()
        .name("litmus-host")
        .start(() -> {
          try {
            coming.complete(channel.receive(Duration.ofDays(1)));
          } catch (IOException e) {
            coming.completeExceptionally(e);
          }
        });
  }

  /** Calls this when an answer of another kind comes, or when it is certain that none will. */
  void otherwise(Class<? extends Frame> kind, Runnable call) {
    answer =
        answer.whenComplete((frame, _) -> {
          if (!kind.isInstance(frame)) {
            call.run();
          }
        });
  }

  /**
   * The answer.
   *
   * @throws TestbedException if the host cannot do what it was asked for
   * @throws HostsBrokenException if the host is lost, or answers with the wrong kind of frame
   */
  <F extends Frame> F answer(Class<F> kind, Duration within) {
    Frame frame = await(within);
    if (frame instanceof Frame.Failed(boolean isPrerequisite, String sentence)) {
      String named = name() + ": " + sentence;
      throw isPrerequisite ? TestbedException.unfit(named) : TestbedException.failed(named);
    }
    if (!kind.isInstance(frame)) {
      throw lost(channel.outOfTurn(frame, kind.getSimpleName()));
    }
    return kind.cast(frame);
  }

  private Frame await(Duration within) {
    try {
      return answer.get(within.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw lost(new HostException(name() + ": no answer within " + within.toSeconds() + " s"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw lost(new HostException(name() + ": not waited for any more"));
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException reason
          ? lost(reason)
          : new CompletionException(e.getCause());
    }
  }

  /** Notes that the host is lost: it is asked for nothing any more. */
  HostsBrokenException lost(IOException reason) {
    isLost = true;
    return new HostsBrokenException(reason);
  }

  /**
   * Asks it to free everything that the test has, whatever it is doing; does nothing if it is lost.
   */
  void beginClose() {
    if (isInTest && !isLost) {
      tell(new Frame.Close());
    }
  }

  /** Waits until it has freed everything. */
  void endClose(Duration within) {
    if (!isInTest || isLost) {
      return;
    }
    isInTest = false;
    await(within); // its answer to what it was doing
    try {
      channel.receive(Frame.Done.class, within);
    } catch (IOException e) {
      throw lost(e);
    }
  }

  /** Says goodbye. */
  void bye() {
    try {
      if (!isLost) {
        channel.send(new Frame.Bye());
      }
    } catch (IOException e) {
      // The host learns it from the closed connection.
    }
    channel.close();
  }
}
