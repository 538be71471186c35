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
 * Operations around each barrier whose results tell whether it has done what it promises, between
 * all pairs of members.
 *
 * <p>Before the barrier of round r, a member stores r to a cell of its own, stores r to another and
 * puts it from there to all, and gets from each what that one stored after the barrier of round r -
 * 2. After it, it spoils what it had put, looks at what the others have put, gets all the cells of
 * each other member and looks at them. Cells are used every other round, so that nobody writes what
 * another may look at: whoever begins round r + 2 has left barrier r + 1, at which this member
 * arrives when it has looked. So every value has to be what it is expected to be, exactly. For one
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
   * What came of it.
   *
   * @param checked barriers
   * @param broken how often each claim did not hold, of those that did not always
   */
  record Result(long checked, Map<Claim, Long> broken) {
    static final Result NONE = new Result(0, Map.of());
  }

  /** Over the memory behind a table's; the fabric is that of the table. */
  PropertyCheck(Fabric fabric, SharedTable table, BarrierVariant variant) {
    this.fabric = fabric;
    this.table = table;
    this.variant = variant;
    this.members = table.members();
    this.self = table.self();
    this.data = table.layout().data();
  }

  /** The memory that it needs. */
  static int bytes(int members) {
    return (2 * (members + 2) + members * (members + 2)) * TableLayout.LINE;
  }

  /** The cells of a round: what each member has put, what this stores before, what after. */
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

  /** Where a peer's cells are got to. */
  private int got(int peer) {
    return data + (2 + peer) * blockBytes();
  }

  /** Where what a peer stored after a barrier is got to: the last cell of those. */
  private int gotAfter(int peer) {
    return got(peer) + (members + 1) * TableLayout.LINE;
  }

  /** Before the barrier. */
  void before() {
    if (round > 0) {
      look(round); // nothing has changed since
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

  /** After it. */
  void after() throws InterruptedException, TimeoutException {
    fabric.store(storedAfter(round), round);
    fabric.store(put(round, self), -round);
    look(round);
    if (variant != BarrierVariant.GFENCE) {
      table.drain(); // other variants do not promise that what was got has arrived here
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

  /** At what others have put here. */
  private void look(long of) {
    for (int peer = 0; peer < members; peer++) {
      if (peer != self) {
        expectPut(Claim.P3, fabric.load(put(of, peer)), of);
      }
    }
  }

  /** At what a peer had in its cells. */
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
