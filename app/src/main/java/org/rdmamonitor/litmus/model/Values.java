// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.Instruction.Await;
import org.rdmamonitor.litmus.language.Instruction.CompareAndSwap;
import org.rdmamonitor.litmus.language.Instruction.FetchAndAdd;
import org.rdmamonitor.litmus.language.Instruction.InlinePut;
import org.rdmamonitor.litmus.language.Instruction.Load;
import org.rdmamonitor.litmus.language.Instruction.Put;
import org.rdmamonitor.litmus.language.Instruction.RemoteCompareAndSwap;
import org.rdmamonitor.litmus.language.Instruction.Store;
import org.rdmamonitor.litmus.language.Source;
import org.rdmamonitor.litmus.model.Event.EventKind;

/**
 * Which values each event may read and write: more than really come, never fewer. A read sees a
 * write that is not overwritten before it for sure, and is not made after it for sure.
 *
 * <p>A value comes to where it is by a chain of events, each of which happens once; so as many
 * rounds as there are events find all, even where atomics add to what each other wrote.
 */
final class Values {
  private static final int MOST = 1 << 16;

  private final Plan plan;
  private final Events events;
  private final Order order;

  /** By event: what it reads, or what a post puts into the store buffer. */
  private final List<Set<Long>> read = new ArrayList<>();

  /** By event: what it writes to memory. */
  private final List<Set<Long>> written = new ArrayList<>();

  private final List<List<Event>> writers = new ArrayList<>();

  Values(Plan plan, Events events, Order order) {
    this.plan = plan;
    this.events = events;
    this.order = order;
    for (int i = 0; i < plan.test.locations().size(); i++) {
      int location = i;
      writers.add(events.all().stream().filter(event -> event.writes() == location).toList());
    }
    events
        .all()
        .forEach(event -> {
          read.add(new HashSet<>());
          written.add(new HashSet<>());
        });
    boolean changes = true;
    for (int round = 0; changes && round <= events.count(); round++) {
      changes = false;
      for (Event event : events.all()) {
        changes |= read.get(event.id()).addAll(readNow(event));
        changes |= written.get(event.id()).addAll(writtenNow(event));
      }
    }
  }

  /** What an event may read, or what a post may put into the store buffer. */
  Set<Long> read(int event) {
    return read.get(event);
  }

  /** What an event may write to memory. */
  Set<Long> written(int event) {
    return written.get(event);
  }

  /** What a location may hold. */
  Set<Long> held(int location) {
    Set<Long> held = new TreeSet<>(Set.of(plan.location(location).value()));
    writers.get(location).forEach(writer -> held.addAll(written(writer.id())));
    return held;
  }

  /** What a register may hold when an instruction of its thread begins. */
  Set<Long> register(int thread, String register, int instruction) {
    List<Instruction> code = plan.code(thread);
    for (int i = instruction - 1; i >= 0; i--) {
      if (loads(code.get(i), register)) {
        return read(events.instruction[thread][i]);
      }
    }
    return Set.of(0L);
  }

  static boolean loads(Instruction instruction, String register) {
    return switch (instruction) {
      case Load load -> load.register().equals(register);
      case CompareAndSwap swap -> swap.register().equals(register);
      default -> false;
    };
  }

  /** What an expression may come to. */
  Set<Long> values(Expression expression, int thread, int instruction) {
    Set<Long> values = new HashSet<>();
    if (expression.register().isEmpty()) {
      values.add(expression.constant());
    } else {
      register(thread, expression.register().get(), instruction)
          .forEach(value -> values.add(value + expression.constant()));
    }
    return values;
  }

  /** The events that come before an await, because no value satisfies it that is there earlier. */
  BitSet beforeAwait(Event event, Await await) {
    Set<Long> wanted = values(await.value(), event.thread(), event.instruction());
    BitSet common = new BitSet();
    if (satisfies(Set.of(plan.location(event.reads()).value()), await, wanted)) {
      return common;
    }
    boolean isFirst = true;
    for (Event writer : writers.get(event.reads())) {
      if (satisfies(written(writer.id()), await, wanted)) {
        BitSet needed = seenAfter(writer, event);
        if (isFirst) {
          common.or(needed);
        } else {
          common.and(needed);
        }
        isFirst = false;
      }
    }
    common.clear(event.id());
    return common;
  }

