// SPDX-License-Identifier: MIT
package org.rdmamonitor.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.rdmamonitor.text.FileFailure;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Times;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * A configuration file of at most 64 KiB in YAML: mappings, lists of words, and words. Anything
 * that is not YAML is an error with its line. Anchors, tags, texts of several lines and nesting
 * deeper than such files need become an {@link Other}, which the reader of the file has to refuse:
 * it would be worse to skip a security setting than to have none. For one thread.
 */
public final class YamlFile {
  private static final int MOST_BYTES = 65_536;

  /** How long somebody may take to write a pipe that is read. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The deepest nesting that is read, so that a file cannot exhaust the stack. */
  private static final int DEEPEST = 16;

  /** Words that mean null unless they are quoted (YAML 1.2, core schema). */
  private static final Set<String> NOTHING = Set.of("", "~", "null", "Null", "NULL");

  private final String name;
  private final String example;
  private final String text;
  private final Path directory;
  private final List<Fault> errors = new ArrayList<>();

  /** The value of a key. Lines are numbered from 1. */
  public sealed interface Value {
    /** The line that it begins on. */
    int line();
  }

  /** A word, without its quotes. */
  public record Word(String text, int line) implements Value {}

  /** A list of words, one below the other or in brackets. */
  public record Words(List<Word> words, int line) implements Value {
    public Words {
      words = List.copyOf(words);
    }
  }

  /**
   * Keys and their values, in the order of the file.
   *
   * @param values the value of each key
   * @param lines the line of each key
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

    /** The same mapping without these keys. */
    public Mapping without(Set<String> keys) {
      Map<String, Value> others = new LinkedHashMap<>(values);
      others.keySet().removeAll(keys);
      return new Mapping(others, lines, line);
    }

