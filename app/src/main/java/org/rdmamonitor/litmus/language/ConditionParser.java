// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.litmus.language.Token.TokenKind;

/**
 * Parses what stands below a program: the list of locations and the condition. {@code /\} binds
 * more tightly than {@code \/}.
 */
final class ConditionParser {
  /** Whoever works on a condition recurses as deeply as it is nested. */
  private static final int MOST_NESTED = 100;

  private static final int MOST_PARTS = 10_000;

  private final Scanner scanner;
  private final Map<String, Location> locations;
  private final List<ThreadCode> threads;
  private int nested;
  private int parts;

  ConditionParser(Scanner scanner, Map<String, Location> locations, List<ThreadCode> threads) {
    this.scanner = scanner;
    this.locations = locations;
    this.threads = threads;
  }

  /** The list {@code locations [0:a; z;]}, if there is one. */
  List<Operand> shown() throws LitmusSyntaxException {
    List<Operand> shown = new ArrayList<>();
    if (scanner.accept("locations")) {
      scanner.expect("[", "'['");
      while (!scanner.accept("]")) {
        shown.add(variable());
        if (!scanner.peek().is("]")) {
          scanner.expect(";", "';' or ']'");
        }
      }
    }
    return shown;
  }

  /** The condition. */
  Condition condition() throws LitmusSyntaxException {
    List<Condition> any = new ArrayList<>();
    do {
      any.add(conjunction());
    } while (scanner.accept("\\/"));
    return Condition.any(any);
  }

  private Condition conjunction() throws LitmusSyntaxException {
    List<Condition> all = new ArrayList<>();
    do {
      all.add(part());
    } while (scanner.accept("/\\"));
    return Condition.all(all);
  }

  private Condition part() throws LitmusSyntaxException {
    Token first = scanner.peek();
    if (scanner.accept("~") || scanner.accept("not")) {
      nest(first);
      Condition inner = part();
      nested--;
      return new Condition.Not(inner);
    }
    if (scanner.accept("(")) {
      nest(first);
      Condition inner = condition();
      scanner.expect(")", "'/\\', '\\/' or ')'");
      nested--;
      return inner;
    }
    parts++;
    if (parts > MOST_PARTS) {
      throw scanner.error(
          first, "the condition is too long", "at most " + MOST_PARTS + " comparisons");
    }
    if (scanner.accept("hang")) {
      return new Condition.Hang();
    }
    if (scanner.accept("true")) {
      return new Condition.Constant(true);
    }
    if (scanner.accept("false")) {
      return new Condition.Constant(false);
    }
    return compared();
  }

  private void nest(Token first) throws LitmusSyntaxException {
    nested++;
    if (nested > MOST_NESTED) {
      throw scanner.error(
          first,
          "the condition is too deep",
          "at most " + MOST_NESTED + " parentheses and negations within each other");
    }
  }

  private Condition compared() throws LitmusSyntaxException {
    Operand left = variable();
    Token symbol = scanner.next();
    Comparison comparison =
        Comparison.of(symbol.kind() == TokenKind.SYMBOL ? symbol.text() : "")
            .orElseThrow(
                () -> scanner.error(symbol, symbol.here(), "'=', '!=', '<', '<=', '>' or '>='"));
    Token next = scanner.peek();
    boolean isNumber =
        next.is("-") || (next.kind() == TokenKind.NUMBER && !scanner.isRegisterNext());
    Operand right = isNumber ? new Operand.Literal(scanner.number()) : variable();
    return new Condition.Compared(left, comparison, right);
  }

  private Operand variable() throws LitmusSyntaxException {
    Token first = scanner.next();
    boolean isThread = first.text().matches("P?[0-9]+");
    if (isThread && scanner.accept(":")) {
      return register(first);
    }
    if (first.kind() == TokenKind.NAME && locations.containsKey(first.text())) {
      return new Operand.Memory(first.text());
    }
    String wrong =
        first.kind() == TokenKind.NAME ? first.described() + " is no location" : first.here();
    throw scanner.error(first, wrong, "a location, a register as 0:a, hang, '~' or '('");
  }

  private Operand register(Token thread) throws LitmusSyntaxException {
    int index = index(thread.text().replaceFirst("^P", ""));
    if (index < 0) {
      throw scanner.error(
          thread,
          "there is no thread " + thread.text(),
          "a number from 0 to " + (threads.size() - 1));
    }
    Token name = scanner.name("a register of thread " + index);
    if (!isLoaded(index, name.text())) {
      throw scanner.error(
          name,
          "thread " + index + " loads nothing into " + name.described(),
          "a register that it loads");
    }
    return new Operand.Register(index, name.text());
  }

  private int index(String digits) {
    return digits.length() <= 4 && Integer.parseInt(digits) < threads.size()
        ? Integer.parseInt(digits)
        : -1;
  }

  private boolean isLoaded(int thread, String register) {
    return threads.get(thread).instructions().stream()
        .anyMatch(instruction ->
            switch (instruction) {
              case Instruction.Load load -> load.register().equals(register);
              case Instruction.CompareAndSwap swap -> swap.register().equals(register);
              default -> false;
            });
  }
}
