// SPDX-License-Identifier: MIT
package org.rdmamonitor.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.text.Printable;

/**
 * A file of at most 64 KiB in a part of YAML: mappings by indentation, lists of words, a line each
 * or in brackets, and plain or quoted words. All else is an error with its line, or a {@link
 * Other}, which is for its reader to refuse: a setting of security that is passed over would be
 * worse than none. For one thread.
 */
public final class YamlFile {
  private static final int MOST_BYTES = 65_536;

  private final String name;
  private final String example;
  private final List<Line> lines = new ArrayList<>();
  private final Path directory;
  private final List<Fault> errors = new ArrayList<>();
  private int next;

  /** What a key is given. Lines are numbered from 1. */
  public sealed interface Value {
    /** Where it begins. */
    int line();
  }

  /** A word, without its quotes. */
  public record Word(String text, int line) implements Value {}

  /** Words below each other, or in brackets. */
  public record Words(List<Word> words, int line) implements Value {
    public Words {
      words = List.copyOf(words);
    }
  }

  /**
   * Keys in their order.
   *
   * @param values of each key
   * @param lines of each key
   */
  public record Mapping(Map<String, Value> values, Map<String, Integer> lines, int line)
      implements Value {
    static Mapping empty(int line) {
      return new Mapping(Map.of(), Map.of(), line);
    }

    /** Whether there is such a key. */
    public boolean has(String key) {
      return values.containsKey(key);
    }

    /** The line of a key; that of the mapping where there is no such key. */
    public int line(String key) {
      return lines.getOrDefault(key, line);
    }
  }

  /** Nothing at all. */
  public record Nothing(int line) implements Value {}

  /** What is not understood, such as a mapping in braces, an anchor or a text of several lines. */
  public record Other(int line) implements Value {}

  private record Fault(int line, String sentence) {}

  /** A line that says something. */
  private record Line(int number, int depth, String text) {}

  private YamlFile(Path file, String name, String example) {
    Path parent = file.toAbsolutePath().getParent();
    this.directory = parent == null ? file : parent;
    this.name = name;
    this.example = example;
  }

  /**
   * Opens a file; {@link #mapping()} is what is in it.
   *
   * @param name as messages call it
   * @param example of a line, for messages
   * @throws HttpConfigException if it cannot be read
   */
  public static YamlFile read(Path file, String name, String example) throws HttpConfigException {
    YamlFile reading = new YamlFile(file, name, example);
    reading.take(lines(file, name));
    return reading;
  }

