// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * How a type of value is represented in JSON, in both directions. Reading takes a tree: a {@code
 * Long}, {@code Double}, {@code String}, {@code Boolean}, null, or a {@code List} or {@code Map} of
 * those; a value of another kind causes an {@link OtherKindException}. Immutable if the kinds it is
 * made of are.
 */
final class Kind<V> {
  static final Kind<Long> NUMBER = ofNumber(Long::longValue, Long::valueOf, () -> 0L);

  static final Kind<Integer> INTEGER = ofNumber(Integer::longValue, Math::toIntExact, () -> 0);

  static final Kind<String> TEXT =
      Kind.<String>of(JsonGenerator::writeString, Kind::text, () -> "").direct(Kind::text);

  /** Left out if it is empty. */
  static final Kind<String> TEXT_IF_ANY = TEXT.unlessAbsent();

  static final Kind<Boolean> TRUTH = of(JsonGenerator::writeBoolean, Kind::truth, () -> false);

  static final Kind<Instant> MOMENT =
      TEXT.as(Instant::toString, text -> text.isEmpty() ? Instant.EPOCH : Instant.parse(text));

  static final Kind<Duration> NANOSECONDS =
      ofNumber(Duration::toNanos, Duration::ofNanos, () -> Duration.ZERO);

  /** Left out if it is empty. */
  static final Kind<OptionalInt> OPTIONAL =
      ofNumber(
              OptionalInt::getAsInt,
              number -> OptionalInt.of(Math.toIntExact(number)),
              OptionalInt::empty)
          .unlessAbsent();

