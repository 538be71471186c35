// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Parses the columns of a test. */
final class ProgramParser {
  private static final int MOST_THREADS = 64;

  private static final Set<String> RESERVED =
      Set.of(
          "mfence",
          "put",
          "iput",
          "get",
          "rfence",
          "poll",
          "cas",
          "rcas",
          "rfaa",
          "await",
          "repeat",
          "exists",
          "forall",
          "locations",
          "hang",
          "true",
          "false",
          "not");

  private final Scanner scanner;
  private final Map<String, Location> locations;
  private final List<ThreadCode> threads;

  ProgramParser(Scanner scanner, Map<String, Location> locations, List<ThreadCode> threads) {
    this.scanner = scanner;
    this.locations = locations;
    this.threads = threads;
  }

  static boolean isReserved(String name) {
    return RESERVED.contains(name);
  }

  /** Adds the threads. */
  void read() throws LitmusSyntaxException {
    List<String> nodes = heading();
    Token first = scanner.peek();
    Set<String> known = new HashSet<>(nodes);
    locations.values().forEach(location -> known.add(location.node()));
    List<Column> columns = new ArrayList<>();
    for (String node : nodes) {
      columns.add(new Column(scanner, new InstructionParser(scanner, locations, known, node)));
    }
    while (!isAtCondition()) {
      for (int i = 0; i < columns.size(); i++) {
        columns.get(i).readCell();
        endOfCell(i == columns.size() - 1, columns.size());
      }
    }
    for (int i = 0; i < columns.size(); i++) {
      threads.add(new ThreadCode(i, nodes.get(i), columns.get(i).instructions()));
    }
    if (threads.stream().allMatch(thread -> thread.instructions().isEmpty())) {
      throw scanner.error(first, "there is no instruction", "at least one");
    }
  }

  private void endOfCell(boolean isLast, int columns) throws LitmusSyntaxException {
    Token end = scanner.next();
    if (!end.is(isLast ? ";" : "|")) {
      boolean isOther = end.is("|") || end.is(";");
      throw scanner.error(
          end,
          isOther ? "this row has not " + columns + " cells" : end.here(),
          isLast ? "';' at the end of the row" : "'|' and the next thread's cell");
    }
  }

  private List<String> heading() throws LitmusSyntaxException {
    List<String> nodes = new ArrayList<>();
    Token end;
    do {
      String expected = "'P" + nodes.size() + "@' and a node";
      Token thread = scanner.name(expected);
      if (nodes.size() == MOST_THREADS) {
        throw scanner.error(thread, "the program has too many threads", "at most " + MOST_THREADS);
      }
      if (!thread.text().equals("P" + nodes.size())) {
        throw scanner.error(thread, thread.here(), expected);
      }
      scanner.expect("@", "'@' and the node that " + thread.text() + " runs on");
      Token node = scanner.name("the name of a node");
      if (node.text().equals(Location.AUXILIARY)) {
        throw scanner.error(node, "'aux' is no node to run on", "another name");
      }
      nodes.add(node.text());
      end = scanner.next();
    } while (end.is("|"));
    if (!end.is(";")) {
      throw scanner.error(end, end.here(), "'|' or ';'");
    }
    return nodes;
  }

  private boolean isAtCondition() throws LitmusSyntaxException {
    Token next = scanner.peek();
    return next.kind() == Token.TokenKind.END
        || next.is("exists")
        || next.is("~exists")
        || next.is("~")
        || next.is("forall")
        || next.is("locations");
  }
}
