// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.barrier;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.rdmamonitor.litmus.certify.Claim;
import org.rdmamonitor.litmus.certify.GroupProgram;
import org.rdmamonitor.litmus.certify.Protocol;
import org.rdmamonitor.litmus.language.Comparison;
import org.rdmamonitor.litmus.language.Condition;
import org.rdmamonitor.litmus.language.Condition.Hang;
import org.rdmamonitor.litmus.language.ConditionVerdict;
import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.Source;

/** Something bad that a barrier must keep from happening, with the variants that let it happen. */
public enum BarrierClaim implements Claim<BarrierVariant> {
  P1("a member leaves before all have arrived", 2),
  P2("a member waits for ever", 2),
  P3("data put to a member before the barrier is not visible to its processor after it", 2),
  P4("a store before the barrier is not visible to a get after it", 2),
  D2("data put between two barriers is not visible to the other member after the second", 2),
  D3(
      "data put to a second member before the barrier is not visible to a get of a third after it",
      3),
  D4("a get before the barrier reads what the other member stores after it", 2),
  D5("a put before the barrier carries what its member stores after it", 2),
  D7("a member waits for ever, where rows are compared by == instead of >=", 2);

  /** The barrier. */
  public static final Protocol<BarrierVariant> PROTOCOL =
      new Protocol<>(
          "barrier",
          "Barrier",
          "one operation beside the barriers",
          List.of(values()),
          List.of(BarrierVariant.values()));

  private final String bad;
  private final int leastMembers;

  BarrierClaim(String bad, int leastMembers) {
    this.bad = bad;
    this.leastMembers = leastMembers;
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
    return this == D2 || this == D7 ? 2 : 1;
  }

  @Override
  public ConditionVerdict expected(BarrierVariant variant) {
    boolean isBroken =
        switch (this) {
          case P1, P2, P3, P4 -> false;
          case D2 -> variant == BarrierVariant.NAIVE;
          case D3, D4 -> variant != BarrierVariant.GFENCE;
          case D5 -> variant == BarrierVariant.NAIVE || variant == BarrierVariant.INLINE;
          case D7 -> true;
        };
    return isBroken ? ConditionVerdict.ALLOWED : ConditionVerdict.FORBIDDEN;
  }

  /** Soft-RoCE answers gets in the order in which they were posted. */
  @Override
  public ConditionVerdict expectedOnRxe(BarrierVariant variant) {
    return this == D4 ? ConditionVerdict.FORBIDDEN : expected(variant);
  }

  /** The condition is about the last barriers only. */
  @Override
  public LitmusTest test(BarrierVariant variant, int members, int rounds) {
    Comparison comparison = this == D7 ? Comparison.EQUAL : Comparison.AT_LEAST;
    BarrierProgram program = new BarrierProgram(members, variant, comparison);
    Condition condition =
        switch (this) {
          case P1 -> arrivals(program, rounds);
          case P2, D7 -> {
            all(program, rounds);
            yield new Hang();
          }
          case P3, D2 -> putThenLoad(program, rounds);
          case P4 -> storeThenGet(program, rounds);
          case D3 -> putThenGet(program, rounds);
          case D4 -> getThenStore(program, rounds);
          case D5 -> putThenStore(program, rounds);
        };
    return program.test(this, variant, rounds, condition);
  }

  private static void all(BarrierProgram program, int rounds) {
    IntStream.rangeClosed(1, program.members()).forEach(member -> program.barriers(member, rounds));
  }

  private static Condition arrivals(BarrierProgram program, int rounds) {
    int members = program.members();
    List<Condition> early = new ArrayList<>();
    for (int member = 1; member <= members; member++) {
      program.auxiliary("a" + member);
    }
    for (int member = 1; member <= members; member++) {
      for (int round = 1; round <= rounds; round++) {
        program.store(member, "a" + member, round);
        program.barrier(member);
        for (int peer = 1; peer <= members; peer++) {
          if (peer != member) {
            String register = "s" + peer + "." + round;
            program.load(member, register, "a" + peer);
            early.add(GroupProgram.register(member, register, Comparison.LESS, round));
          }
        }
      }
    }
    return GroupProgram.any(early);
  }

  private static Condition putThenLoad(BarrierProgram program, int rounds) {
    program.at(2, "d");
    program.barriers(1, rounds - 1);
    program.put(1, 2, "d", new Source.Value(Expression.of(1)));
    program.barrier(1);
    program.barriers(2, rounds);
    program.load(2, "a", "d");
    others(program, 3, rounds);
    return GroupProgram.register(2, "a", Comparison.EQUAL, 0);
  }

  private static Condition storeThenGet(BarrierProgram program, int rounds) {
    program.at(1, "x");
    program.at(2, "y");
    program.barriers(1, rounds - 1);
    program.store(1, "x", 1);
    program.barrier(1);
    program.barriers(2, rounds);
    program.get(2, 1, "y", "x");
    others(program, 3, rounds);
    // The get has finished in every execution that ends, so y holds what it brought.
    return GroupProgram.memory("y", Comparison.EQUAL, 0);
  }

  private static Condition putThenGet(BarrierProgram program, int rounds) {
    program.at(2, "d");
    program.at(3, "y");
    program.barriers(1, rounds - 1);
    program.put(1, 2, "d", new Source.Value(Expression.of(1)));
    program.barrier(1);
    program.barriers(2, rounds);
    program.barriers(3, rounds);
    program.get(3, 2, "y", "d");
    others(program, 4, rounds);
    return GroupProgram.memory("y", Comparison.EQUAL, 0);
  }

  private static Condition getThenStore(BarrierProgram program, int rounds) {
    program.at(1, "x");
    program.at(2, "d");
    program.barriers(1, rounds - 1);
    program.get(1, 2, "x", "d");
    program.barrier(1);
    program.barriers(2, rounds);
    program.store(2, "d", 1);
    others(program, 3, rounds);
    return GroupProgram.memory("x", Comparison.EQUAL, 1);
  }

  private static Condition putThenStore(BarrierProgram program, int rounds) {
    program.at(1, "x");
    program.at(2, "z");
    program.barriers(1, rounds - 1);
    program.put(1, 2, "z", new Source.Memory("x"));
    program.barrier(1);
    program.store(1, "x", 1);
    program.barriers(2, rounds);
    others(program, 3, rounds);
    return GroupProgram.memory("z", Comparison.EQUAL, 1);
  }

  private static void others(BarrierProgram program, int first, int rounds) {
    IntStream.rangeClosed(first, program.members())
        .forEach(member -> program.barriers(member, rounds));
  }
}
