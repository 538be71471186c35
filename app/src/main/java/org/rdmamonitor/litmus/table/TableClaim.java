// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.rdmamonitor.litmus.certify.Claim;
import org.rdmamonitor.litmus.certify.GroupProgram;
import org.rdmamonitor.litmus.certify.Protocol;
import org.rdmamonitor.litmus.language.Comparison;
import org.rdmamonitor.litmus.language.Condition;
import org.rdmamonitor.litmus.language.ConditionVerdict;
import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.language.Source;

/**
 * Something bad that a table must keep from happening, with the variants that let it happen. Member
 * 1 writes, the others read. In each round the writer sets and pushes its row, and then announces
 * it by its guard.
 */
public enum TableClaim implements Claim<TableVariant> {
  T1("who sees a guard does not see what was pushed before it", 2, 1),
  T2("a copy of a field or of a guard goes back", 2, 2),
  T3("who waits for a guard waits for ever", 2, 2),
  T4("a push carries what its member sets after it", 2, 1),
  T5("a row that readers have yet to acknowledge is not whole, or of another round", 2, 2),
  T6("who sees a guard does not get from a third member what was put there before it", 3, 1),
  T7("who sees the guard of one that saw another's does not see what was pushed before that", 3, 1);

  /** The table. */
  public static final Protocol<TableVariant> PROTOCOL =
      new Protocol<>(
          "sst",
          "Shared state table",
          "a row of two fields and a guard, which one member pushes and the others read",
          List.of(values()),
          List.of(TableVariant.values()));

  /** A value that the writer sets after a push, and never pushes. */
  private static final long NEVER_PUSHED = -1;

  private final String bad;
  private final int leastMembers;
  private final int leastRounds;

  TableClaim(String bad, int leastMembers, int leastRounds) {
    this.bad = bad;
    this.leastMembers = leastMembers;
    this.leastRounds = leastRounds;
  }

  @Override
  public String bad() {
    return bad;
  }

  @Override
  public int leastMembers() {
    return leastMembers;
  }

  @Override
  public int leastRounds() {
    return leastRounds;
  }

  @Override
  public ConditionVerdict expected(TableVariant variant) {
    boolean isBroken =
        switch (this) {
          case T1 -> variant == TableVariant.EARLY || variant == TableVariant.STRIPED;
          case T2 -> variant == TableVariant.STRIPED;
          // If an older put of the guard lands last, a reader that missed the newer value waits for
          // ever.
          case T3 -> variant == TableVariant.EQUAL || variant == TableVariant.STRIPED;
          case T4 -> variant == TableVariant.UNDRAINED;
          case T5 -> T1.isBrokenBy(variant) || variant == TableVariant.UNACKED;
          case T6, T7 -> variant != TableVariant.FLUSHED;
        };
    return isBroken ? ConditionVerdict.ALLOWED : ConditionVerdict.FORBIDDEN;
  }

  private boolean isBrokenBy(TableVariant variant) {
    return expected(variant) == ConditionVerdict.ALLOWED;
  }

  /** Soft-RoCE completes a write only when it is in memory. */
  @Override
  public ConditionVerdict expectedOnRxe(TableVariant variant) {
    boolean isDrained = this == T7 && variant == TableVariant.DRAINED;
    return isDrained ? ConditionVerdict.FORBIDDEN : expected(variant);
  }

  @Override
  public LitmusTest test(TableVariant variant, int members, int rounds) {
    TableProgram program = new TableProgram(members, variant);
    Condition condition =
        switch (this) {
          case T1 -> pushed(program, rounds);
          case T2 -> goesBack(program, rounds);
          case T3 -> {
            pushed(program, rounds);
            yield new Condition.Hang();
          }
          case T4 -> changed(program, rounds);
          case T5 -> acknowledged(program, rounds);
          case T6 -> putToThird(program, rounds);
          case T7 -> toldByAnother(program, rounds);
        };
    return program.test(this, variant, rounds, condition);
  }

  private static Condition pushed(TableProgram program, int rounds) {
    for (int round = 1; round <= rounds; round++) {
      program.pushAndPublish(round);
    }
    return readers(program, rounds, Comparison.LESS);
  }

