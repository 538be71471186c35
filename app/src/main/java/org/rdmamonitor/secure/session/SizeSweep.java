// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.secure.tls.ControlChannel;
import org.rdmamonitor.secure.transfer.Role;
import org.rdmamonitor.secure.transfer.Transfer;
import org.rdmamonitor.secure.transfer.TransferException;
import org.rdmamonitor.secure.transfer.TransferPlan;
import org.rdmamonitor.secure.transfer.TransferResult;
import org.rdmamonitor.secure.wire.Message.Result;
import org.rdmamonitor.secure.wire.Message.Start;
import org.rdmamonitor.secure.wire.RefusalCode;

/**
 * Does the sizes of a request one after the other: both ends prepare, tell each other, transfer,
 * and tell what they counted. A platform thread of its own moves the data, since it polls.
 * Meanwhile this thread waits for the other end's message; so it is noticed if the other end dies,
 * whatever the transfer waits for.
 */
final class SizeSweep implements AutoCloseable {
  /** The longest extent, and time to finish. */
  private static final Duration LONGEST = Duration.ofHours(25);

  private static final Executor VIRTUAL = task -> Thread.ofVirtual().start(task);

  private final ControlChannel channel;
  private final TransferPlan plan;
  private final Role role;
  private final Endpoint endpoint;
  private final Transfer transfer;
  private final Placement placement;
  private final ExecutorService data =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("transfer").daemon().factory());

  SizeSweep(
      ControlChannel channel,
      TransferPlan plan,
      Role role,
      Endpoint endpoint,
      Transfer transfer,
      Placement placement) {
    this.channel = channel;
    this.plan = plan;
    this.role = role;
    this.endpoint = endpoint;
    this.transfer = transfer;
    this.placement = placement;
  }

  /**
   * Does all sizes.
   *
   * @param done is told of each
   * @throws IOException if an end fails; neither can go on then
   */
  void run(Consumer<SizeReport> done) throws IOException, InterruptedException {
    wait(CompletableFuture.runAsync(placement::pin, data));
    for (long size : plan.sizes().stream().toArray()) {
      done.accept(run(size));
    }
  }

  private SizeReport run(long size) throws IOException, InterruptedException {
    try {
      wait(CompletableFuture.runAsync(() -> transfer.prepare(size), data));
      channel.send(new Start(size));
      Start other = channel.receive(Start.class);
      if (other.size() != size) {
        throw new SessionException(
            RefusalCode.OUT_OF_TURN,
            "the other end starts with %d bytes where %d are due".formatted(other.size(), size));
      }
      return transferred();
    } catch (IOException | InterruptedException | RuntimeException e) {
      transfer.control().cancel();
      endpoint.fail();
      throw e;
    }
  }

  private SizeReport transferred() throws IOException, InterruptedException {
    CompletableFuture<Result> word = CompletableFuture.supplyAsync(this::theirWord, VIRTUAL);
    CompletableFuture<Optional<TransferResult>> sent =
        CompletableFuture.supplyAsync(
            () -> plan.runs(role) ? Optional.of(transfer.run()) : Optional.empty(), data);
    CompletableFuture<Optional<TransferResult>> received =
        CompletableFuture.supplyAsync(
            () -> plan.serves(role) ? Optional.of(transfer.serve()) : Optional.empty(), data);
    word.exceptionally(lost -> {
      // A transfer that polls for what the other end will never send has to be cancelled.
      transfer.control().cancel();
      endpoint.fail();
      return null;
    });
    try {
      TransferResult own =
          plan.runs(role) ? wait(sent).orElseThrow() : wait(received).orElseThrow();
      channel.send(own.toResult());
      return new SizeReport(wait(sent), wait(received), wait(word));
    } catch (IOException e) {
      throw moreTelling(e, word);
    }
  }

  /** If both the transfer and the connection fail, the other end's reason is preferred. */
  private IOException moreTelling(IOException own, CompletableFuture<Result> word)
      throws InterruptedException {
    try {
      if (word.isCompletedExceptionally()) {
        wait(word);
      }
      return own;
    } catch (IOException theirs) {
      return theirs;
    }
  }

  private @Nullable Result theirWord() {
    try {
      Result result = channel.receive(Result.class, LONGEST);
      transfer.control().peerFinished(result.operations());
      return result;
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  private static <T> T wait(CompletableFuture<T> work) throws IOException, InterruptedException {
    try {
      return work.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException io -> throw io;
        case VerbsException device ->
            throw new SessionException(
                RefusalCode.DEVICE, String.valueOf(device.getMessage()), device);
        case TransferException broken ->
            throw new SessionException(
                RefusalCode.INTERNAL, String.valueOf(broken.getMessage()), broken);
        case RuntimeException other -> throw other;
        case null, default -> throw new IllegalStateException(e.getCause());
      }
    }
  }

  /** Ends what is under way and waits for it, so that nothing is in use when it is destroyed. */
  @Override
  public void close() {
    transfer.control().cancel();
    data.shutdownNow();
    data.close();
  }
}
