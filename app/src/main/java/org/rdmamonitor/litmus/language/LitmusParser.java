// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rdmamonitor.litmus.language.Token.TokenKind;

/** Reads litmus files; rdma-litmus(5) has the grammar. */
public final class LitmusParser {
  private static final String LANGUAGE = "RDMA";
  private static final int MOST_LOCATIONS = 1000;

  private final Scanner scanner;
  private final Map<String, Location> locations = new LinkedHashMap<>();
  private final List<ThreadCode> threads = new ArrayList<>();

  private LitmusParser(Scanner scanner) {
    this.scanner = scanner;
  }

  /**
   * Parses the text of a test.
   *
   * @param file the name for errors
   * @throws LitmusSyntaxException if the text describes no test
   */
  public static LitmusTest parse(String file, String text) throws LitmusSyntaxException {
    return new LitmusParser(new Scanner(file, text)).test();
  }

  private LitmusTest test() throws LitmusSyntaxException {
    String name = name();
    String comment = scanner.peekIsQuoted() ? scanner.next().text() : "";
    Map<String, String> information = information();
    initialValues();
    new ProgramParser(scanner, locations, threads).read();
    ConditionParser conditions = new ConditionParser(scanner, locations, threads);
    List<Operand> shown = conditions.shown();
    Quantifier quantifier = quantifier();
    Condition condition = conditions.condition();
    Token end = scanner.next();
    if (end.kind() != TokenKind.END) {
      throw scanner.error(
          end, end.described() + " after the condition", "'/\\', '\\/' or the end of the file");
    }
    return new LitmusTest(
        name,
        comment,
        information,
        List.copyOf(locations.values()),
        threads,
        shown,
        quantifier,
        condition);
  }

  private String name() throws LitmusSyntaxException {
    Token language = scanner.word();
    if (!language.text().equals(LANGUAGE)) {
      throw scanner.error(language, "this is no litmus test for RDMA", "'RDMA' and a name");
    }
    Token name = scanner.word();
    if (!name.text().matches("[A-Za-z0-9_][A-Za-z0-9_.+'-]*")) {
      throw scanner.error(
          name,
          name.kind() == TokenKind.END
              ? "the file ends"
              : name.described() + " is no name of a test",
          "letters, digits and any of _.+-'");
    }
    return name.text();
  }

  private Map<String, String> information() throws LitmusSyntaxException {
    Map<String, String> information = new TreeMap<>();
    while (scanner.isAtName()) {
      Token key = scanner.next();
      Token equal = scanner.next();
      if (!equal.is("=")) {
        throw scanner.error(equal, equal.described() + " after " + key.described(), "'=' or '{'");
      }
      String value = scanner.restOfLine();
      if (information.putIfAbsent(key.text(), value) != null) {
        throw scanner.error(key, key.described() + " is there twice", "each key once");
      }
      check(key, value);
    }
    return information;
  }

  private void check(Token key, String value) throws LitmusSyntaxException {
    if (!key.text().equals(LitmusTest.EXPECT) && !key.text().startsWith(LitmusTest.EXPECT + ".")) {
      return;
    }
    if (!key.text().matches("Expect(\\.rxe)?")) {
      throw scanner.error(key, key.described() + " is no profile", "Expect or Expect.rxe");
    }
    if (ConditionVerdict.of(value).isEmpty()) {
      throw scanner.error(key, "'" + value + "' is no verdict", "Allowed, Forbidden or Required");
    }
  }

  private void initialValues() throws LitmusSyntaxException {
    scanner.expect("{", "'{' and the locations");
    while (!scanner.peek().is("}")) {
      Token name = scanner.name("a location, or '}'");
      if (locations.containsKey(name.text())) {
        throw scanner.error(name, name.described() + " is there twice", "each location once");
      }
      if (locations.size() == MOST_LOCATIONS) {
        throw scanner.error(name, "there are too many locations", "at most " + MOST_LOCATIONS);
      }
      if (ProgramParser.isReserved(name.text())) {
        throw scanner.error(name, name.described() + " is a word of the language", "another name");
      }
      scanner.expect("@", "'@' and the node that " + name.text() + " is on");
      String node = scanner.name("the name of a node").text();
      long value = 0;
      if (scanner.accept("=")) {
        value = scanner.number();
      }
      locations.put(name.text(), new Location(name.text(), node, value));
      if (!scanner.peek().is("}")) {
        scanner.expect(";", "';' or '}'");
      }
    }
    scanner.next();
  }

  private Quantifier quantifier() throws LitmusSyntaxException {
    Token word = scanner.next();
    if (word.is("~")) {
      scanner.expect("exists", "'exists'");
      return Quantifier.NOT_EXISTS;
    }
    for (Quantifier quantifier : Quantifier.values()) {
      if (word.is(quantifier.keyword())) {
        return quantifier;
      }
    }
    throw scanner.error(
        word, word.described() + " after the program", "locations, exists, ~exists or forall");
  }
}
