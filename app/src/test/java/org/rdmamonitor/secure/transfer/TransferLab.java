// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.Hanging;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsContext;
import org.rdmamonitor.secure.wire.Extent;
import org.rdmamonitor.secure.wire.Measure;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.Sizes;
import org.rdmamonitor.secure.wire.Transport;

/**
 * Every transfer between two devices, in one process; for the lab. Arguments: the verbs library,
 * the two devices, then what to do:
 *
 * <pre>
 * test [sealed|clear]                                     everything, one line "ok" or "not ok" each
 * OPERATION TRANSPORT MEASURE FIRST LAST ITERATIONS [both] [verify] [seal] [qp=N] [depth=N] [batch=N]
 *           [mod=N] [inline=N] [polls=N] [millis=N]       one line of figures for each size
 * </pre>
 *
 * <p>The system property {@code only} is a pattern of the names of tests to run.
 */
final class TransferLab {
  private static final long PATIENCE_SECONDS = Hanging.SECONDS;

  private final VerbsContext client;
  private final VerbsContext server;
  private int failures;

  private TransferLab(VerbsContext client, VerbsContext server) {
    this.client = client;
    this.server = server;
  }

  public static void main(String[] args) throws Exception {
    Verbs verbs = Verbs.load(Path.of(args[0]));
    TransferLab lab;
    try (VerbsContext client = verbs.open(args[1]);
        VerbsContext server = verbs.open(args[2])) {
      lab = new TransferLab(client, server);
      if (args[3].equals("test")) {
        lab.all(args.length > 4 ? args[4] : "");
      } else {
        lab.measure(List.of(args).subList(3, args.length));
      }
    }
    System.exit(lab.failures == 0 ? 0 : 1);
  }

  /** What both ends found of one size. */
  record Both(TransferResult client, TransferResult server) {}

  private void measure(List<String> words) throws Exception {
    Measure measure = Measure.valueOf(words.get(2));
    long iterations = Long.parseLong(words.get(5));
    long millis = number(words, "millis", 0);
    TransferPlan plan =
        new TransferPlan(
            Operation.valueOf(words.get(0)),
            Transport.valueOf(words.get(1)),
            measure,
            new Sizes(Long.parseLong(words.get(3)), Long.parseLong(words.get(4))),
            millis > 0 ? Extent.ofMillis(millis) : Extent.ofIterations(iterations),
            (int) number(words, "depth", 128),
            words.contains("both"),
            words.contains("verify"),
            words.contains("seal"),
            new Tuning(
                (int) number(words, "batch", Tuning.DEFAULT.batch()),
                Tuning.DEFAULT.batchBytes(),
                (int) number(words, "mod", Tuning.DEFAULT.moderation()),
                (int) number(words, "inline", Tuning.DEFAULT.inline()),
                (int) number(words, "polls", Tuning.DEFAULT.emptyPolls())));
    for (Both both : transfer(plan, (int) number(words, "qp", 1))) {
      System.out.println(line(both));
    }
  }

  private static long number(List<String> words, String name, long otherwise) {
    return words.stream()
        .filter(word -> word.startsWith(name + "="))
        .mapToLong(word -> Long.parseLong(word.substring(name.length() + 1)))
        .findFirst()
        .orElse(otherwise);
  }

  private static String line(Both both) {
    TransferResult o = both.client();
    double seconds = o.elapsedNanos() / 1e9;
    String figures =
        o.latency()
            .map(h ->
                "usec min %.2f typical %.2f avg %.2f 99%% %.2f max %.2f"
                    .formatted(
                        h.getMinValue() / 1e3,
                        h.getValueAtPercentile(50) / 1e3,
                        h.getMean() / 1e3,
                        h.getValueAtPercentile(99) / 1e3,
                        h.getMaxValue() / 1e3))
            .orElseGet(() ->
                "MiB/s %.2f Mpps %.6f"
                    .formatted(o.bytes() / seconds / (1 << 20), o.operations() / seconds / 1e6));
    return "bytes %d operations %d received %d lost %d rejected %d %s"
        .formatted(
            o.size(),
            o.operations(),
            both.server().operations(),
            o.lost() + both.server().lost(),
            o.rejected() + both.server().rejected(),
            figures);
  }

  /** All sizes of a plan, between two threads that tell each other what a session does. */
  private List<Both> transfer(TransferPlan plan, int lanes) throws Exception {
    try (LabEnd left = new LabEnd(client, plan, Role.ACTIVE, lanes);
        LabEnd right = new LabEnd(server, plan, Role.PASSIVE, lanes)) {
      List<Lane> leftLanes = left.connect(right);
      List<Lane> rightLanes = right.connect(left);
      Transfer active = Transfer.of(plan, Role.ACTIVE, leftLanes);
      Transfer passive = Transfer.of(plan, Role.PASSIVE, rightLanes);
      CyclicBarrier prepared = new CyclicBarrier(2);
      CompletableFuture<List<TransferResult>> one =
          start(plan, left.role, active, passive, prepared);
      CompletableFuture<List<TransferResult>> two =
          start(plan, right.role, passive, active, prepared);
      await(
          CompletableFuture.allOf(
              one.whenComplete((outcome, failure) -> end(failure, passive)),
              two.whenComplete((outcome, failure) -> end(failure, active))),
          active,
          passive);
      List<Both> results = new ArrayList<>();
      for (int i = 0; i < one.get().size(); i++) {
        results.add(new Both(one.get().get(i), two.get().get(i)));
      }
      return results;
    }
  }

