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
 * What a value is in JSON, in both directions. A value is read from a tree: a {@code Long}, {@code
 * Double}, {@code String}, {@code Boolean}, null, or a {@code List} or {@code Map} of those; one
 * that is of another kind is an {@link OtherTypeException}. Immutable, if what it is made of is.
 */
final class FieldType<V> {
  static final FieldType<Long> NUMBER = ofNumber(Long::longValue, Long::valueOf, () -> 0L);

  static final FieldType<Integer> INTEGER = ofNumber(Integer::longValue, Math::toIntExact, () -> 0);

  static final FieldType<String> TEXT =
      FieldType.<String>of(JsonGenerator::writeString, FieldType::text, () -> "")
          .direct(FieldType::text);

  /** Left out where it is empty. */
  static final FieldType<String> TEXT_IF_ANY = TEXT.unlessAbsent();

  static final FieldType<Boolean> TRUTH =
      of(JsonGenerator::writeBoolean, FieldType::truth, () -> false);

  static final FieldType<Instant> MOMENT =
      TEXT.as(Instant::toString, text -> text.isEmpty() ? Instant.EPOCH : Instant.parse(text));

  static final FieldType<Duration> NANOSECONDS =
      ofNumber(Duration::toNanos, Duration::ofNanos, () -> Duration.ZERO);

  /** Left out where there is none. */
  static final FieldType<OptionalInt> OPTIONAL =
      ofNumber(
              OptionalInt::getAsInt,
              number -> OptionalInt.of(Math.toIntExact(number)),
              OptionalInt::empty)
          .unlessAbsent();

  /** A value is not of its kind, as in a recording of a later version, or of anybody's making. */
  static final class OtherTypeException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    OtherTypeException(String message) {
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

  private FieldType(
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
  static <V> FieldType<V> of(
      BiConsumer<JsonGenerator, V> writer, Function<Object, V> reader, Supplier<V> absent) {
    return new FieldType<>(writer, reader, null, absent, absent, false);
  }

  /**
   * A kind that is a whole number in JSON.
   *
   * @param none the value to use if there is none, or a null
   */
  static <V> FieldType<V> ofNumber(ToLongFunction<V> to, LongFunction<V> from, Supplier<V> none) {
    return FieldType.<V>of(
            (json, value) -> json.writeNumber(to.applyAsLong(value)),
            tree -> from.apply(number(tree)),
            none)
        .direct(json -> from.apply(number(json)));
  }

  /** The same, which is read as it comes where it stands in a line itself. */
  FieldType<V> direct(Function<JsonParser, V> reading) {
    return new FieldType<>(writer, reader, reading, none, absent, isLeftOutIfAbsent);
  }

  /** An enum's constants by name; a name that a newer version has written is another one. */
  static <E extends Enum<E>> FieldType<E> constant(E[] all, E otherwise) {
    FieldType<Optional<E>> named = name(all);
    return named.as(Optional::of, constant -> constant.orElse(otherwise));
  }

  /** The same where another name, or none, is an {@link UnknownNameException}. */
  static <E extends Enum<E>> FieldType<E> known(E[] all) {
    FieldType<Optional<E>> named = name(all);
    return of(
        (json, constant) -> json.writeString(constant.name()),
        tree -> named.read(tree).orElseThrow(() -> new UnknownNameException(TEXT.read(tree))),
        () -> {
          throw new UnknownNameException("what has no name");
        });
  }

  /** The same where there may be none, whose name is the empty one. */
  static <E extends Enum<E>> FieldType<Optional<E>> name(E[] all) {
    Map<String, Optional<E>> names = new HashMap<>();
    for (E one : all) {
      names.put(one.name(), Optional.of(one));
    }
    return TEXT.as(
        constant -> constant.map(Enum::name).orElse(""),
        name -> names.getOrDefault(name, Optional.empty()));
  }

  /** One behind the other. */
  static <V> FieldType<List<V>> listOf(FieldType<V> element) {
    return FieldType.<List<V>>of(
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

  /** Numbers by name, as an object in the order of names. */
  static FieldType<Map<String, Long>> numbers() {
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

  /** Numbers of these, as an object in their order; what has another name is passed over. */
  static <K> FieldType<Map<K, Long>> numbersOf(List<K> all, Function<K, String> name) {
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

  /** Values that are another one's in JSON. */
  <T> FieldType<T> as(Function<T, V> to, Function<V, T> from) {
    Function<JsonParser, V> reading = direct;
    return new FieldType<>(
        (json, value) -> writer.accept(json, to.apply(value)),
        tree -> from.apply(reader.apply(tree)),
        reading == null ? null : json -> from.apply(reading.apply(json)),
        () -> from.apply(none.get()),
        () -> from.apply(absent.get()),
        isLeftOutIfAbsent);
  }

  /** The same where one that is not there, or null, is another. */
  FieldType<V> ifNone(V other) {
    return new FieldType<>(writer, reader, direct, () -> other, () -> other, isLeftOutIfAbsent);
  }

  /** Left out if it is what an absent one is. */
  FieldType<V> unlessAbsent() {
    return new FieldType<>(writer, reader, direct, none, absent, true);
  }

  /** Left out if it is what an absent one is taken for. */
  FieldType<V> otherwise(V usual) {
    return new FieldType<>(writer, reader, direct, none, () -> usual, true);
  }

  /** Null if there is none, in place of being left out. */
  FieldType<V> orNull() {
    return new FieldType<>(
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

  /** Left out if there is none. */
  FieldType<Optional<V>> ifPresent() {
    return new FieldType<>(
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
    } catch (OtherTypeException e) {
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
    } catch (OtherTypeException e) {
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
    throw new OtherTypeException("a whole number was expected");
  }

  private static String text(JsonParser json) {
    if (json.currentToken() == JsonToken.VALUE_STRING) {
      return json.getString();
    }
    throw new OtherTypeException("a text was expected");
  }

  private static long number(Object tree) {
    if (tree instanceof Long number) {
      return number;
    }
    throw new OtherTypeException("a whole number was expected");
  }

  private static String text(Object tree) {
    if (tree instanceof String text) {
      return text;
    }
    throw new OtherTypeException("a text was expected");
  }

  private static boolean truth(Object tree) {
    if (tree instanceof Boolean truth) {
      return truth;
    }
    throw new OtherTypeException("true or false was expected");
  }

  @SuppressWarnings("unchecked")
  static List<@Nullable Object> array(@Nullable Object tree) {
    if (tree instanceof List) {
      return (List<@Nullable Object>) tree;
    }
    throw new OtherTypeException("an array was expected");
  }

  @SuppressWarnings("unchecked")
  static Map<String, @Nullable Object> object(@Nullable Object tree) {
    if (tree instanceof Map) {
      return (Map<String, @Nullable Object>) tree;
    }
    throw new OtherTypeException("an object was expected");
  }
}
