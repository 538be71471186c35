// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.barrier;

import java.util.Map;
import java.util.stream.IntStream;
import org.rdmamonitor.litmus.language.Comparison;
import org.rdmamonitor.litmus.language.Condition;
import org.rdmamonitor.litmus.language.Condition.Compared;
import org.rdmamonitor.litmus.language.Condition.Hang;
import org.rdmamonitor.litmus.language.ConditionVerdict;
import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.language.Quantifier;
import org.rdmamonitor.litmus.language.Source;

/** Something bad that a barrier is to keep from happening, with the variants that let it happen. */
public enum BarrierClaim {
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

  private final String bad;
  private final int leastMembers;

  BarrierClaim(String bad, int leastMembers) {
    this.bad = bad;
    this.leastMembers = leastMembers;
  }

  /** What must not happen, in a clause. */
  public String bad() {
    return bad;
  }

  /** Members that it takes. */
  public int leastMembers() {
    return leastMembers;
  }

  /** Barriers that each member goes through in the smallest test. */
  public int leastRounds() {
    return this == D2 || this == D7 ? 2 : 1;
  }

  /** What the model says of a variant. */
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

  /** What the model says of a variant on soft-RoCE, which answers gets in their order. */
  public ConditionVerdict expectedOnRxe(BarrierVariant variant) {
    return this == D4 ? ConditionVerdict.FORBIDDEN : expected(variant);
  }

  /** Whether the barrier that ships is meant, and not one with a fault. */
  public boolean isOfShippedBarrier() {
    return this != D7;
  }

  /**
   * A test whose condition is the bad outcome.
   *
   * @param members from {@link #leastMembers}
   * @param rounds barriers for each member, from {@link #leastRounds}; what is asked is asked of
   *     the last ones
   */
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
    boolean isAllowed = expected(variant) == ConditionVerdict.ALLOWED;
    String name =
        name()
            + "-"
            + variant.word()
            + (members == leastMembers && rounds == leastRounds()
                ? ""
                : "-" + members + "x" + rounds);
    return program.test(
        name,
        Character.toUpperCase(bad.charAt(0)) + bad.substring(1),
        Map.of(
            LitmusTest.EXPECT,
            expected(variant).word(),
            LitmusTest.EXPECT + ".rxe",
            expectedOnRxe(variant).word()),
        isAllowed ? Quantifier.EXISTS : Quantifier.NOT_EXISTS,
        condition);
  }

  private static void all(BarrierProgram program, int rounds) {
    IntStream.rangeClosed(1, program.members()).forEach(member -> program.barriers(member, rounds));
  }

  private static Condition arrivals(BarrierProgram program, int rounds) {
    int members = program.members();
    Condition early = new Condition.Constant(false);
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
            Condition less = register(member, register, Comparison.LESS, round);
            early = early instanceof Condition.Constant ? less : new Condition.Or(early, less);
          }
        }
      }
    }
    return early;
  }

  private static Condition putThenLoad(BarrierProgram program, int rounds) {
    program.at(2, "d");
    program.barriers(1, rounds - 1);
    program.put(1, 2, "d", new Source.Value(Expression.of(1)));
    program.barrier(1);
    program.barriers(2, rounds);
    program.load(2, "a", "d");
    others(program, 3, rounds);
    return register(2, "a", Comparison.EQUAL, 0);
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
    // The get comes to its end in every execution that does.
    return memory("y", 0);
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
    return memory("y", 0);
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
    return memory("x", 1);
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
    return memory("z", 1);
  }

  private static void others(BarrierProgram program, int first, int rounds) {
    IntStream.rangeClosed(first, program.members())
        .forEach(member -> program.barriers(member, rounds));
  }

  private static Condition register(int member, String name, Comparison comparison, long value) {
    return new Compared(
        new Operand.Register(member - 1, name), comparison, new Operand.Literal(value));
  }

  private static Condition memory(String location, long value) {
    return new Compared(new Operand.Memory(location), Comparison.EQUAL, new Operand.Literal(value));
  }
}
