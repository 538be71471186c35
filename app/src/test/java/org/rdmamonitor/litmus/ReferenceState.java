// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.rdmamonitor.litmus.language.LitmusTest;

/** A state of the model as its description has it: queues of entries, and memories. */
final class ReferenceState {
  /** An entry of a store buffer: a store, or a request on its way to its queue pair's pipe. */
  sealed interface Buffered {}

  record Stored(String location, long value) implements Buffered {}

  record Posted(String node, Queued entry) implements Buffered {}

  /** An entry of a pipe. */
  sealed interface Queued {}

  /** {@code source} is a location, or null for a constant. */
  record Put0(String z, String source, long constant) implements Queued {}

  record Put1(String z, long v) implements Queued {}

  record Ack() implements Queued {}

  record Get0(String x, String z) implements Queued {}

  record Get1(String x, long v) implements Queued {}

  record Fence() implements Queued {}

  /** {@code expected} is null if {@code operand} is added. */
  record Rmw0(String x, String z, Long expected, long operand) implements Queued {}

  record Rmw1(String x, long v) implements Queued {}

  /** What is in {@code wbR}; {@code isAtomic} if draining it frees the node's token. */
  record RemoteWrite(String z, long v, boolean isAtomic) {}

  /** What is in {@code wbL}: data, or a completion where the location is null. */
  record LocalWrite(String x, long v) {
    boolean isCompletion() {
      return x == null;
    }
  }

  record PairKey(int thread, String node) {}

  static final class Pair {
    List<Queued> pipe = new ArrayList<>();
    List<RemoteWrite> wbR = new ArrayList<>();
    List<LocalWrite> wbL = new ArrayList<>();

    Pair copy() {
      Pair copy = new Pair();
      copy.pipe.addAll(pipe);
      copy.wbR.addAll(wbR);
      copy.wbL.addAll(wbL);
      return copy;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Pair pair
          && pipe.equals(pair.pipe)
          && wbR.equals(pair.wbR)
          && wbL.equals(pair.wbL);
    }

    @Override
    public int hashCode() {
      return Objects.hash(pipe, wbR, wbL);
    }
  }

  final Map<String, Long> memory = new HashMap<>();
  final Map<PairKey, Pair> pairs = new HashMap<>();
  final Map<String, PairKey> tokens = new HashMap<>();
  final List<Integer> counters = new ArrayList<>();
  final List<Map<String, Long>> registers = new ArrayList<>();
  final List<List<Buffered>> buffers = new ArrayList<>();

  static ReferenceState initial(LitmusTest test) {
    ReferenceState state = new ReferenceState();
    test.locations().forEach(place -> state.memory.put(place.name(), place.value()));
    test.threads()
        .forEach(thread -> {
          state.counters.add(0);
          state.registers.add(new HashMap<>());
          state.buffers.add(new ArrayList<>());
          for (String node : test.nodes()) {
            if (!node.equals(thread.node())) {
              state.pairs.put(new PairKey(thread.index(), node), new Pair());
            }
          }
        });
    return state;
  }

  ReferenceState copy() {
    ReferenceState copy = new ReferenceState();
    copy.memory.putAll(memory);
    pairs.forEach((key, pair) -> copy.pairs.put(key, pair.copy()));
    copy.tokens.putAll(tokens);
    copy.counters.addAll(counters);
    registers.forEach(map -> copy.registers.add(new HashMap<>(map)));
    buffers.forEach(list -> copy.buffers.add(new ArrayList<>(list)));
    return copy;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReferenceState state
        && memory.equals(state.memory)
        && pairs.equals(state.pairs)
        && tokens.equals(state.tokens)
        && counters.equals(state.counters)
        && registers.equals(state.registers)
        && buffers.equals(state.buffers);
  }

  @Override
  public int hashCode() {
    return Objects.hash(memory, pairs, tokens, counters, registers, buffers);
  }
}
