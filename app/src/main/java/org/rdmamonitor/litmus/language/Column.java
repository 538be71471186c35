// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * Collects the instructions of one thread while its cells are read. A repeat, which begins in one
 * cell and ends in the same or a later one, is unrolled: the program has no loops, and every
 * execution of it has a known length.
 */
public final class Column {
  private static final int MOST_TIMES = 1000;
  private static final int MOST_INSTRUCTIONS = 4000;

  private final Scanner scanner;
  private final InstructionParser parser;
  private final List<Instruction> instructions = new ArrayList<>();
  private final Deque<Repeat> open = new ArrayDeque<>();

  /**
   * A repeat that has not ended: its word, how many times it repeats, and the index of its first
   * instruction.
   */
  private record Repeat(Token word, int times, int first) {}

  Column(Scanner scanner, InstructionParser parser) {
    this.scanner = scanner;
    this.parser = parser;
  }

  /**
   * Reads a cell: at most one instruction, with any number of repeats that begin before it and end
   * behind it.
   */
  void readCell() throws LitmusSyntaxException {
    while (scanner.peek().is("repeat")) {
      begin(scanner.next());
    }
    Token next = scanner.peek();
    if (!next.is("}") && !next.is("|") && !next.is(";")) {
      instructions.addAll(parser.read());
      if (instructions.size() > MOST_INSTRUCTIONS) {
        throw tooMany(next, instructions.size());
      }
    }
    while (scanner.peek().is("}")) {
      end(scanner.next());
    }
  }

  /** All instructions, after the last row was read. */
  List<Instruction> instructions() throws LitmusSyntaxException {
    if (!open.isEmpty()) {
      throw scanner.error(
          open.getLast().word(), "this repeat does not end", "'}' in a cell of the same thread");
    }
    return instructions;
  }

  private void begin(Token word) throws LitmusSyntaxException {
    Token times = scanner.peek();
    long number = scanner.number();
    if (number < 1 || number > MOST_TIMES) {
      throw scanner.error(times, "'" + number + "' is no number of times", "1 to " + MOST_TIMES);
    }
    scanner.expect("{", "'{' and what is repeated");
    open.addLast(new Repeat(word, (int) number, instructions.size()));
  }

  private void end(Token brace) throws LitmusSyntaxException {
    if (open.isEmpty()) {
      throw scanner.error(brace, "no repeat of this thread is open", "'|' or ';'");
    }
    Repeat repeat = open.removeLast();
    List<Instruction> once = instructions.subList(repeat.first(), instructions.size());
    if (once.isEmpty()) {
      throw scanner.error(brace, "there is nothing to repeat", "an instruction");
    }
    long total = repeat.first() + (long) once.size() * repeat.times();
    if (total > MOST_INSTRUCTIONS) {
      throw tooMany(repeat.word(), total);
    }
    List<Instruction> rest =
        Collections.nCopies(repeat.times() - 1, List.copyOf(once)).stream()
            .flatMap(List::stream)
            .toList();
    instructions.addAll(rest);
  }

  private LitmusSyntaxException tooMany(Token where, long total) {
    return scanner.error(
        where,
        "written out, the thread has " + total + " instructions",
        "at most " + MOST_INSTRUCTIONS);
  }
}
