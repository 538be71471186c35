// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A record as JSON, in both directions by one list of its {@link Fields}. As an array it has them
 * in their order, and what a later version adds behind them is passed over; as an object it has
 * them by their keys, and those of a later version are passed over.
 */
final class Shape<R> implements Codec<R> {
  /** Makes a record of its fields. */
  @FunctionalInterface
  interface Maker<R> {
    R make(Fields<R> fields);
  }

  private final Maker<R> maker;
  private final boolean isObject;
  private final Map<String, Codec<?>> codecs = new LinkedHashMap<>();
  private final R absent;

  private Shape(boolean isObject, Maker<R> maker) {
    this.isObject = isObject;
    this.maker = maker;
    this.absent = maker.make(new Describing<>(codecs, isObject));
  }

  static <R> Shape<R> array(Maker<R> maker) {
    return new Shape<>(false, maker);
  }

  static <R> Shape<R> object(Maker<R> maker) {
    return new Shape<>(true, maker);
  }

  /** The names of its fields, in their order. */
  Set<String> keys() {
    return codecs.keySet();
  }

  @Override
  public void write(JsonGenerator json, R value) {
    if (isObject) {
      json.writeStartObject();
      maker.make(new Writing<>(json, true, value));
      json.writeEndObject();
    } else {
      json.writeStartArray();
      maker.make(new Writing<>(json, false, value));
      json.writeEndArray();
    }
  }

  @Override
  public R read(JsonParser json) {
    return read(json, reading(json));
  }

  /** Empty for a record that only a later version understands. */
  Optional<R> readKnown(JsonParser json) {
    Fields<R> fields = reading(json);
    R value = read(json, fields);
    return fields.isPassedOver() ? Optional.empty() : Optional.of(value);
  }

  private Fields<R> reading(JsonParser json) {
    return isObject ? new ObjectReading<>(json, codecs) : new ArrayReading<>(json);
  }

  private R read(JsonParser json, Fields<R> fields) {
    R value = maker.make(fields);
    if (fields instanceof ArrayReading<R> array && !array.isEnded) {
      Codec.endArray(json);
    }
    return value;
  }

  /** The record that all fields are absent of. */
  @Override
  public R absent() {
    return absent;
  }

  private static final class Writing<R> extends Fields<R> {
    private final JsonGenerator json;
    private final boolean isObject;
    private final R record;

    Writing(JsonGenerator json, boolean isObject, R record) {
      this.json = json;
      this.isObject = isObject;
      this.record = record;
    }

    private void name(String key) {
      if (isObject) {
        json.writeName(key);
      }
    }

    @Override
    int integer(String key, ToIntFunction<R> getter) {
      int value = getter.applyAsInt(record);
      name(key);
      json.writeNumber(value);
      return value;
    }

    @Override
    long number(String key, ToLongFunction<R> getter) {
      long value = getter.applyAsLong(record);
      name(key);
      json.writeNumber(value);
      return value;
    }

    @Override
    <T> T value(String key, Codec<T> codec, Function<R, T> getter) {
      T value = getter.apply(record);
      name(key);
      codec.write(json, value);
      return value;
    }

    @Override
    <T> T sometimes(String key, Codec<T> codec, T absent, Function<R, T> getter) {
      return getter.apply(record).equals(absent) ? absent : value(key, codec, getter);
    }

    @Override
    <T> Fields<T> of(Function<R, T> part) {
      return new Writing<>(json, isObject, part.apply(record));
    }
  }

  private static final class ArrayReading<R> extends Fields<R> {
    private final JsonParser json;
    private boolean isEnded;

    ArrayReading(JsonParser json) {
      Codec.begin(json, JsonToken.START_ARRAY);
      this.json = json;
    }

    private void next() {
      if (isEnded || json.nextToken() == JsonToken.END_ARRAY) {
        throw new IllegalArgumentException("an array has not all of its elements");
      }
    }

