// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.rdmamonitor.litmus.ReferenceState.Ack;
import org.rdmamonitor.litmus.ReferenceState.Buffered;
import org.rdmamonitor.litmus.ReferenceState.Fence;
import org.rdmamonitor.litmus.ReferenceState.Get0;
import org.rdmamonitor.litmus.ReferenceState.Get1;
import org.rdmamonitor.litmus.ReferenceState.LocalWrite;
import org.rdmamonitor.litmus.ReferenceState.Pair;
import org.rdmamonitor.litmus.ReferenceState.PairKey;
import org.rdmamonitor.litmus.ReferenceState.Posted;
import org.rdmamonitor.litmus.ReferenceState.Put0;
import org.rdmamonitor.litmus.ReferenceState.Put1;
import org.rdmamonitor.litmus.ReferenceState.Queued;
import org.rdmamonitor.litmus.ReferenceState.RemoteWrite;
import org.rdmamonitor.litmus.ReferenceState.Rmw0;
import org.rdmamonitor.litmus.ReferenceState.Rmw1;
import org.rdmamonitor.litmus.ReferenceState.Stored;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.model.ModelOptions.Flush;
import org.rdmamonitor.litmus.model.ModelOptions.RemoteFence;
import org.rdmamonitor.litmus.model.ModelOptions.RemoteReads;

/**
 * The rules of the model beside those of the processors, one object for each, transcribed as they
 * are written.
 */
final class ReferenceRules {
  private static final LocalWrite COMPLETION = new LocalWrite(null, 0);

  private final ModelOptions options;

  ReferenceRules(ModelOptions options) {
    this.options = options;
  }

  /** Adds the states that one rule leads to. */
  interface Rule {
    void apply(ReferenceState state, List<ReferenceState> next);
  }

  List<Rule> all() {
    return List.of(
        this::drain,
        perEntry(this::localRead),
        perEntry(this::remoteWrite),
        perEntry(this::remoteRead),
        perEntry(this::atomic),
        perEntry(this::fence),
        this::head,
        this::commitRemote,
        this::commitLocal);
  }

  private interface EntryRule {
    void apply(ReferenceState state, PairKey key, Pair pair, int index, List<ReferenceState> next);
  }

  private static Rule perEntry(EntryRule rule) {
    return (state, next) ->
        state.pairs.forEach((key, pair) -> {
          for (int i = 0; i < pair.pipe.size(); i++) {
            rule.apply(state, key, pair, i, next);
          }
        });
  }

  private static boolean older(Pair pair, int index, Set<Class<? extends Queued>> kinds) {
    return pair.pipe.subList(0, index).stream().allMatch(entry -> kinds.contains(entry.getClass()));
  }

  /** Rules 3 and 7. */
  private void drain(ReferenceState state, List<ReferenceState> next) {
    for (int t = 0; t < state.buffers.size(); t++) {
      if (!state.buffers.get(t).isEmpty()) {
        ReferenceState after = state.copy();
        Buffered head = after.buffers.get(t).removeFirst();
        switch (head) {
          case Stored(String location, long value) -> after.memory.put(location, value);
          case Posted(String node, Queued entry) ->
              after.pairs.get(new PairKey(t, node)).pipe.add(entry);
        }
        next.add(after);
      }
    }
  }

  /** Rule 9. */
  private void localRead(
      ReferenceState state, PairKey key, Pair pair, int i, List<ReferenceState> next) {
    if (pair.pipe.get(i) instanceof Put0 put
        && older(
            pair, i, Set.of(Put1.class, Ack.class, Get0.class, Get1.class, Rmw0.class, Rmw1.class))
        && pair.wbL.stream().allMatch(LocalWrite::isCompletion)) {
      long v = put.source() == null ? put.constant() : state.memory.get(put.source());
      ReferenceState after = state.copy();
      after.pairs.get(key).pipe.set(i, new Put1(put.z(), v));
      next.add(after);
    }
  }

  /** Rule 10; with rxe the write is in memory at once, and waits for older requests. */
  private void remoteWrite(
      ReferenceState state, PairKey key, Pair pair, int i, List<ReferenceState> next) {
    if (!(pair.pipe.get(i) instanceof Put1 put)) {
      return;
    }
    boolean isNext =
        options.isRxe()
            ? older(pair, i, Set.of(Ack.class, Get1.class, Rmw1.class)) && pair.wbR.isEmpty()
            : older(pair, i, Set.of(Ack.class, Get0.class, Get1.class, Rmw1.class));
    if (isNext) {
      ReferenceState after = state.copy();
      if (options.isRxe()) {
        after.memory.put(put.z(), put.v());
      } else {
        after.pairs.get(key).wbR.add(new RemoteWrite(put.z(), put.v(), false));
      }
      after.pairs.get(key).pipe.set(i, new Ack());
      next.add(after);
    }
  }