    /** The line of a key, or that of the mapping if it has no such key. */
    public int line(String key) {
      return lines.getOrDefault(key, line);
    }
  }

  /** No value at all. */
  public record Nothing(int line) implements Value {}

  /** Something that is not supported, such as an anchor, a tag or a text of several lines. */
  public record Other(int line) implements Value {}

  private record Fault(int line, String sentence) {}

  private YamlFile(Path file, String text, String name, String example) {
    Path parent = file.toAbsolutePath().getParent();
    this.directory = parent == null ? file : parent;
    this.text = text;
    this.name = name;
    this.example = example;
  }

  /**
   * Opens a file; {@link #mapping()} gives its contents.
   *
   * @param name what messages call the file
   * @param example a line of such a file, for messages
   * @throws HttpConfigException if it cannot be read
   */
  public static YamlFile read(Path file, String name, String example) throws HttpConfigException {
    return new YamlFile(file, text(file, name), name, example);
  }

  /** The text of a file, which must be small. */
  static String text(Path file, String name) throws HttpConfigException {
    return text(file, name, PATIENCE);
  }

  /**
   * The text of a file, which must be small.
   *
   * @param patience how long to wait for a pipe, such as that of {@code <(COMMAND)}, to end
   */
  static String text(Path file, String name, Duration patience) throws HttpConfigException {
    // Opening a FIFO waits for somebody to write to it, and no interrupt ends that.
    FutureTask<byte[]> reading = new FutureTask<>(() -> bytes(file));
    if (Files.isRegularFile(file)) {
      reading.run();
    } else {
      Thread.ofPlatform().daemon().name("configuration").start(reading);
    }
    try {
      byte[] bytes = reading.get(patience.toNanos(), TimeUnit.NANOSECONDS);
      if (bytes.length > MOST_BYTES) {
        throw wrong(name, "is larger than 64 KiB, which no such file is");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (TimeoutException e) {
      throw wrong(name, "is a pipe that did not end within " + Times.whole(patience));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw wrong(name, "had not ended when this program was interrupted");
    } catch (ExecutionException e) {
      throw wrong(
          name,
          e.getCause() instanceof IOException why
              ? FileFailure.reason(why)
              : "cannot be read: " + e.getCause());
    }
  }

  private static byte[] bytes(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(MOST_BYTES + 1);
    }
  }

  private static HttpConfigException wrong(String name, String what) {
    return new HttpConfigException(List.of(name + ": " + what));
  }

  /**
   * To be called last.
   *
   * @throws HttpConfigException with all errors, by line, if there were any
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

  /** Notes an error in a line. */
  public void error(int line, String what) {
    errors.add(new Fault(line, what));
  }

  /**
   * The mapping that is the value of a key. It is empty if there is no such key or if the value is
   * something else, which is an error.
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

  /** Makes every key that is not among these an error. */
  public void only(Mapping mapping, Set<String> known, String where) {
    mapping.values.keySet().stream()
        .filter(key -> !known.contains(key))
        .forEach(key ->
            error(
                mapping.line(key),
                "'%s' is not understood %s; %s are"
                    .formatted(Printable.of(key), where, String.join(", ", new TreeSet<>(known)))));
  }

  /**
   * The word that is the value of a key, never empty; no value if there is no such key. Any other
   * value is an error.
   */
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

  /**
   * The list of words that is the value of a key; empty if there is no such key. Any other value is
   * an error.
   */
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

  /**
   * Whether the value of a key is true; {@code standard} if there is no such key. A word other than
   * true or false is an error.
   */
  public boolean isTrue(Mapping mapping, String key, boolean standard) {
    String word = word(mapping, key).orElse(Boolean.toString(standard));
    if (!word.equals("true") && !word.equals("false")) {
      error(mapping.line(key), "'%s' is neither true nor false".formatted(Printable.of(word)));
    }
    return word.equals("true");
  }

  /**
   * The file that a key names, which can be read; a relative name is relative to this file's
   * directory.
   */
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

  /** The mapping that the file consists of; empty if the file is not YAML, which is an error. */
  public Mapping mapping() {
    LoadSettings settings = LoadSettings.builder().setLabel(name).build();
    try {
      Iterator<Event> events = new Parse(settings).parseString(text).iterator();
      Mapping result = document(events);
      while (events.hasNext()) {
        Event event = events.next();
        if (event.getEventId() == Event.ID.DocumentStart) {
          error(line(event.getStartMark()), "begins a second document, where one is read");
          break;
        }
      }
      return result;
    } catch (MarkedYamlEngineException e) {
      error(line(e.getProblemMark()), "is no YAML: " + Printable.of(e.getProblem()));
    } catch (ReaderException e) {
      error(
          1 + (int) text.codePoints().limit(e.getPosition()).filter(c -> c == '\n').count(),
          "has a character that cannot be printed, which YAML does not take");
    } catch (YamlEngineException e) {
      error(1, "is no YAML: " + Printable.of(String.valueOf(e.getMessage())));
    }
    return Mapping.empty(1);
  }

  private Mapping document(Iterator<Event> events) {
    Event first = events.next();
    while (events.hasNext() && !(first instanceof NodeEvent)) {
      first = events.next();
    }
    if (!(first instanceof NodeEvent)) {
      return Mapping.empty(1);
    }
    return switch (value(first, events, 0)) {
      case Mapping mapping -> mapping;
      case Nothing nothing -> Mapping.empty(nothing.line);
      case Value other -> {
        noKey(other.line());
        yield Mapping.empty(other.line());
      }
    };
  }

  /** Lines are numbered from 1 here, and from 0 by the library. */
  private static int line(Optional<Mark> mark) {
    return mark.map(Mark::getLine).orElse(0) + 1;
  }

  /** The value that begins with this event; takes the events that belong to it. */
  private Value value(Event event, Iterator<Event> events, int depth) {
    int line = line(event.getStartMark());
    return switch (event) {
      case ScalarEvent scalar -> isPlainlySaid(scalar) ? word(scalar, line) : new Other(line);
      case MappingStartEvent start when isPlainlySaid(start, start.getTag()) && depth < DEEPEST ->
          mapping(line, events, depth);
      case SequenceStartEvent start when isPlainlySaid(start, start.getTag()) && depth < DEEPEST ->
          words(line, events, depth);
      case MappingStartEvent _, SequenceStartEvent _ -> {
        passOver(events);
        yield new Other(line);
      }
      default -> new Other(line);
    };
  }

  private static boolean isPlainlySaid(ScalarEvent scalar) {
    return isPlainlySaid(scalar, scalar.getTag()) && !scalar.getValue().contains("\n");
  }

  private static boolean isPlainlySaid(NodeEvent event, Optional<String> tag) {
    return event.getAnchor().isEmpty() && tag.isEmpty();
  }

  private static Value word(ScalarEvent scalar, int line) {
    return scalar.isPlain() && NOTHING.contains(scalar.getValue())
        ? new Nothing(line)
        : new Word(scalar.getValue(), line);
  }

  private Mapping mapping(int line, Iterator<Event> events, int depth) {
    Map<String, Value> values = new LinkedHashMap<>();
    Map<String, Integer> lines = new LinkedHashMap<>();
    for (Event event = events.next(); !(event instanceof MappingEndEvent); event = events.next()) {
      Value key = value(event, events, depth + 1);
      Value value = value(events.next(), events, depth + 1);
      if (!(key instanceof Word word)) {
        noKey(key.line());
      } else if (values.putIfAbsent(word.text, value) == null) {
        lines.put(word.text, key.line());
      } else {
        error(key.line(), "'%s' is there twice".formatted(Printable.of(word.text)));
      }
    }
    return new Mapping(values, lines, line);
  }

  private Value words(int line, Iterator<Event> events, int depth) {
    List<Word> words = new ArrayList<>();
    for (Event event = events.next(); !(event instanceof SequenceEndEvent); event = events.next()) {
      Value value = value(event, events, depth + 1);
      if (value instanceof Word word && !word.text.isEmpty()) {
        words.add(word);
      } else {
        error(value.line(), "is no word of a list: a plain one, or one in quotes");
      }
    }
    return new Words(words, line);
  }

  /** Skips events until all that was begun has ended. */
  private static void passOver(Iterator<Event> events) {
    for (int open = 1; open > 0; ) {
      Event event = events.next();
      if (event instanceof MappingStartEvent || event instanceof SequenceStartEvent) {
        open++;
      } else if (event instanceof MappingEndEvent || event instanceof SequenceEndEvent) {
        open--;
      }
    }
  }
}