    @Override
    int integer(String key, ToIntFunction<R> getter) {
      next();
      return json.getIntValue();
    }

    @Override
    long number(String key, ToLongFunction<R> getter) {
      next();
      return json.getLongValue();
    }

    @Override
    <T> T value(String key, Codec<T> codec, Function<R, T> getter) {
      next();
      return codec.read(json);
    }

    @Override
    <T> T sometimes(String key, Codec<T> codec, T absent, Function<R, T> getter) {
      isEnded = isEnded || json.nextToken() == JsonToken.END_ARRAY;
      return isEnded ? absent : codec.read(json);
    }

    @Override
    @SuppressWarnings("unchecked") // it has no record
    <T> Fields<T> of(Function<R, T> part) {
      return (Fields<T>) this;
    }
  }

  private static final class ObjectReading<R> extends Fields<R> {
    private final Map<String, Object> values = new HashMap<>();

    ObjectReading(JsonParser json, Map<String, Codec<?>> codecs) {
      Codec.begin(json, JsonToken.START_OBJECT);
      for (String key = json.nextName(); key != null; key = json.nextName()) {
        json.nextToken();
        Codec<?> codec = codecs.get(key);
        if (codec == null) {
          json.skipChildren();
        } else {
          values.put(key, codec.read(json));
        }
      }
    }

    @Override
    int integer(String key, ToIntFunction<R> getter) {
      return found(key, 0);
    }

    @Override
    long number(String key, ToLongFunction<R> getter) {
      return found(key, 0L);
    }

    @Override
    <T> T value(String key, Codec<T> codec, Function<R, T> getter) {
      return found(key, codec.absent());
    }

    @Override
    <T> T sometimes(String key, Codec<T> codec, T absent, Function<R, T> getter) {
      return found(key, absent);
    }

    @SuppressWarnings("unchecked") // Describing has seen to it that a key has one codec
    private <T> T found(String key, T absent) {
      return (T) values.getOrDefault(key, absent);
    }

    @Override
    @SuppressWarnings("unchecked") // it has no record
    <T> Fields<T> of(Function<R, T> part) {
      return (Fields<T>) this;
    }
  }

  /** Collects the keys. */
  private static final class Describing<R> extends Fields<R> {
    private final Map<String, Codec<?>> codecs;
    private final boolean isObject;

    Describing(Map<String, Codec<?>> codecs, boolean isObject) {
      this.codecs = codecs;
      this.isObject = isObject;
    }

    @Override
    int integer(String key, ToIntFunction<R> getter) {
      return add(key, Codec.INTEGER, 0);
    }

    @Override
    long number(String key, ToLongFunction<R> getter) {
      return add(key, Codec.NUMBER, 0L);
    }

    @Override
    <T> T value(String key, Codec<T> codec, Function<R, T> getter) {
      return add(key, codec, codec.absent());
    }

    @Override
    <T> T sometimes(String key, Codec<T> codec, T absent, Function<R, T> getter) {
      return add(key, codec, absent);
    }

    private <T> T add(String key, Codec<T> codec, T absent) {
      Codec<?> other = codecs.put(key, codec);
      if (isObject && other != null && !other.equals(codec)) {
        throw new IllegalStateException(key + " is of two kinds");
      }
      return absent;
    }

    @Override
    <E extends Enum<E>> Optional<E> name(String key, Names<E> names, Function<R, String> getter) {
      add(key, Codec.TEXT, "");
      return Optional.of(names.any());
    }

    @Override
    <V> V variant(String key, Variants<V> variants, Function<R, V> getter) {
      add(key, Codec.TEXT, "");
      variants.forEach((kind, maker) -> maker.make(of(getter)));
      return variants.make("", of(getter));
    }

    @Override
    <T> Fields<T> of(Function<R, T> part) {
      return new Describing<>(codecs, isObject);
    }
  }
}
