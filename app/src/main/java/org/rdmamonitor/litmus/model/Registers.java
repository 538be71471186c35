// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.stream.Stream;
import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.Source;

/** The registers of an instruction. */
final class Registers {
  private Registers() {}

  /** Whether an instruction loads or reads a register. */
  static boolean uses(Instruction step, String register) {
    return Values.loads(step, register)
        || expressions(step)
            .anyMatch(expression ->
                expression.register().filter(name -> name.equals(register)).isPresent());
  }

  /** The expressions that it computes. */
  static Stream<Expression> expressions(Instruction step) {
    return switch (step) {
      case Instruction.Store store -> Stream.of(store.value());
      case Instruction.Await await -> Stream.of(await.value());
      case Instruction.CompareAndSwap swap -> Stream.of(swap.expected(), swap.desired());
      case Instruction.InlinePut put ->
          put.source() instanceof Source.Value(Expression value)
              ? Stream.of(value)
              : Stream.empty();
      default -> Stream.empty();
    };
  }
}