  /**
   * A value is not of the expected kind; such values occur in recordings of later versions and in
   * files from elsewhere.
   */
  static final class OtherKindException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    OtherKindException(String message) {
      super(message);
    }
  }

  /**
   * An element of a list names something that this version does not know; the rest of the list can
   * still be read.
   */
  static final class UnknownNameException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    UnknownNameException(String name) {
      super(name + " is not known here");
    }
  }

  private final BiConsumer<JsonGenerator, V> writer;
  private final Function<Object, V> reader;

  /**
   * Reads a value directly from the parser, without building a tree first; null if this kind
   * cannot.
   */
  private final @Nullable Function<JsonParser, V> direct;

  private final Supplier<V> none;
  private final Supplier<V> absent;
  private final boolean isLeftOutIfAbsent;

  private Kind(
      BiConsumer<JsonGenerator, V> writer,
      Function<Object, V> reader,
      @Nullable Function<JsonParser, V> direct,
      Supplier<V> none,
      Supplier<V> absent,
      boolean isLeftOutIfAbsent) {
    this.writer = writer;
    this.reader = reader;
    this.direct = direct;
    this.none = none;
    this.absent = absent;
    this.isLeftOutIfAbsent = isLeftOutIfAbsent;
  }

  /**
   * A kind that is always written.
   *
   * @param absent the value to use if there is none, or a null
   */
  static <V> Kind<V> of(
      BiConsumer<JsonGenerator, V> writer, Function<Object, V> reader, Supplier<V> absent) {
    return new Kind<>(writer, reader, null, absent, absent, false);
  }

  /**
   * A kind that is a whole number in JSON.
   *
   * @param none the value to use if there is none, or a null
   */
  static <V> Kind<V> ofNumber(ToLongFunction<V> to, LongFunction<V> from, Supplier<V> none) {
    return Kind.<V>of(
            (json, value) -> json.writeNumber(to.applyAsLong(value)),
            tree -> from.apply(number(tree)),
            none)
        .direct(json -> from.apply(number(json)));
  }

  /**
   * The same kind, except that a value that stands in a line itself is read directly from the
   * parser.
   */
  Kind<V> direct(Function<JsonParser, V> reading) {
    return new Kind<>(writer, reader, reading, none, absent, isLeftOutIfAbsent);
  }

  /**
   * An enum's constants by name; a name that this version does not know is read as {@code
   * otherwise}.
   */
  static <E extends Enum<E>> Kind<E> constant(E[] all, E otherwise) {
    Kind<Optional<E>> named = name(all);
    return named.as(Optional::of, constant -> constant.orElse(otherwise));
  }

  /**
   * Like {@link #constant}, but an unknown name, or none, causes an {@link UnknownNameException}.
   */
  static <E extends Enum<E>> Kind<E> known(E[] all) {
    Kind<Optional<E>> named = name(all);
    return of(
        (json, constant) -> json.writeString(constant.name()),
        tree -> named.read(tree).orElseThrow(() -> new UnknownNameException(TEXT.read(tree))),
        () -> {
          throw new UnknownNameException("what has no name");
        });
  }

  /**
   * An enum's constants by name, where there may be none, which is written as the empty name; an
   * unknown name is read as none.
   */
  static <E extends Enum<E>> Kind<Optional<E>> name(E[] all) {
    Map<String, Optional<E>> names = new HashMap<>();
    for (E one : all) {
      names.put(one.name(), Optional.of(one));
    }
    return TEXT.as(
        constant -> constant.map(Enum::name).orElse(""),
        name -> names.getOrDefault(name, Optional.empty()));
  }

  /** A list of such elements, as an array. */
  static <V> Kind<List<V>> listOf(Kind<V> element) {
    return Kind.<List<V>>of(
            (json, list) -> element.writeArray(json, list),
            tree -> {
              List<V> list = new ArrayList<>();
              for (Object one : array(tree)) {
                list.add(element.read(one));
              }
              return Collections.unmodifiableList(list);
            },
            List::of)
        .direct(json -> Collections.unmodifiableList(element.readEach(json)));
  }

  /** Numbers by name, as an object whose properties are in the order of their names. */
  static Kind<Map<String, Long>> numbers() {
    return of(
        (json, numbers) -> {
          json.writeStartObject();
          new TreeMap<>(numbers).forEach(json::writeNumberProperty);
          json.writeEndObject();
        },
        tree -> {
          Map<String, Long> numbers = new HashMap<>();
          object(tree).forEach((name, number) -> numbers.put(name, NUMBER.read(number)));
          return numbers;
        },
        Map::of);
  }

  /**
   * Numbers by these keys, as an object in the order of the keys; properties of other names are
   * skipped.
   */
  static <K> Kind<Map<K, Long>> numbersOf(List<K> all, Function<K, String> name) {
    return of(
        (json, numbers) -> {
          json.writeStartObject();
          for (K key : all) {
            if (numbers.containsKey(key)) {
              json.writeNumberProperty(name.apply(key), numbers.get(key));
            }
          }
          json.writeEndObject();
        },
        tree -> {
          Map<String, @Nullable Object> object = object(tree);
          Map<K, Long> numbers = new HashMap<>();
          for (K key : all) {
            if (object.containsKey(name.apply(key))) {
              numbers.put(key, NUMBER.read(object.get(name.apply(key))));
            }
          }
          return numbers;
        },
        Map::of);
  }

  /** Another type, whose values are converted to this kind for JSON and back. */
  <T> Kind<T> as(Function<T, V> to, Function<V, T> from) {
    Function<JsonParser, V> reading = direct;
    return new Kind<>(
        (json, value) -> writer.accept(json, to.apply(value)),
        tree -> from.apply(reader.apply(tree)),
        reading == null ? null : json -> from.apply(reading.apply(json)),
        () -> from.apply(none.get()),
        () -> from.apply(absent.get()),
        isLeftOutIfAbsent);
  }

  /** The same kind with another value to use if there is none, or a null. */
  Kind<V> ifNone(V other) {
    return new Kind<>(writer, reader, direct, () -> other, () -> other, isLeftOutIfAbsent);
  }

  /** The same kind, left out when the value is the one that is used for an absent value. */
  Kind<V> unlessAbsent() {
    return new Kind<>(writer, reader, direct, none, absent, true);
  }

  /**
   * The same kind, left out when the value is {@code usual}; an absent value is read as {@code
   * usual}.
   */
  Kind<V> otherwise(V usual) {
    return new Kind<>(writer, reader, direct, none, () -> usual, true);
  }

  /** The same kind, where no value is written as null, not left out. */
  Kind<V> orNull() {
    return new Kind<>(
        (json, value) -> {
          if (value.equals(none.get())) {
            json.writeNull();
          } else {
            writer.accept(json, value);
          }
        },
        reader,
        direct,
        none,
        absent,
        false);
  }

  /** An optional value of this kind, left out if it is empty. */
  Kind<Optional<V>> ifPresent() {
    return new Kind<>(
        (json, value) -> value.ifPresent(present -> writer.accept(json, present)),
        tree -> Optional.of(reader.apply(tree)),
        null,
        Optional::empty,
        Optional::empty,
        true);
  }

  void write(JsonGenerator json, V value) {
    writer.accept(json, value);
  }

  /** Writes a value as a property. */
  void write(JsonGenerator json, String name, V value) {
    json.writeName(name);
    writer.accept(json, value);
  }

  /** Writes values as an array that is a property. */
  void writeEach(JsonGenerator json, String name, List<V> values) {
    json.writeName(name);
    writeArray(json, values);
  }

  private void writeArray(JsonGenerator json, List<V> values) {
    json.writeStartArray();
    values.forEach(one -> writer.accept(json, one));
    json.writeEndArray();
  }

  V read(@Nullable Object tree) {
    return tree == null ? none.get() : reader.apply(tree);
  }

  /** Like {@link #read}, but a value of another kind is treated as absent. */
  V readIfOfKind(@Nullable Object tree) {
    try {
      return read(tree);
    } catch (OtherKindException e) {
      return absent();
    }
  }

  /**
   * Reads the value that the parser is at, to its end; a value of another kind is treated as
   * absent.
   */
  V readIfOfKind(JsonParser json) {
    @Nullable JsonToken token = json.currentToken();
    int around = depth(json) - (token != null && token.isStructStart() ? 1 : 0);
    try {
      return read(json);
    } catch (OtherKindException e) {
      goBackTo(around, json);
      return absent();
    }
  }

  private static int depth(JsonParser json) {
    return json.streamReadContext().getNestingDepth();
  }

  /** Skips the rest of a value, until no more than {@code depth} levels are open. */
  private static void goBackTo(int depth, JsonParser json) {
    while (depth(json) > depth) {
      if (json.nextToken() == null) {
        throw new IllegalArgumentException("the line ends within a value");
      }
    }
  }

  V absent() {
    return absent.get();
  }

  boolean isLeftOut(V value) {
    return isLeftOutIfAbsent && value.equals(absent.get());
  }

  /** Reads the value that the parser is at, to its end. */
  V read(JsonParser json) {
    return direct == null || json.currentToken() == JsonToken.VALUE_NULL
        ? read(tree(json))
        : direct.apply(json);
  }

  /**
   * Reads the array that the parser is at, leaving out elements that name what this version does
   * not know.
   */
  List<V> readEach(JsonParser json) {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw new IllegalArgumentException("an array was expected");
    }
    int array = depth(json);
    List<V> values = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      try {
        values.add(read(json));
      } catch (UnknownNameException _) {
        goBackTo(array, json);
      }
    }
    return values;
  }

  /** The value that the parser is at, read to its end, as a tree. */
  static @Nullable Object tree(JsonParser json) {
    @Nullable JsonToken token = json.currentToken();
    if (token == null) {
      throw new IllegalArgumentException("the line ends within a value");
    }
    return switch (token) {
      case VALUE_NUMBER_INT -> json.getLongValue();
      case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
      case VALUE_STRING -> json.getString();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case START_ARRAY -> arrayTree(json);
      case START_OBJECT -> objectTree(json);
      default -> null;
    };
  }

  private static List<@Nullable Object> arrayTree(JsonParser json) {
    List<@Nullable Object> array = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      array.add(tree(json));
    }
    return array;
  }

  private static Map<String, @Nullable Object> objectTree(JsonParser json) {
    Map<String, @Nullable Object> object = new HashMap<>();
    for (String name = json.nextName(); name != null; name = json.nextName()) {
      json.nextToken();
      object.put(name, tree(json));
    }
    return object;
  }

  /** The value that the parser is at, as a whole number. */
  static long number(JsonParser json) {
    if (json.currentToken() == JsonToken.VALUE_NUMBER_INT) {
      return json.getLongValue();
    }
    throw new OtherKindException("a whole number was expected");
  }

  private static String text(JsonParser json) {
    if (json.currentToken() == JsonToken.VALUE_STRING) {
      return json.getString();
    }
    throw new OtherKindException("a text was expected");
  }

  private static long number(Object tree) {
    if (tree instanceof Long number) {
      return number;
    }
    throw new OtherKindException("a whole number was expected");
  }

  private static String text(Object tree) {
    if (tree instanceof String text) {
      return text;
    }
    throw new OtherKindException("a text was expected");
  }

  private static boolean truth(Object tree) {
    if (tree instanceof Boolean truth) {
      return truth;
    }
    throw new OtherKindException("true or false was expected");
  }

  @SuppressWarnings("unchecked")
  static List<@Nullable Object> array(@Nullable Object tree) {
    if (tree instanceof List) {
      return (List<@Nullable Object>) tree;
    }
    throw new OtherKindException("an array was expected");
  }

  @SuppressWarnings("unchecked")
  static Map<String, @Nullable Object> object(@Nullable Object tree) {
    if (tree instanceof Map) {
      return (Map<String, @Nullable Object>) tree;
    }
    throw new OtherKindException("an object was expected");
  }
}