  /**
   * All others read the row when the guard has come to a round; the bad outcome is that a field of
   * it compares so with the round.
   */
  private static Condition readers(TableProgram program, int rounds, Comparison comparison) {
    List<Condition> bad = new ArrayList<>();
    for (int member = 2; member <= program.members(); member++) {
      for (int round = 1; round <= rounds; round++) {
        program.awaitGuard(member, TableProgram.WRITER, round);
        program.readRow(member, round);
        bad.addAll(fields(member, round, comparison, round));
      }
    }
    return GroupProgram.any(bad);
  }

  private static List<Condition> fields(int member, int round, Comparison comparison, long value) {
    return List.of(
        GroupProgram.register(member, "a" + round, comparison, value),
        GroupProgram.register(member, "b" + round, comparison, value));
  }

  private static Condition goesBack(TableProgram program, int rounds) {
    for (int round = 1; round <= rounds; round++) {
      program.pushAndPublish(round);
    }
    program.readRow(2, 1);
    program.readGuard(2, "c1");
    program.readRow(2, 2);
    program.readGuard(2, "c2");
    others(program, 3, rounds);
    return GroupProgram.any(Stream.of("a", "b", "c").map(TableClaim::isLess).toList());
  }

  /** Whether member 2's second read into these registers gave less than its first. */
  private static Condition isLess(String register) {
    return new Condition.Compared(
        new Operand.Register(1, register + 2),
        Comparison.LESS,
        new Operand.Register(1, register + 1));
  }

  private static Condition changed(TableProgram program, int rounds) {
    for (int round = 1; round <= rounds; round++) {
      program.pushAndPublish(round, NEVER_PUSHED);
    }
    List<Condition> bad = new ArrayList<>();
    for (int member = 2; member <= program.members(); member++) {
      for (int round = 1; round <= rounds; round++) {
        program.awaitGuard(member, TableProgram.WRITER, round);
        program.readRow(member, round);
        bad.addAll(fields(member, round, Comparison.EQUAL, NEVER_PUSHED));
      }
    }
    return GroupProgram.any(bad);
  }

  private static Condition acknowledged(TableProgram program, int rounds) {
    for (int round = 1; round <= rounds; round++) {
      program.pushAndPublish(round);
      if (round < rounds) {
        program.awaitAcknowledgements(round);
      }
    }
    List<Condition> bad = new ArrayList<>();
    for (int member = 2; member <= program.members(); member++) {
      for (int round = 1; round <= rounds; round++) {
        program.awaitGuard(member, TableProgram.WRITER, round);
        program.readRow(member, round);
        bad.addAll(fields(member, round, Comparison.NOT_EQUAL, round));
        if (round < rounds) {
          program.publish(member, TableProgram.WRITER, round);
        }
      }
    }
    return GroupProgram.any(bad);
  }

  private static Condition putToThird(TableProgram program, int rounds) {
    program.at(2, "d");
    program.at(3, "z");
    for (int round = 1; round <= rounds; round++) {
      program.put(TableProgram.WRITER, 2, "d", new Source.Value(Expression.of(round)));
      program.publish(round);
    }
    for (int member = 2; member <= program.members(); member++) {
      for (int round = 1; round <= rounds; round++) {
        program.awaitGuard(member, TableProgram.WRITER, round);
      }
    }
    program.get(3, 2, "z", "d");
    // The get has finished in every execution that ends, so z holds what it brought.
    return GroupProgram.memory("z", Comparison.LESS, rounds);
  }

  private static Condition toldByAnother(TableProgram program, int rounds) {
    List<Condition> bad = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      program.pushAndPublish(round);
      program.awaitGuard(2, TableProgram.WRITER, round);
      program.publish(2, 3, round);
      program.awaitGuard(3, 2, round);
      program.readRow(3, round);
      bad.addAll(fields(3, round, Comparison.LESS, round));
    }
    others(program, 4, rounds);
    return GroupProgram.any(bad);
  }

  private static void others(TableProgram program, int first, int rounds) {
    for (int member = first; member <= program.members(); member++) {
      program.awaitGuard(member, TableProgram.WRITER, rounds);
    }
  }
}