  private boolean isFlushed(ReferenceState state, PairKey key, Pair pair) {
    if (options.isRxe() || options.flush() == Flush.QP) {
      return pair.wbR.isEmpty();
    }
    return state.pairs.entrySet().stream()
        .filter(other -> other.getKey().node().equals(key.node()))
        .allMatch(other -> other.getValue().wbR.isEmpty());
  }

  private Set<Class<? extends Queued>> passedByReads() {
    return options.isRxe() || options.remoteReads() == RemoteReads.ORDERED
        ? Set.of(Ack.class, Get1.class, Rmw1.class)
        : Set.of(Ack.class, Get0.class, Get1.class, Rmw1.class);
  }

  /** Rule 11. */
  private void remoteRead(
      ReferenceState state, PairKey key, Pair pair, int i, List<ReferenceState> next) {
    if (pair.pipe.get(i) instanceof Get0 get
        && older(pair, i, passedByReads())
        && isFlushed(state, key, pair)) {
      ReferenceState after = state.copy();
      after.pairs.get(key).pipe.set(i, new Get1(get.x(), state.memory.get(get.z())));
      next.add(after);
    }
  }

  /** Rule 19. */
  private void atomic(
      ReferenceState state, PairKey key, Pair pair, int i, List<ReferenceState> next) {
    if (pair.pipe.get(i) instanceof Rmw0 rmw
        && older(pair, i, passedByReads())
        && isFlushed(state, key, pair)
        && !state.tokens.containsKey(key.node())) {
      long old = state.memory.get(rmw.z());
      ReferenceState after = state.copy();
      boolean writes = rmw.expected() == null || rmw.expected() == old;
      if (writes) {
        long written = rmw.expected() == null ? old + rmw.operand() : rmw.operand();
        after.pairs.get(key).wbR.add(new RemoteWrite(rmw.z(), written, true));
        after.tokens.put(key.node(), key);
      }
      after.pairs.get(key).pipe.set(i, new Rmw1(rmw.x(), old));
      next.add(after);
    }
  }

  /** Rule 14. */
  private void fence(
      ReferenceState state, PairKey key, Pair pair, int i, List<ReferenceState> next) {
    if (!(pair.pipe.get(i) instanceof Fence)) {
      return;
    }
    boolean isFree =
        options.remoteFence() == RemoteFence.ALL
            ? i == 0
            : older(pair, i, Set.of(Put0.class, Put1.class, Ack.class, Fence.class));
    if (isFree) {
      ReferenceState after = state.copy();
      after.pairs.get(key).pipe.remove(i);
      next.add(after);
    }
  }

  /** Rules 12 and 13. */
  private void head(ReferenceState state, List<ReferenceState> next) {
    state.pairs.forEach((key, pair) -> {
      if (pair.pipe.isEmpty()) {
        return;
      }
      List<LocalWrite> added = new ArrayList<>();
      switch (pair.pipe.getFirst()) {
        case Ack _ -> added.add(COMPLETION);
        case Get1(String x, long v) -> added.addAll(List.of(new LocalWrite(x, v), COMPLETION));
        case Rmw1(String x, long v) -> {
          if (!options.isRxe() || pair.wbR.stream().noneMatch(RemoteWrite::isAtomic)) {
            added.addAll(List.of(new LocalWrite(x, v), COMPLETION));
          }
        }
        default -> {
          // It is not ready.
        }
      }
      if (!added.isEmpty()) {
        ReferenceState after = state.copy();
        after.pairs.get(key).pipe.removeFirst();
        after.pairs.get(key).wbL.addAll(added);
        next.add(after);
      }
    });
  }

  /** Rule 15. */
  private void commitRemote(ReferenceState state, List<ReferenceState> next) {
    state.pairs.forEach((key, pair) -> {
      if (!pair.wbR.isEmpty()) {
        ReferenceState after = state.copy();
        RemoteWrite head = after.pairs.get(key).wbR.removeFirst();
        after.memory.put(head.z(), head.v());
        if (head.isAtomic()) {
          after.tokens.remove(key.node());
        }
        next.add(after);
      }
    });
  }

  /** Rule 16. */
  private void commitLocal(ReferenceState state, List<ReferenceState> next) {
    state.pairs.forEach((key, pair) -> {
      for (int i = 0; i < pair.wbL.size(); i++) {
        LocalWrite write = pair.wbL.get(i);
        if (!write.isCompletion()) {
          ReferenceState after = state.copy();
          after.pairs.get(key).wbL.remove(i);
          after.memory.put(write.x(), write.v());
          next.add(after);
          return;
        }
      }
    });
  }
}
