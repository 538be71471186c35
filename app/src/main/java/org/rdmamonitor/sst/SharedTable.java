// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rdmamonitor.sst.Fabric.Source;
import org.rdmamonitor.units.Times;

/**
 * A table with a row for each member, of which every member has a copy (after Derecho: Jha et al.,
 * 2018). A member writes only its own row, and pushes it to the others by RDMA WRITE. It reads
 * others' rows from the copy in its own memory, which may be old; but no field of it ever goes back
 * to an older value.
 *
 * <p>There are two kinds of fields, by use: plain data, which is {@link #set} and {@link #push}ed,
 * and guards, which are numbers that only grow and are {@link #publish}ed. Who sees a guard's value
 * also sees all that its member pushed to it before (T1), because WRITEs of one queue pair become
 * visible in their order (L13). So a member waits for data by {@code await(row -> row.get(GUARD) >=
 * n)}. A predicate must stay true once it is true, because copies change while it is evaluated.
 *
 * <p>Copies never go back (T2); a wait for a guard by {@code >=} ends (T3); and what is set after a
 * push is not in that push (T4). A reader finds a row whole, and of one round, if it reads the row
 * after the row's guard and before it sends an acknowledgement that the row's member awaits before
 * it changes the row (T5). What a member has put elsewhere, and what reaches a member by way of
 * another's guard, is only sure to be there if the member flushes before it publishes (T6, T7).
 * {@code rdma-secure litmus certify sst} checks this against the memory model for two fields and a
 * guard, one writer, and by default 2 and 3 members and up to three rounds, and shows how it fails
 * if something is left out; for more of each it is argued, not proved.
 *
 * <p>A field is eight bytes at a multiple of eight. The memory model assumes that the eight bytes
 * are written at once. A device that writes byte by byte, such as soft-RoCE, may for a moment show
 * a value of a guard that is lower than the new one, but never a higher one, provided that guards
 * are not negative, and that bytes are little-endian and written in ascending order.
 *
 * <p>Members trust each other: each can write to all of the others' tables. Once a method has
 * thrown anything but an IllegalArgumentException, the table cannot be used any more. For one
 * thread.
 */
public final class SharedTable {
  private final Fabric fabric;
  private final TableLayout layout;
  private final Waiting waiting;
  private final Duration limit;
  private final List<Row> rows;

  /**
   * A table in the first part of a fabric's memory, which must be zero at first.
   *
   * @param layout the same at all members
   * @param limit how long each wait for other members may take
   */
  public SharedTable(Fabric fabric, TableLayout layout, Duration limit) {
    if (layout.members() != fabric.members()) {
      throw new IllegalArgumentException(
          "a table of %d members over a fabric of %d"
              .formatted(layout.members(), fabric.members()));
    }
    this.fabric = fabric;
    this.layout = layout;
    this.limit = limit;
    this.waiting = new Waiting(limit);
    this.rows = IntStream.range(0, layout.members()).mapToObj(this::view).toList();
  }

  private Row view(int member) {
    return new Row() {
      @Override
      public int member() {
        return member;
      }

      @Override
      public long get(int field) {
        return SharedTable.this.get(member, field);
      }
    };
  }

  /** How many members there are. */
  public int members() {
    return layout.members();
  }

  /** The number of this member, from 0. */
  public int self() {
    return fabric.self();
  }

  /** Where the parts of each member's memory are. */
  public TableLayout layout() {
    return layout;
  }

  /** A field of a member's row, from this member's copy; an acquiring load. */
  public long get(int member, int field) {
    return fabric.load(layout.field(member, field));
  }

  /** Changes a field of the own row, in this member's memory only. */
  public void set(int field, long value) {
    fabric.store(layout.field(self(), field), value);
  }

  /**
   * Sends fields of the own row to all others, with the values they have now; they may be changed
   * as soon as this returns. If they are too large to be sent inline, waits for completions.
   *
   * @param first of the fields
   * @param count from 1
   */
  public void push(int first, int count) throws InterruptedException, TimeoutException {
    boolean fits = count * Long.BYTES <= fabric.inlineBytes();
    push(first, count, fits ? Source.INLINE : Source.MEMORY);
    if (!fits) {
      drain();
    }
  }