  /** The lines of a file that is not large. */
  static List<String> lines(Path file, String name) throws HttpConfigException {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new HttpConfigException(
            List.of(name + ": is larger than 64 KiB, which no such file is"));
      }
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
    } catch (HttpConfigException e) {
      throw e;
    } catch (NoSuchFileException e) {
      throw new HttpConfigException(List.of(name + ": there is no such file"));
    } catch (IOException e) {
      throw new HttpConfigException(List.of(name + ": cannot be read: " + e.getMessage()));
    }
  }

  /**
   * Ends the reading.
   *
   * @throws HttpConfigException with all that is wrong, by line
   */
  public void check() throws HttpConfigException {
    if (!errors.isEmpty()) {
      throw new HttpConfigException(
          errors.stream()
              .sorted(Comparator.comparingInt(Fault::line))
              .map(fault -> "%s:%d: %s".formatted(name, fault.line, fault.sentence))
              .toList());
    }
  }

  /** Notes what is wrong in a line. */
  public void error(int line, String what) {
    errors.add(new Fault(line, what));
  }

  /**
   * The mapping of a key. Anything else is an error; then, and where there is no such key, it is
   * empty.
   */
  public Mapping section(Mapping parent, String key) {
    int line = parent.line(key);
    return switch (parent.values.get(key)) {
      case null -> Mapping.empty(line);
      case Nothing _ -> Mapping.empty(line);
      case Mapping below -> below;
      case Words words -> {
        noKey(words.line);
        yield Mapping.empty(line);
      }
      case Word _, Other _ -> {
        error(line, "'%s' stands alone, with its settings indented below it".formatted(key));
        yield Mapping.empty(line);
      }
    };
  }

  /** Has every other key than these be an error. */
  public void only(Mapping mapping, Set<String> known, String where) {
    mapping.values.keySet().stream()
        .filter(key -> !known.contains(key))
        .forEach(key ->
            error(
                mapping.line(key),
                "'%s' is not understood %s; %s are"
                    .formatted(Printable.of(key), where, String.join(", ", new TreeSet<>(known)))));
  }

  /** The word of a key, if there is such a key; it is not empty. Anything else is an error. */
  public Optional<String> word(Mapping mapping, String key) {
    return switch (mapping.values.get(key)) {
      case null -> Optional.empty();
      case Word word when !word.text.isEmpty() -> Optional.of(word.text);
      case Value _ -> {
        error(
            mapping.line(key),
            "'%s' needs a value: a plain word, or one in quotes".formatted(Printable.of(key)));
        yield Optional.empty();
      }
    };
  }

  /** The words of a key, none where there is no such key. Anything but words is an error. */
  public List<Word> words(Mapping mapping, String key) {
    return switch (mapping.values.get(key)) {
      case null -> List.of();
      case Words words -> words.words;
      case Value _ -> {
        error(mapping.line(key), "'%s' needs a list: a line '- WORD' for each".formatted(key));
        yield List.of();
      }
    };
  }

  /** Whether a key is true. */
  public boolean isTrue(Mapping mapping, String key, boolean standard) {
    String word = word(mapping, key).orElse(Boolean.toString(standard));
    if (!word.equals("true") && !word.equals("false")) {
      error(mapping.line(key), "'%s' is neither true nor false".formatted(Printable.of(word)));
    }
    return word.equals("true");
  }

  /** The file that a key names, relative to this one's directory; it can be read. */
  public Optional<Path> file(Mapping mapping, String key) {
    Optional<Path> file = word(mapping, key).map(directory::resolve);
    if (file.isPresent() && !Files.isReadable(file.get())) {
      error(
          mapping.line(key),
          "there is no file %s that can be read".formatted(Printable.of(file.get().toString())));
    }
    return file;
  }

  private void noKey(int line) {
    error(line, "is no line such as '" + example + "'");
  }

  private void take(List<String> all) {
    for (int i = 0; i < all.size(); i++) {
      String text = withoutComment(all.get(i)).stripTrailing();
      if (text.isBlank() || text.equals("---")) {
        continue;
      }
      int depth = text.length() - text.stripLeading().length();
      if (text.substring(0, depth).contains("\t")) {
        error(i + 1, "is indented by a tab; YAML takes spaces only");
      } else {
        lines.add(new Line(i + 1, depth, text.substring(depth)));
      }
    }
  }

  /** The keys of the file. */
  public Mapping mapping() {
    next = 0;
    if (lines.isEmpty()) {
      return Mapping.empty(1);
    }
    if (lines.getFirst().depth > 0) {
      error(lines.getFirst().number, "is indented, and below nothing");
    }
    Mapping result = mapping(lines.getFirst().depth);
    while (next < lines.size()) {
      // Only where lines are less indented than the first.
      error(lines.get(next).number, "is indented otherwise than the line before");
      next++;
    }
    return result;
  }

  private @Nullable Line peek() {
    return next < lines.size() ? lines.get(next) : null;
  }

  private Mapping mapping(int depth) {
    Map<String, Value> values = new LinkedHashMap<>();
    Map<String, Integer> places = new LinkedHashMap<>();
    int first = lines.get(next).number;
    for (Line line = peek(); line != null && line.depth >= depth; line = peek()) {
      next++;
      if (line.depth > depth) {
        error(line.number, "is indented otherwise than the line before");
        continue;
      }
      int colon = endOfKey(line.text);
      Optional<String> key = colon < 0 ? Optional.empty() : key(line.text.substring(0, colon));
      if (key.isEmpty()) {
        noKey(line.number);
        continue;
      }
      Value value = value(line, line.text.substring(colon + 1).strip());
      if (values.putIfAbsent(key.get(), value) == null) {
        places.put(key.get(), line.number);
      } else {
        error(line.number, "'%s' is there twice".formatted(key.get()));
      }
    }
    return new Mapping(values, places, first);
  }

  /** The colon behind a key, at the end or before a blank; -1 if there is none. */
  private static int endOfKey(String text) {
    int from = 0;
    if (text.startsWith("'") || text.startsWith("\"")) {
      from = text.indexOf(text.charAt(0), 1);
      if (from < 0) {
        return -1;
      }
    }
    for (int colon = text.indexOf(':', from); colon >= 0; colon = text.indexOf(':', colon + 1)) {
      if (colon + 1 == text.length() || text.charAt(colon + 1) == ' ') {
        return colon;
      }
    }
    return -1;
  }

  private static Optional<String> key(String text) {
    return text.isBlank() ? Optional.empty() : word(text.strip());
  }

  private Value value(Line line, String rest) {
    if (!rest.isEmpty()) {
      return inline(line.number, rest);
    }
    Line below = peek();
    if (below != null && isItem(below) && below.depth >= line.depth) {
      return words(below.depth);
    }
    return below != null && below.depth > line.depth
        ? mapping(below.depth)
        : new Nothing(line.number);
  }

  private static boolean isItem(Line line) {
    return line.text.equals("-") || line.text.startsWith("- ");
  }

  private Value inline(int line, String text) {
    if (text.startsWith("[") && text.endsWith("]")) {
      List<Word> words = new ArrayList<>();
      String inside = text.substring(1, text.length() - 1).strip();
      for (String part : inside.isEmpty() ? new String[0] : inside.split(",", -1)) {
        Optional<String> word = word(part.strip());
        if (word.isEmpty() || word.get().isEmpty()) {
          return new Other(line);
        }
        words.add(new Word(word.get(), line));
      }
      return new Words(words, line);
    }
    Optional<String> word = word(text);
    return word.isPresent() ? new Word(word.get(), line) : new Other(line);
  }

  private Value words(int depth) {
    List<Word> words = new ArrayList<>();
    int first = lines.get(next).number;
    for (Line line = peek(); line != null && line.depth == depth && isItem(line); line = peek()) {
      next++;
      Optional<String> word = word(line.text.substring(1).strip());
      if (word.isEmpty() || word.get().isEmpty()) {
        error(line.number, "is no word of a list: a plain one, or one in quotes");
      } else {
        words.add(new Word(word.get(), line.number));
      }
    }
    return new Words(words, first);
  }

  /** A comment begins at the start or after a blank, and not in quotes. */
  private static String withoutComment(String line) {
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char sign = line.charAt(i);
      if (quote != 0) {
        boolean isEscaped =
            (sign == '\\' && quote == '"') || (sign == '\'' && line.startsWith("''", i));
        if (isEscaped) {
          i++;
        } else if (sign == quote) {
          quote = 0;
        }
      } else if ((sign == '"' || sign == '\'') && isStartOfWord(line.substring(0, i))) {
        quote = sign;
      } else if (sign == '#' && (i == 0 || Character.isWhitespace(line.charAt(i - 1)))) {
        return line.substring(0, i);
      }
    }
    return line;
  }

  private static boolean isStartOfWord(String before) {
    return before.isBlank() || before.endsWith(": ") || before.matches("\\s*- +|.*[\\[,] *");
  }

  /** The word that a text is; empty for all that is more than a word. */
  private static Optional<String> word(String text) {
    if (text.startsWith("'")) {
      return text.matches("'[^']*+(?:''[^']*+)*+'")
          ? Optional.of(text.substring(1, text.length() - 1).replace("''", "'"))
          : Optional.empty();
    }
    if (text.startsWith("\"")) {
      return text.matches("\"[^\"\\\\]*+(?:\\\\[\"\\\\][^\"\\\\]*+)*+\"")
          ? Optional.of(text.substring(1, text.length() - 1).replaceAll("\\\\([\"\\\\])", "$1"))
          : Optional.empty();
    }
    boolean isStructure = text.matches("[\\[\\]{}|>&*!%@`,?-].*") || text.contains(": ");
    return isStructure ? Optional.empty() : Optional.of(text);
  }
}
