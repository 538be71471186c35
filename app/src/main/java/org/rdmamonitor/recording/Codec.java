// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiConsumer;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** How a value of a kind is written, and read from its first token to its last. */
interface Codec<T> {
  Codec<Integer> INTEGER = of(0, JsonGenerator::writeNumber, JsonParser::getIntValue);
  Codec<Long> NUMBER = of(0L, JsonGenerator::writeNumber, JsonParser::getLongValue);
  Codec<Boolean> FLAG = of(false, JsonGenerator::writeBoolean, JsonParser::getBooleanValue);
  Codec<String> TEXT = of("", JsonGenerator::writeString, JsonParser::getString);
  Codec<Instant> TIME = TEXT.as(Instant.EPOCH, Instant::toString, Instant::parse);
  Codec<Duration> NANOS =
      of(
          Duration.ZERO,
          (json, value) -> json.writeNumber(value.toNanos()),
          json -> Duration.ofNanos(json.getLongValue()));
  Codec<OptionalInt> OPTIONAL =
      of(
          OptionalInt.empty(),
          (json, value) -> {
            if (value.isPresent()) {
              json.writeNumber(value.getAsInt());
            } else {
              json.writeNull();
            }
          },
          json ->
              json.currentToken() == JsonToken.VALUE_NULL
                  ? OptionalInt.empty()
                  : OptionalInt.of(json.getIntValue()));

  void write(JsonGenerator json, T value);

  T read(JsonParser json);

  /** What is taken for one that is not there. */
  T absent();

  default void write(JsonGenerator json, String key, T value) {
    json.writeName(key);
    write(json, value);
  }

  static <T> Codec<T> of(
      T absent, BiConsumer<JsonGenerator, T> writer, Function<JsonParser, T> reader) {
    return new Codec<>() {
      @Override
      public void write(JsonGenerator json, T value) {
        writer.accept(json, value);
      }

      @Override
      public T read(JsonParser json) {
        return reader.apply(json);
      }

      @Override
      public T absent() {
        return absent;
      }
    };
  }

  /** Values that are written as those of this kind. */
  default <U> Codec<U> as(U absent, Function<U, T> to, Function<T, U> from) {
    return of(
        absent, (json, value) -> write(json, to.apply(value)), json -> from.apply(read(json)));
  }

  /** Values of which one that is not there is taken for another one. */
  default Codec<T> or(T absent) {
    return as(absent, Function.identity(), Function.identity());
  }

  /** Values or null. */
  default Codec<Optional<T>> orNull() {
    return of(
        Optional.empty(),
        (json, value) -> value.ifPresentOrElse(present -> write(json, present), json::writeNull),
        json ->
            json.currentToken() == JsonToken.VALUE_NULL
                ? Optional.empty()
                : Optional.of(read(json)));
  }

  /** An array of records, without those that are of a kind that a later version adds. */
  static <T> Codec<List<T>> list(Shape<T> shape) {
    return of(
        List.of(),
        (json, values) -> {
          json.writeStartArray();
          for (T value : values) {
            shape.write(json, value);
          }
          json.writeEndArray();
        },
        json -> {
          begin(json, JsonToken.START_ARRAY);
          List<T> values = new ArrayList<>();
          while (json.nextToken() != JsonToken.END_ARRAY) {
            shape.readKnown(json).ifPresent(values::add);
          }
          return values;
        });
  }

  /** An array of so many numbers. */
  static Codec<long[]> row(int length) {
    return of(
        new long[length],
        (json, numbers) -> json.writeArray(numbers, 0, length),
        json -> {
          begin(json, JsonToken.START_ARRAY);
          long[] numbers = new long[length];
          for (int i = 0; i < length; i++) {
            json.nextToken();
            numbers[i] = json.getLongValue();
          }
          endArray(json);
          return numbers;
        });
  }

  /**
   * An object that has values by keys.
   *
   * @param key of a name; empty for one that a later version adds
   */
  static <K, T> Codec<Map<K, T>> map(
      Function<K, String> name, Function<String, Optional<K>> key, Codec<T> codec) {
    return of(
        Map.of(),
        (json, values) -> {
          json.writeStartObject();
          values.forEach((one, value) -> codec.write(json, name.apply(one), value));
          json.writeEndObject();
        },
        json -> {
          begin(json, JsonToken.START_OBJECT);
          Map<K, T> values = new LinkedHashMap<>();
          for (String found = json.nextName(); found != null; found = json.nextName()) {
            json.nextToken();
            T value = codec.read(json);
            key.apply(found).ifPresent(one -> values.put(one, value));
          }
          return values;
        });
  }

  /** Checks that an array or an object begins. */
  static void begin(JsonParser json, JsonToken begin) {
    if (json.currentToken() != begin) {
      throw new IllegalArgumentException(json.currentToken() + " in place of " + begin);
    }
  }

  /** Passes over what is left of an array. */
  static void endArray(JsonParser json) {
    for (JsonToken token = json.nextToken();
        token != JsonToken.END_ARRAY;
        token = json.nextToken()) {
      if (token == null) {
        throw new IllegalArgumentException("the line ends within an array");
      }
      json.skipChildren();
    }
  }
}
