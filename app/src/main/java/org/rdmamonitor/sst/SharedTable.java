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
 * 2018). A member writes its own row only, and pushes it to the others by RDMA WRITE; what it reads
 * of others is the copy in its own memory, which may be old, but for each field never goes back.
 *
 * <p>Two kinds of fields, by use: plain data, which is {@link #set} and {@link #push}ed, and
 * guards, numbers that only grow and are {@link #publish}ed. Who sees a guard's value sees all that
 * its member pushed to it before (T1): WRITEs of a queue pair become visible in their order (L13).
 * So {@code await(row -> row.get(GUARD) >= n)} is how a member waits for data. A predicate has to
 * be such that once true it stays so: copies change while it is looked at.
 *
 * <p>Copies never go back (T2), who waits for a guard with {@code >=} does not do so for ever (T3),
 * and what is set after a push is not in it (T4). A row is whole, and of one round, for those who
 * read it between its guard and an acknowledgement that its member waits for before it changes the
 * row (T5). What a member put elsewhere, and what reaches a member by way of another's guard, is
 * there only if the member flushes before it publishes (T6, T7). {@code rdma-secure litmus certify
 * sst} holds this against the memory model for two fields and a guard, one writer, and by default 2
 * and 3 members and up to three rounds, and shows how it fails where something is left out; for
 * more of each it is argued, not proved.
 *
 * <p>A field is eight bytes on a multiple of eight. The memory model has them written at once; a
 * device that writes byte after byte, as soft-RoCE does, shows of a guard for a moment no more than
 * the new value, as long as guards are not negative, and bytes are little-endian and written in
 * ascending order.
 *
 * <p>Members trust each other: each can write to all of the others' tables. A table whose method
 * threw anything but an IllegalArgumentException cannot be used any more. For one thread.
 */
public final class SharedTable {
  private final Fabric fabric;
  private final TableLayout layout;
  private final Waiting waiting;
  private final Duration limit;
  private final List<Row> rows;

  /**
   * A table in the first part of a fabric's memory, which is zero at first.
   *
   * @param layout the same at all members
   * @param limit how long to wait at most for other members, each time
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

  /** The number of this one, from 0. */
  public int self() {
    return fabric.self();
  }

  /** Where things are. */
  public TableLayout layout() {
    return layout;
  }

  /** A field of a member's row, as it is known here; an acquiring load. */
  public long get(int member, int field) {
    return fabric.load(layout.field(member, field));
  }

  /** Changes a field of the own row, here only. */
  public void set(int field, long value) {
    fabric.store(layout.field(self(), field), value);
  }

  /**
   * Sends fields of the own row to all others, as they are now: they may be changed at once. More
   * than fits into a work request waits for completions.
   *
   * @param first of them
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
   * Raises a guard, here and at all others, after all that was pushed before.
   *
   * @param value from 0
   * @throws IllegalArgumentException if it is less than the value before
   */
  public void publish(int guard, long value) {
    raise(guard, value);
    push(guard, 1, Source.INLINE);
  }

  /** The same at one peer only, and here. */
  public void publish(int peer, int guard, long value) {
    raise(guard, value);
    fabric.put(peer, layout.field(self(), guard), Long.BYTES, Source.INLINE);
  }

  /** Raises a guard of the own row, here only. */
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
   * Waits until a predicate has been true of every row, the own one included.
   *
   * @throws TimeoutException if it takes longer than the limit, with the members it waits for
   * @throws RuntimeException if an operation fails meanwhile, as when a member is gone
   */
  public void await(Predicate<Row> predicate) throws InterruptedException, TimeoutException {
    for (Row row : rows) {
      if (!predicate.test(row)) {
        await(row, predicate);
      }
    }
  }

  /** The same of one member's row. */
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
   * Finds out whether a member is there that lets others wait: each second it is read from, which
   * fails where it is gone.
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
   * Waits until all that was posted over the fabric has completed: puts have been read here (L2),
   * what was got is here (L7).
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
   * to gets of others (L21), and all that was got is here: reads from every peer, which makes the
   * puts before visible, and drains.
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
