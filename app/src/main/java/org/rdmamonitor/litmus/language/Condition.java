// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** A condition on an outcome. */
public sealed interface Condition {
  /** {@code left /\ right}. */
  record And(Condition left, Condition right) implements Condition {
    @Override
    public String toString() {
      return side(left) + " /\\ " + side(right);
    }

    private static String side(Condition part) {
      return part instanceof Or ? "(" + part + ")" : part.toString();
    }
  }

  /** {@code left \/ right}. */
  record Or(Condition left, Condition right) implements Condition {
    @Override
    public String toString() {
      return left + " \\/ " + right;
    }
  }

  /** {@code ~(part)}. */
  record Not(Condition part) implements Condition {
    @Override
    public String toString() {
      return "~(" + part + ")";
    }
  }

  /** {@code 0:a=1}, {@code z>=2} or {@code 0:a=1:b}. */
  record Compared(Operand left, Comparison comparison, Operand right) implements Condition {
    @Override
    public String toString() {
      return left + comparison.symbol() + right;
    }
  }

  /** {@code hang}: a thread waits for something that never comes. */
  record Hang() implements Condition {
    @Override
    public String toString() {
      return "hang";
    }
  }

  /** {@code true} or {@code false}. */
  record Constant(boolean value) implements Condition {
    @Override
    public String toString() {
      return Boolean.toString(value);
    }
  }

  /**
   * Whether all of these hold.
   *
   * @param conditions at least one
   */
  static Condition all(List<Condition> conditions) {
    return joined(conditions, And::new);
  }

  /**
   * Whether any of these holds.
   *
   * @param conditions at least one
   */
  static Condition any(List<Condition> conditions) {
    return joined(conditions, Or::new);
  }

  /**
   * Joins the conditions as a balanced tree, so that the depth is logarithmic: even thousands of
   * them do not exceed the limit of nesting.
   */
  private static Condition joined(List<Condition> conditions, BinaryOperator<Condition> join) {
    if (conditions.size() == 1) {
      return conditions.getFirst();
    }
    int half = (conditions.size() + 1) / 2;
    return join.apply(
        joined(conditions.subList(0, half), join),
        joined(conditions.subList(half, conditions.size()), join));
  }

  /**
   * Whether an outcome meets this condition.
   *
   * @param values the outcome's values of registers and locations
   * @param isHang whether a thread waits for ever in it
   */
  default boolean holds(ToLongFunction<Operand> values, boolean isHang) {
    return switch (this) {
      case And and -> and.left.holds(values, isHang) && and.right.holds(values, isHang);
      case Or or -> or.left.holds(values, isHang) || or.right.holds(values, isHang);
      case Not not -> !not.part.holds(values, isHang);
      case Compared compared ->
          compared.comparison.holds(compared.left.value(values), compared.right.value(values));
      case Hang _ -> isHang;
      case Constant constant -> constant.value;
    };
  }

  /** The registers and locations in the condition, from left to right, with repetitions. */
  default Stream<Operand> operands() {
    return switch (this) {
      case And and -> Stream.concat(and.left.operands(), and.right.operands());
      case Or or -> Stream.concat(or.left.operands(), or.right.operands());
      case Not not -> not.part.operands();
      case Compared compared ->
          Stream.of(compared.left, compared.right)
              .filter(operand -> !(operand instanceof Operand.Literal));
      case Hang _, Constant _ -> Stream.empty();
    };
  }

  /**
   * Whether the condition asks about executions that hang; otherwise only executions that end
   * count.
   */
  default boolean asksForHang() {
    return switch (this) {
      case And and -> and.left.asksForHang() || and.right.asksForHang();
      case Or or -> or.left.asksForHang() || or.right.asksForHang();
      case Not not -> not.part.asksForHang();
      case Hang _ -> true;
      case Compared _, Constant _ -> false;
    };
  }
}