  /** Both must have ended before what they use is closed. */
  private static void await(CompletableFuture<Void> ended, Transfer active, Transfer passive)
      throws Exception {
    try {
      ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException late) {
      active.control().cancel();
      passive.control().cancel();
      ended.get();
      throw late;
    }
  }

  private static void end(@Nullable Throwable failure, Transfer other) {
    if (failure != null) {
      other.control().cancel();
    }
  }

  private static CompletableFuture<List<TransferResult>> start(
      TransferPlan plan, Role role, Transfer own, Transfer other, CyclicBarrier prepared) {
    CompletableFuture<List<TransferResult>> all = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            List<TransferResult> outcomes = new ArrayList<>();
            for (long size : plan.sizes().stream().toArray()) {
              own.prepare(size);
              prepared.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
              outcomes.add(oneSize(plan, role, own, other));
              prepared.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
            all.complete(outcomes);
          } catch (Throwable failure) {
            all.completeExceptionally(failure);
          }
        });
    return all;
  }

  private static TransferResult oneSize(
      TransferPlan plan, Role role, Transfer own, Transfer other) {
    TransferResult outcome = null;
    if (plan.runs(role)) {
      outcome = own.run();
      other.control().peerFinished(outcome.operations());
    }
    if (plan.serves(role)) {
      TransferResult served = own.serve();
      outcome =
          outcome == null
              ? served
              : outcome.with(outcome.rejected() + served.rejected(), served.lost());
    }
    return outcome;
  }

  private void all(String kind) {
    for (Transport transport : Transport.values()) {
      for (Operation operation : Operation.values()) {
        if (operation.isPossibleOver(transport)) {
          all(operation, transport, kind);
        }
      }
    }
  }

  private void all(Operation operation, Transport transport, String kind) {
    for (Measure measure : Measure.values()) {
      for (boolean verify : new boolean[] {false, true}) {
        for (boolean seal : new boolean[] {false, true}) {
          boolean skipped = kind.equals(seal ? "clear" : "sealed");
          if (!skipped && !(seal && operation.isAtomic())) {
            check(operation, transport, measure, false, verify, seal, 1);
            if (measure == Measure.BANDWIDTH) {
              check(operation, transport, measure, true, verify, seal, 1);
              check(operation, transport, measure, false, verify, seal, 3);
            }
          }
        }
      }
    }
  }

  private void check(
      Operation operation,
      Transport transport,
      Measure measure,
      boolean both,
      boolean verify,
      boolean seal,
      int lanes) {
    String name =
        "%s over %s, %s%s%s%s, %d lanes"
            .formatted(
                operation,
                transport,
                measure.name().toLowerCase(Locale.ROOT),
                both ? ", bidirectional" : "",
                verify ? ", verified" : "",
                seal ? ", sealed" : "",
                lanes);
    if (!name.matches(System.getProperty("only", ".*"))) {
      return;
    }
    try {
      for (Sizes sizes : sizes(operation, transport)) {
        TransferPlan plan =
            new TransferPlan(
                operation,
                transport,
                measure,
                sizes,
                Extent.ofIterations(40),
                32,
                both,
                verify,
                seal,
                Tuning.DEFAULT);
        for (Both result : transfer(plan, lanes)) {
          String wrong = wrong(plan, lanes, result);
          if (!wrong.isEmpty()) {
            throw new IllegalStateException(wrong + ": " + line(result));
          }
        }
      }
      System.out.println("ok " + name);
    } catch (Exception failure) {
      failures++;
      System.out.println("not ok " + name + " - " + failure);
    }
  }

  private static List<Sizes> sizes(Operation operation, Transport transport) {
    if (operation.isAtomic()) {
      return List.of(Sizes.of(8));
    }
    return transport == Transport.UD
        ? List.of(new Sizes(1, 4), Sizes.of(900))
        : List.of(new Sizes(1, 4), new Sizes(20_000, 40_000));
  }

  private static String wrong(TransferPlan plan, int lanes, Both result) {
    long expected = lanes * plan.extent().iterations();
    boolean reliable = plan.transport() == Transport.RC;
    if (result.client().rejected() + result.server().rejected() > 0) {
      // An unreliable WRITE may come where the message before it was not looked at yet.
      boolean mayOverwrite = !reliable && plan.operation() == Operation.WRITE_WITH_IMMEDIATE;
      return mayOverwrite ? "" : "rejected";
    }
    if (result.client().operations() != expected) {
      return "not all done";
    }
    boolean receives = plan.takesReceives() && plan.measure() == Measure.BANDWIDTH;
    if (receives && reliable && !plan.bidirectional() && result.server().operations() != expected) {
      return "not all received";
    }
    return reliable && result.client().lost() + result.server().lost() > 0 ? "lost" : "";
  }
}
