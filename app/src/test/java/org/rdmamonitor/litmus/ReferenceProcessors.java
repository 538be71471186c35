// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import java.util.List;
import org.rdmamonitor.litmus.ReferenceState.Buffered;
import org.rdmamonitor.litmus.ReferenceState.PairKey;
import org.rdmamonitor.litmus.ReferenceState.Posted;
import org.rdmamonitor.litmus.ReferenceState.Queued;
import org.rdmamonitor.litmus.ReferenceState.Stored;
import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.Location;
import org.rdmamonitor.litmus.language.Source;

/** The rules of the processors, 1 to 8 and 18, transcribed as they are written. */
final class ReferenceProcessors implements ReferenceRules.Rule {
  private final LitmusTest test;

  ReferenceProcessors(LitmusTest test) {
    this.test = test;
  }

  @Override
  public void apply(ReferenceState state, List<ReferenceState> next) {
    test.threads()
        .forEach(thread -> {
          int t = thread.index();
          if (state.counters.get(t) < thread.instructions().size()) {
            ReferenceState after = state.copy();
            if (step(after, t, thread.instructions().get(state.counters.get(t)))) {
              after.counters.set(t, state.counters.get(t) + 1);
              next.add(after);
            }
          }
        });
  }

  /** Changes the state; false if the instruction cannot be executed. */
  private boolean step(ReferenceState state, int t, Instruction instruction) {
    switch (instruction) {
      case Instruction.Store(String location, Expression value) -> {
        if (place(location).isAuxiliary()) {
          state.memory.put(location, value(state, t, value));
        } else {
          state.buffers.get(t).add(new Stored(location, value(state, t, value)));
        }
      }
      case Instruction.Load(String register, String location) ->
          state.registers.get(t).put(register, view(state, t, location));
      case Instruction.CompareAndSwap swap -> {
        if (!state.buffers.get(t).isEmpty()) {
          return false;
        }
        long old = state.memory.get(swap.location());
        if (old == value(state, t, swap.expected())) {
          state.memory.put(swap.location(), value(state, t, swap.desired()));
        }
        state.registers.get(t).put(swap.register(), old);
      }
      case Instruction.Fence _ -> {
        return state.buffers.get(t).isEmpty();
      }
      case Instruction.Await await -> {
        return await
            .comparison()
            .holds(view(state, t, await.location()), value(state, t, await.value()));
      }
      case Instruction.Poll(String node) -> {
        List<ReferenceState.LocalWrite> wbL = state.pairs.get(new PairKey(t, node)).wbL;
        if (wbL.isEmpty() || !wbL.getFirst().isCompletion()) {
          return false;
        }
        wbL.removeFirst();
      }
      case Instruction.Request request -> post(state, t, request);
    }
    return true;
  }

  private void post(ReferenceState state, int t, Instruction.Request request) {
    Posted posted =
        switch (request) {
          case Instruction.Put(String z, Source source) ->
              switch (source) {
                case Source.Memory(String x) -> posted(z, new ReferenceState.Put0(z, x, 0));
                case Source.Value(Expression v) ->
                    posted(z, new ReferenceState.Put0(z, null, v.constant()));
              };
          case Instruction.InlinePut(String z, Source source) ->
              switch (source) {
                case Source.Memory(String x) ->
                    posted(z, new ReferenceState.Put1(z, view(state, t, x)));
                case Source.Value(Expression v) ->
                    posted(z, new ReferenceState.Put1(z, value(state, t, v)));
              };
          case Instruction.Get(String x, String z) -> posted(z, new ReferenceState.Get0(x, z));
          case Instruction.FetchAndAdd(String x, String z, long addend) ->
              posted(z, new ReferenceState.Rmw0(x, z, null, addend));
          case Instruction.RemoteCompareAndSwap(String x, String z, long expected, long desired) ->
              posted(z, new ReferenceState.Rmw0(x, z, expected, desired));
          case Instruction.RemoteFence(String node) -> new Posted(node, new ReferenceState.Fence());
        };
    state.buffers.get(t).add(posted);
  }

  private Posted posted(String location, Queued entry) {
    return new Posted(place(location).node(), entry);
  }

  private Location place(String location) {
    return test.location(location).orElseThrow();
  }

  private static long view(ReferenceState state, int t, String location) {
    List<Buffered> buffer = state.buffers.get(t);
    for (Buffered entry : buffer.reversed()) {
      if (entry instanceof Stored(String stored, long value) && stored.equals(location)) {
        return value;
      }
    }
    return state.memory.get(location);
  }

  private static long value(ReferenceState state, int t, Expression expression) {
    long register =
        expression.register().map(name -> state.registers.get(t).getOrDefault(name, 0L)).orElse(0L);
    return register + expression.constant();
  }
}