  /**
   * Raises a guard, here and at all others. Whoever sees the new value sees all that was pushed
   * before.
   *
   * @param value from 0
   * @throws IllegalArgumentException if it is less than the value before
   */
  public void publish(int guard, long value) {
    raise(guard, value);
    push(guard, 1, Source.INLINE);
  }

  /** Like {@link #publish(int, long)}, but only here and at one peer. */
  public void publish(int peer, int guard, long value) {
    raise(guard, value);
    fabric.put(peer, layout.field(self(), guard), Long.BYTES, Source.INLINE);
  }

  /** Raises a guard of the own row, in this member's memory only. */
  void raise(int guard, long value) {
    long before = get(self(), guard);
    if (value < before) {
      throw new IllegalArgumentException(
          "a guard only grows: %d after %d in field %d".formatted(value, before, guard));
    }
    set(guard, value);
  }

  void push(int first, int count, Source source) {
    int offset = layout.field(self(), first);
    layout.field(self(), first + count - 1);
    for (int peer = 0; peer < members(); peer++) {
      if (peer != self()) {
        fabric.put(peer, offset, count * Long.BYTES, source);
      }
    }
  }

  /**
   * Waits until the predicate has been true for every row, including the own one.
   *
   * @throws TimeoutException if it takes longer than the limit; it names the members waited for
   * @throws RuntimeException if an operation fails meanwhile, for example because a member is gone
   */
  public void await(Predicate<Row> predicate) throws InterruptedException, TimeoutException {
    for (Row row : rows) {
      if (!predicate.test(row)) {
        await(row, predicate);
      }
    }
  }

  /** Waits until the predicate is true for one member's row. */
  public void await(int member, Predicate<Row> predicate)
      throws InterruptedException, TimeoutException {
    Row row = rows.get(member);
    if (!predicate.test(row)) {
      await(row, predicate);
    }
  }

  private void await(Row row, Predicate<Row> predicate)
      throws InterruptedException, TimeoutException {
    waiting.begin();
    while (!predicate.test(row)) {
      if (waiting.pause()) {
        look(row.member());
        if (waiting.isOver()) {
          throw late(predicate);
        }
      }
    }
  }

  /**
   * Checks that a member that is waited for is still there: reads from it once a second, which
   * fails if it is gone.
   */
  private void look(int member) {
    int outstanding = fabric.poll();
    if (waiting.isNextSecond() && member != self() && outstanding == 0) {
      touch(member);
    }
  }

  private TimeoutException late(Predicate<Row> predicate) {
    List<Row> late = rows.stream().filter(row -> !predicate.test(row)).toList();
    List<String> numbers = new ArrayList<>();
    late.forEach(row -> numbers.add(Integer.toString(row.member())));
    return new TimeoutException(
        "%s %s did nothing for %s"
            .formatted(
                numbers.size() == 1 ? "member" : "members",
                numbers.stream().collect(Collectors.joining(", ")),
                Times.whole(limit)));
  }

  /**
   * Waits until all that was posted over the fabric has completed: then the data of puts has been
   * read here (L2), and the data of gets has arrived here (L7).
   */
  public void drain() throws InterruptedException, TimeoutException {
    waiting.begin();
    while (fabric.poll() > 0) {
      if (waiting.pause() && waiting.isOver()) {
        throw new TimeoutException(
            "what was posted did not complete within %s".formatted(Times.whole(limit)));
      }
    }
  }

  /**
   * Waits until all that was put over the fabric is visible at the peers, to their processors and
   * to gets of others (L21), and the data of all gets has arrived here. It gets from every peer,
   * which makes earlier puts to it visible, and drains.
   */
  public void flush() throws InterruptedException, TimeoutException {
    for (int peer = 0; peer < members(); peer++) {
      if (peer != self()) {
        touch(peer);
      }
    }
    drain();
  }

  private void touch(int peer) {
    fabric.get(peer, layout.field(peer, 0), layout.flushed(peer), Long.BYTES);
  }
}
