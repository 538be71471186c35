// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.measure;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.rdmamonitor.sst.BarrierVariant;
import org.rdmamonitor.sst.Fabric;
import org.rdmamonitor.sst.Fabric.Source;
import org.rdmamonitor.sst.SharedTable;
import org.rdmamonitor.sst.TableLayout;

/**
 * Operations around each barrier, between all pairs of members, whose results show whether the
 * barrier does what it promises.
 *
 * <p>Before the barrier of round r, a member stores r to a cell of its own, stores r to another
 * cell and puts that one to all members, and gets from each member what that one stored after the
 * barrier of round r - 2. After the barrier, it overwrites the cell that it had put, looks at what
 * the others have put here, gets all the cells of each other member and looks at them. There are
 * two sets of cells, used in alternate rounds, so that nobody writes a cell that another may still
 * look at: a member that begins round r + 2 has left barrier r + 1, and this member arrives at that
 * one only after it has looked. So the exact value of every cell is known in advance. For one
 * thread.
 */
final class PropertyCheck {
  private final Fabric fabric;
  private final SharedTable table;
  private final BarrierVariant variant;
  private final Map<Claim, Long> broken = new EnumMap<>(Claim.class);
  private final int members;
  private final int self;
  private final int data;
  private long round;

  /**
   * The results.
   *
   * @param checked barriers
   * @param broken how often each claim did not hold; claims that always held are not in it
   */
  record Result(long checked, Map<Claim, Long> broken) {
    static final Result NONE = new Result(0, Map.of());
  }

  /**
   * Checks a barrier of a table, in the application's data behind it; the fabric is that of the
   * table.
   */
  PropertyCheck(Fabric fabric, SharedTable table, BarrierVariant variant) {
    this.fabric = fabric;
    this.table = table;
    this.variant = variant;
    this.members = table.members();
    this.self = table.self();
    this.data = table.layout().data();
  }

  /** Bytes of application data that it needs. */
  static int bytes(int members) {
    return (2 * (members + 2) + members * (members + 2)) * TableLayout.LINE;
  }

  /**
   * The cells of a round: one that each member puts, then the one that this member stores before
   * the barrier, then the one it stores after it.
   */
  private int cells(long round) {
    return data + (int) (round & 1) * blockBytes();
  }

  private int blockBytes() {
    return (members + 2) * TableLayout.LINE;
  }

  private int put(long round, int member) {
    return cells(round) + member * TableLayout.LINE;
  }

  private int storedBefore(long round) {
    return cells(round) + members * TableLayout.LINE;
  }

  private int storedAfter(long round) {
    return cells(round) + (members + 1) * TableLayout.LINE;
  }

  /** Where a peer's cells are put when they are got. */
  private int got(int peer) {
    return data + (2 + peer) * blockBytes();
  }

  /**
   * Where the value that a peer stored after a barrier is put when it is got: the last of the
   * peer's cells.
   */
  private int gotAfter(int peer) {
    return got(peer) + (members + 1) * TableLayout.LINE;
  }

  /** To be called before the barrier. */
  void before() {
    if (round > 0) {
      look(round); // nobody has changed these cells since the last look
    }
    round++;
    fabric.store(storedBefore(round), round);
    fabric.store(put(round, self), round);
    for (int peer = 0; peer < members; peer++) {
      if (peer != self) {
        fabric.put(peer, put(round, self), Long.BYTES, Source.MEMORY);
        fabric.get(peer, storedAfter(round), gotAfter(peer), Long.BYTES);
      }
    }
  }

  /** To be called after the barrier. */
  void after() throws InterruptedException, TimeoutException {
    fabric.store(storedAfter(round), round);
    fabric.store(put(round, self), -round);
    look(round);
    if (variant != BarrierVariant.GFENCE) {
      table.drain(); // other variants do not promise that the data of gets has arrived by now
    }
    for (int peer = 0; peer < members; peer++) {
      if (peer != self) {
        expect(Claim.D4, fabric.load(gotAfter(peer)), Math.max(0, round - 2));
        fabric.get(peer, cells(round), got(peer), blockBytes() - TableLayout.LINE);
      }
    }
    table.drain();
    for (int peer = 0; peer < members; peer++) {
      if (peer != self) {
        lookAt(peer);
      }
    }
  }

  /** Checks what others have put here. */
  private void look(long of) {
    for (int peer = 0; peer < members; peer++) {
      if (peer != self) {
        expectPut(Claim.P3, fabric.load(put(of, peer)), of);
      }
    }
  }

  /** Checks the cells that were got from a peer. */
  private void lookAt(int peer) {
    expect(Claim.P4, fabric.load(got(peer) + members * TableLayout.LINE), round);
    for (int member = 0; member < members; member++) {
      if (member != peer) {
        expectPut(Claim.D3, fabric.load(got(peer) + member * TableLayout.LINE), round);
      }
    }
  }

  private void expectPut(Claim late, long value, long expected) {
    expect(value < 0 ? Claim.D5 : late, value, expected);
  }

  private void expect(Claim claim, long value, long expected) {
    if (value != expected) {
      broken.merge(claim, 1L, Long::sum);
    }
  }

  Result result() {
    return new Result(round, Map.copyOf(broken));
  }
}
