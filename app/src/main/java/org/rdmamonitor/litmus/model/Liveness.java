// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.language.Source;

/**
 * The registers and locations whose values the outcome depends on. The others need not be kept, and
 * it does not matter when they are written.
 */
final class Liveness {
  private final Plan plan;
  private final Set<Operand> live = new HashSet<>();

  /**
   * Finds what is live.
   *
   * @param all whether to take everything for live
   */
  Liveness(Plan plan, boolean all) {
    this.plan = plan;
    live.addAll(plan.test.observed());
    if (all) {
      plan.test.locations().forEach(place -> live.add(new Operand.Memory(place.name())));
      plan.test
          .threads()
          .forEach(thread ->
              thread
                  .instructions()
                  .forEach(step -> {
                    loaded(step)
                        .ifPresent(name -> live.add(new Operand.Register(thread.index(), name)));
                  }));
    }
    int known;
    do {
      known = live.size();
      plan.test
          .threads()
          .forEach(thread -> thread.instructions().forEach(step -> mark(thread.index(), step)));
    } while (live.size() > known);
  }

  boolean isLive(int location) {
    return isLive(plan.location(location).name());
  }

  boolean isLive(int thread, String register) {
    return live.contains(new Operand.Register(thread, register));
  }

  private boolean isLive(String location) {
    return live.contains(new Operand.Memory(location));
  }

  /** Whether anything depends on what an event reads. */
  boolean needsRead(Event event) {
    if (event.reads() < 0) {
      return false;
    }
    Instruction step = plan.code(event.thread()).get(event.instruction());
    return switch (step) {
      case Instruction.Load load -> isLive(event.thread(), load.register());
      case Instruction.Put put -> isLive(put.remote());
      case Instruction.InlinePut put -> isLive(put.remote());
      case Instruction.Get get -> isLive(get.location());
      default -> true;
    };
  }

  /** Whether anything depends on what an event may write. */
  boolean needsWrite(Event event) {
    return event.writes() >= 0 && isLive(event.writes());
  }

  private static Optional<String> loaded(Instruction step) {
    return switch (step) {
      case Instruction.Load load -> Optional.of(load.register());
      case Instruction.CompareAndSwap swap -> Optional.of(swap.register());
      default -> Optional.empty();
    };
  }

  private void mark(int thread, Instruction step) {
    switch (step) {
      case Instruction.Store store -> markIf(isLive(store.location()), thread, store.value());
      case Instruction.Load load -> markIf(isLive(thread, load.register()), load.location());
      case Instruction.CompareAndSwap swap -> {
        markIf(true, swap.location());
        markIf(true, thread, swap.expected());
        markIf(true, thread, swap.desired());
      }
      case Instruction.Await await -> {
        markIf(true, await.location());
        markIf(true, thread, await.value());
      }
      case Instruction.Put put -> markIf(isLive(put.remote()), thread, put.source());
      case Instruction.InlinePut put -> markIf(isLive(put.remote()), thread, put.source());
      case Instruction.Get get -> markIf(isLive(get.location()), get.remote());
      case Instruction.FetchAndAdd add -> markIf(true, add.remote());
      case Instruction.RemoteCompareAndSwap swap -> markIf(true, swap.remote());
      case Instruction.Fence _, Instruction.Poll _, Instruction.RemoteFence _ -> {
        // These depend on no values.
      }
    }
  }

  private void markIf(boolean needed, int thread, Source source) {
    switch (source) {
      case Source.Memory memory -> markIf(needed, memory.location());
      case Source.Value value -> markIf(needed, thread, value.expression());
    }
  }

  private void markIf(boolean needed, String location) {
    if (needed) {
      live.add(new Operand.Memory(location));
    }
  }

  private void markIf(boolean needed, int thread, Expression expression) {
    if (needed) {
      expression.register().ifPresent(register -> live.add(new Operand.Register(thread, register)));
    }
  }
}
