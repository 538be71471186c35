// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.litmus.language.Token.TokenKind;

/** Parses the cells of one thread. */
final class InstructionParser {
  private static final int MOST_POLLS = 1000;

  private final Scanner scanner;
  private final Map<String, Location> locations;
  private final Set<String> nodes;
  private final String node;

  /**
   * A parser.
   *
   * @param nodes all that the test names
   * @param node that the thread runs on
   */
  InstructionParser(
      Scanner scanner, Map<String, Location> locations, Set<String> nodes, String node) {
    this.scanner = scanner;
    this.locations = locations;
    this.nodes = nodes;
    this.node = node;
  }

  /** The instructions that a cell stands for. */
  List<Instruction> read() throws LitmusSyntaxException {
    Token word = scanner.name("an instruction, '|' or ';'");
    return switch (word.text()) {
      case "mfence" -> List.of(new Instruction.Fence());
      case "await" -> List.of(await());
      case "poll" -> polls();
      case "rfence" -> List.of(new Instruction.RemoteFence(remoteNode()));
      case "put" -> List.of(put());
      case "iput" -> List.of(new Instruction.InlinePut(target(), source()));
      case "get" -> List.of(new Instruction.Get(local(), origin()));
      case "rfaa" -> List.of(fetchAndAdd());
      case "rcas" -> List.of(compareAndSwap());
      default -> List.of(assignment(word));
    };
  }

  private Instruction assignment(Token target) throws LitmusSyntaxException {
    if (ProgramParser.isReserved(target.text())) {
      throw scanner.error(target, target.described() + " begins no instruction", "one, or a name");
    }
    scanner.expect(":=", "':=', or an instruction before it");
    if (locations.containsKey(target.text())) {
      requireAccess(target);
      return new Instruction.Store(target.text(), expression());
    }
    if (scanner.accept("cas")) {
      String location = local();
      scanner.expect(",", "',' and the value to be replaced");
      Expression expected = expression();
      scanner.expect(",", "',' and the new value");
      return new Instruction.CompareAndSwap(target.text(), location, expected, expression());
    }
    Token source = scanner.name("a location, or 'cas'");
    requireAccess(source);
    return new Instruction.Load(target.text(), source.text());
  }

  private Instruction await() throws LitmusSyntaxException {
    Token location = scanner.name("a location");
    requireAccess(location);
    Optional<Comparison> comparison = Comparison.of(scanner.peek().text());
    if (scanner.peek().kind() != TokenKind.SYMBOL || comparison.isEmpty()) {
      return new Instruction.Await(location.text(), Comparison.NOT_EQUAL, Expression.of(0));
    }
    scanner.next();
    return new Instruction.Await(location.text(), comparison.get(), expression());
  }

  private List<Instruction> polls() throws LitmusSyntaxException {
    Instruction poll = new Instruction.Poll(remoteNode());
    Token times = scanner.peek();
    if (times.kind() != TokenKind.NUMBER) {
      return List.of(poll);
    }
    long number = scanner.number();
    if (number < 1 || number > MOST_POLLS) {
      throw scanner.error(
          times, times.described() + " is no number of polls", "1 to " + MOST_POLLS);
    }
    return Collections.nCopies((int) number, poll);
  }

  private Instruction put() throws LitmusSyntaxException {
    String target = target();
    Token at = scanner.peek();
    Source source = source();
    if (source instanceof Source.Value(Expression value) && value.register().isPresent()) {
      throw scanner.error(
          at, "a put cannot read register " + at.text(), "a location or a number, or iput");
    }
    return new Instruction.Put(target, source);
  }

  private Instruction fetchAndAdd() throws LitmusSyntaxException {
    String local = local();
    String origin = origin();
    scanner.expect(",", "',' and the number to add");
    return new Instruction.FetchAndAdd(local, origin, scanner.number());
  }

  private Instruction compareAndSwap() throws LitmusSyntaxException {
    String local = local();
    String origin = origin();
    scanner.expect(",", "',' and the value to be replaced");
    long expected = scanner.number();
    scanner.expect(",", "',' and the new value");
    return new Instruction.RemoteCompareAndSwap(local, origin, expected, scanner.number());
  }

  private String target() throws LitmusSyntaxException {
    String target = remote();
    scanner.expect("<-", "'<-' and what is written");
    return target;
  }

  private String origin() throws LitmusSyntaxException {
    scanner.expect("<-", "'<-' and the remote location");
    return remote();
  }

  private Source source() throws LitmusSyntaxException {
    if (scanner.peek().kind() == TokenKind.NAME && locations.containsKey(scanner.peek().text())) {
      return new Source.Memory(local());
    }
    return new Source.Value(expression());
  }

  private Expression expression() throws LitmusSyntaxException {
    Token first = scanner.peek();
    if (first.kind() != TokenKind.NAME) {
      return Expression.of(scanner.number());
    }
    scanner.next();
    if (locations.containsKey(first.text()) || ProgramParser.isReserved(first.text())) {
      throw scanner.error(
          first, first.described() + " is no register", "a number, or a register loaded before");
    }
    long constant = 0;
    if (scanner.accept("+")) {
      constant = scanner.number();
    } else if (scanner.accept("-")) {
      constant = -scanner.number();
    }
    return new Expression(Optional.of(first.text()), constant);
  }

  private String local() throws LitmusSyntaxException {
    Token name = scanner.name("a location on " + node);
    if (!node.equals(placed(name).node())) {
      throw notHere(name);
    }
    return name.text();
  }

  private void requireAccess(Token name) throws LitmusSyntaxException {
    Location location = placed(name);
    if (!location.isAuxiliary() && !location.node().equals(node)) {
      throw notHere(name);
    }
  }

  private LitmusSyntaxException notHere(Token name) throws LitmusSyntaxException {
    return scanner.error(
        name,
        name.described() + " is on " + placed(name).node() + ", this thread on " + node,
        "a location on " + node);
  }

  private String remote() throws LitmusSyntaxException {
    Token name = scanner.name("a location on another node");
    Location location = placed(name);
    if (location.isAuxiliary() || location.node().equals(node)) {
      throw scanner.error(
          name, name.described() + " is on " + location.node(), "a location on another node");
    }
    return name.text();
  }

  private Location placed(Token name) throws LitmusSyntaxException {
    Location location = locations.get(name.text());
    if (location == null) {
      throw scanner.error(
          name,
          name.described() + " is no location",
          "one of those in braces: " + String.join(", ", locations.keySet()));
    }
    return location;
  }

  private String remoteNode() throws LitmusSyntaxException {
    Token name = scanner.name("the name of another node");
    if (name.text().equals(node)
        || name.text().equals(Location.AUXILIARY)
        || !nodes.contains(name.text())) {
      throw scanner.error(
          name,
          name.described() + " is no other node",
          "the name of a node that has a thread or a location");
    }
    return name.text();
  }
}