  private BitSet seenAfter(Event writer, Event reader) {
    boolean isForwarded = writer.kind() == EventKind.DRAIN && writer.thread() == reader.thread();
    int first =
        isForwarded ? events.instruction[writer.thread()][writer.instruction()] : writer.id();
    BitSet set = (BitSet) order.before(first).clone();
    set.set(first);
    return set;
  }

  private static boolean satisfies(Set<Long> values, Await await, Set<Long> wanted) {
    return values.stream()
        .anyMatch(
            value -> wanted.stream().anyMatch(other -> await.comparison().holds(value, other)));
  }

  private Set<Long> readNow(Event event) {
    Instruction step = plan.code(event.thread()).get(event.instruction());
    if (event.kind() == EventKind.POST) {
      return posted(event, step);
    }
    if (event.kind() == EventKind.LOCAL_READ && event.reads() < 0) {
      return step instanceof Put put && put.source() instanceof Source.Value(Expression value)
          ? Set.of(value.constant())
          : Set.of();
    }
    return event.reads() < 0 ? Set.of() : reaching(event);
  }

  private Set<Long> posted(Event event, Instruction step) {
    return switch (step) {
      case Store store -> values(store.value(), event.thread(), event.instruction());
      case InlinePut put ->
          switch (put.source()) {
            case Source.Value(Expression value) ->
                values(value, event.thread(), event.instruction());
            case Source.Memory _ -> reaching(event);
          };
      default -> Set.of();
    };
  }

  private Set<Long> reaching(Event reader) {
    Set<Long> values = new HashSet<>();
    List<Event> candidates = writers.get(reader.reads());
    if (candidates.stream().noneMatch(writer -> isOverwriting(writer, reader))) {
      values.add(plan.location(reader.reads()).value());
    }
    for (Event writer : candidates) {
      boolean isTooLate = order.isBefore(reader.id(), writer.id());
      boolean isOverwritten =
          candidates.stream()
              .anyMatch(
                  next -> isOverwriting(next, reader) && order.isBefore(writer.id(), next.id()));
      if (!isTooLate && !isOverwritten) {
        values.addAll(written(writer.id()));
      }
    }
    if (values.size() > MOST) {
      throw new LitmusLimitException(
          "%s: more than %d values may be in %s; take instructions away"
              .formatted(plan.test.name(), MOST, plan.location(reader.reads()).name()));
    }
    return values;
  }

  /** Whether a reader sees what this writes, or something later, for sure. */
  private boolean isOverwriting(Event writer, Event reader) {
    if (writer.kind() == EventKind.SWAP || writer.id() == reader.id() || isRemoteSwap(writer)) {
      return false;
    }
    boolean isOwn =
        writer.kind() == EventKind.DRAIN
            && writer.thread() == reader.thread()
            && reader.kind().isInstruction();
    return order.isBefore(writer.id(), reader.id())
        || (isOwn && writer.instruction() < reader.instruction());
  }

  private boolean isRemoteSwap(Event event) {
    return event.queuePair() >= 0
        && plan.code(event.thread()).get(event.instruction()) instanceof RemoteCompareAndSwap;
  }

  private Set<Long> writtenNow(Event event) {
    if (event.writes() < 0) {
      return Set.of();
    }
    Instruction step = plan.code(event.thread()).get(event.instruction());
    return switch (event.kind()) {
      case DRAIN -> read(events.instruction[event.thread()][event.instruction()]);
      case AUXILIARY_STORE ->
          step instanceof Store store
              ? values(store.value(), event.thread(), event.instruction())
              : Set.of();
      case SWAP ->
          step instanceof CompareAndSwap swap
              ? values(swap.desired(), event.thread(), event.instruction())
              : Set.of();
      case COMMIT_LOCAL -> read(events.remote[event.queuePair()][event.operation()]);
      case REMOTE_WRITE, COMMIT_REMOTE -> remoteWrite(event, step);
      default -> Set.of();
    };
  }

  private Set<Long> remoteWrite(Event event, Instruction step) {
    int q = event.queuePair();
    int o = event.operation();
    return switch (step) {
      case InlinePut _ -> read(events.instruction[event.thread()][event.instruction()]);
      case FetchAndAdd add -> {
        Set<Long> sums = new HashSet<>();
        read(events.remote[q][o]).forEach(old -> sums.add(old + add.addend()));
        yield sums;
      }
      case RemoteCompareAndSwap swap -> Set.of(swap.desired());
      default -> read(events.localRead[q][o]);
    };
  }
}
