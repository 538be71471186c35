// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.table;

import java.util.List;
import org.rdmamonitor.litmus.certify.GroupProgram;
import org.rdmamonitor.litmus.language.Comparison;
import org.rdmamonitor.litmus.language.Source;

/**
 * A program over a table, whose steps are those of {@code SharedTable}. A member {@code m} has a
 * guard {@code gm}, and member 1, the writer, two fields {@code x1} and {@code y1} as well; copies
 * at member {@code p} are {@code gm.p}, {@code x1.p} and {@code y1.p}. What flushes get goes to
 * {@code f1}.
 *
 * <p>A push of both fields, one RDMA WRITE, is a put of each. Claims ask about one field at a time,
 * and all that is done is the same for both, so it makes no difference which one a device writes
 * first, as long as it does so in each push.
 */
final class TableProgram extends GroupProgram {
  /** The member that pushes its row. */
  static final int WRITER = 1;

  private static final List<String> FIELDS = List.of("x", "y");

  private static final String GUARD = "g";
  private static final String TURN = "t";

  private final TableVariant variant;

  /** The threads of the writer that post in turn; one, but for {@link TableVariant#STRIPED}. */
  private final int[] stripes;

  /** By peer: what the writer has put. */
  private final int[] sent;

  private int current = WRITER - 1;
  private int turns;

  /**
   * A program that has the rows, and no instructions yet.
   *
   * @param members from 2
   */
  TableProgram(int members, TableVariant variant) {
    super(members);
    this.variant = variant;
    sent = new int[members + 1];
    FIELDS.forEach(field -> place(WRITER, field));
    for (int member = 1; member <= members; member++) {
      place(member, GUARD);
    }
    if (variant == TableVariant.FLUSHED) {
      at(WRITER, fetched(WRITER));
    }
    if (variant == TableVariant.STRIPED) {
      stripes = new int[] {current, addThread(WRITER)};
      at(WRITER, TURN);
    } else {
      stripes = new int[] {current};
    }
  }

  @Override
  protected int thread(int member) {
    return member == WRITER ? current : super.thread(member);
  }

  /** Lets the writer set both fields of its row, locally only. */
  void set(long value) {
    FIELDS.forEach(field -> store(WRITER, own(WRITER, field), value));
  }

  /** Lets the writer set its row, push it, change it again at once, and announce what it pushed. */
  void pushAndPublish(long round, long changed) {
    set(round);
    push();
    set(changed);
    publish(round);
  }

  /** Lets the writer set its row, push it, and announce it by raising its guard. */
  void pushAndPublish(long round) {
    set(round);
    if (variant == TableVariant.EARLY) {
      publish(round);
      push();
    } else {
      push();
      publish(round);
    }
  }

  /**
   * Lets the writer raise its guard, locally and at all others; variants that flush do so before.
   */
  void publish(long round) {
    if (variant == TableVariant.FLUSHED) {
      peers(WRITER).forEach(peer -> get(WRITER, peer, fetched(WRITER), own(peer, GUARD)));
      poll(WRITER);
    }
    store(WRITER, own(WRITER, GUARD), round);
    peers(WRITER).forEach(peer -> send(peer, GUARD));
  }

  /** Lets a reader raise its guard, locally and at one peer. */
  void publish(int member, int peer, long round) {
    store(member, own(member, GUARD), round);
    inlinePut(member, peer, copy(member, GUARD, peer), own(member, GUARD));
  }

  /** Lets a member wait until another member's guard has come to a round. */
  void awaitGuard(int member, int of, long round) {
    boolean isEqual = variant == TableVariant.EQUAL;
    await(member, copy(of, GUARD, member), isEqual ? Comparison.EQUAL : Comparison.AT_LEAST, round);
  }

  /**
   * Lets a reader load its copies of the writer's fields into the registers {@code ak} and {@code
   * bk}.
   */
  void readRow(int member, long k) {
    load(member, "a" + k, copy(WRITER, FIELDS.getFirst(), member));
    load(member, "b" + k, copy(WRITER, FIELDS.getLast(), member));
  }

  /** Lets a reader load its copy of the writer's guard. */
  void readGuard(int member, String register) {
    load(member, register, copy(WRITER, GUARD, member));
  }

  /** Lets the writer wait until all others' guards have come to a round. */
  void awaitAcknowledgements(long round) {
    if (variant != TableVariant.UNACKED) {
      peers(WRITER).forEach(peer -> awaitGuard(WRITER, peer, round));
    }
  }

  private void push() {
    peers(WRITER).forEach(peer -> FIELDS.forEach(field -> send(peer, field)));
    if (variant == TableVariant.DRAINED) {
      poll(WRITER);
    }
  }

  private void send(int peer, String field) {
    takeTurn(peer);
    String local = own(WRITER, field);
    String remote = copy(WRITER, field, peer);
    if (field.equals(GUARD) || variant.pushesInline()) {
      inlinePut(WRITER, peer, remote, local);
    } else {
      put(WRITER, peer, remote, new Source.Memory(local));
    }
  }

  /**
   * Goes on in the writer's thread whose turn it is to put to a peer; that thread waits until the
   * thread before it has passed the turn on.
   */
  private void takeTurn(int peer) {
    int next = stripes[sent[peer]++ % stripes.length];
    if (next != current) {
      turns++;
      store(WRITER, TURN, turns);
      current = next;
      await(WRITER, TURN, Comparison.AT_LEAST, turns);
    }
  }

  private void place(int owner, String field) {
    at(owner, own(owner, field));
    peers(owner).forEach(peer -> at(peer, copy(owner, field, peer)));
  }

  private static String own(int member, String field) {
    return field + member;
  }

  private static String copy(int owner, String field, int holder) {
    return field + owner + "." + holder;
  }

  private static String fetched(int member) {
    return "f" + member;
  }
}
