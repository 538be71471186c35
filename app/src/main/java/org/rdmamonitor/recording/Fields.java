// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The fields of a record on their way to JSON or back; see {@link Shape}. For one record, and one
 * thread.
 */
abstract class Fields<R> {

  /**
   * The next field.
   *
   * @param of what a record has, which is asked on the way out only
   */
  abstract <V> V field(String name, Function<R, V> of, FieldType<V> type);

  /**
   * The same at the end of an array, where earlier versions have none: an absent one is no null.
   */
  <V> V last(String name, Function<R, V> of, FieldType<V> type) {
    return field(name, of, type);
  }

  /**
   * The fields of a component, or of the record as one of its subtypes, among those of the whole:
   * these, where there is no record yet.
   */
  @SuppressWarnings("unchecked")
  <P> Fields<P> part(Function<R, P> of) {
    return (Fields<P>) this;
  }

  /** A {@link FieldType#NUMBER}; most fields are, so it is no object on its way. */
  abstract long number(String name, ToLongFunction<R> of);

  /** An {@link FieldType#INTEGER}. */
  final int integer(String name, ToLongFunction<R> of) {
    return Math.toIntExact(number(name, of));
  }

  final String text(String name, Function<R, String> of) {
    return field(name, of, FieldType.TEXT);
  }

  final boolean truth(String name, Function<R, Boolean> of) {
    return field(name, of, FieldType.TRUTH);
  }

  final OptionalInt optional(String name, Function<R, OptionalInt> of) {
    return field(name, of, FieldType.OPTIONAL);
  }

  /** To an object. What is absent is left out. */
  static final class PropertyWriter<R> extends Fields<R> {
    private final JsonGenerator json;
    private final R record;

    PropertyWriter(JsonGenerator json, R record) {
      this.json = json;
      this.record = record;
    }

    @Override
    <V> V field(String name, Function<R, V> of, FieldType<V> type) {
      V value = of.apply(record);
      if (!type.isLeftOut(value)) {
        type.write(json, name, value);
      }
      return value;
    }

    @Override
    long number(String name, ToLongFunction<R> of) {
      long value = of.applyAsLong(record);
      json.writeNumberProperty(name, value);
      return value;
    }

    @Override
    <P> Fields<P> part(Function<R, P> of) {
      return new PropertyWriter<>(json, of.apply(record));
    }
  }

  /** From an object, in whatever order. What is not there, or is something else, is absent. */
  static final class Properties<R> extends Fields<R> {
    private final Map<String, @Nullable Object> tree;

    Properties(Map<String, @Nullable Object> tree) {
      this.tree = tree;
    }

    @Override
    <V> V field(String name, Function<R, V> of, FieldType<V> type) {
      return tree.containsKey(name) ? type.readIfOfKind(tree.get(name)) : type.absent();
    }

    @Override
    long number(String name, ToLongFunction<R> of) {
      return tree.get(name) instanceof Long value ? value : 0;
    }
  }

  /** To an array. What is absent is null. */
  static final class ColumnWriter<R> extends Fields<R> {
    private final JsonGenerator json;
    private final R record;

    ColumnWriter(JsonGenerator json, R record) {
      this.json = json;
      this.record = record;
    }

    @Override
    <V> V field(String name, Function<R, V> of, FieldType<V> type) {
      V value = of.apply(record);
      if (type.isLeftOut(value)) {
        json.writeNull();
      } else {
        type.write(json, value);
      }
      return value;
    }

    @Override
    long number(String name, ToLongFunction<R> of) {
      long value = of.applyAsLong(record);
      json.writeNumber(value);
      return value;
    }

    @Override
    <V> V last(String name, Function<R, V> of, FieldType<V> type) {
      V value = of.apply(record);
      if (!type.isLeftOut(value)) {
        type.write(json, value);
      }
      return value;
    }

    @Override
    <P> Fields<P> part(Function<R, P> of) {
      return new ColumnWriter<>(json, of.apply(record));
    }
  }

  /** From an array. What later versions have behind these is passed over. */
  abstract static class Columns<R> extends Fields<R> {
    /** Goes on to the next; false at the end. */
    abstract boolean next();

    final void goOnTo(String name) {
      if (!next()) {
        throw new IllegalArgumentException("an array ends before " + name);
      }
    }
  }

  /** From an array of a tree. */
  static final class TreeColumns<R> extends Columns<R> {
    private final Iterator<@Nullable Object> rest;

    TreeColumns(List<@Nullable Object> array) {
      this.rest = array.iterator();
    }

    @Override
    boolean next() {
      return rest.hasNext();
    }

    @Override
    <V> V field(String name, Function<R, V> of, FieldType<V> type) {
      goOnTo(name);
      return type.read(rest.next());
    }

    @Override
    long number(String name, ToLongFunction<R> of) {
      goOnTo(name);
      return FieldType.NUMBER.read(rest.next());
    }

    @Override
    <V> V last(String name, Function<R, V> of, FieldType<V> type) {
      return next() ? type.readIfOfKind(rest.next()) : type.absent();
    }
  }

  /** From an array that has begun in a line, as its elements come. */
  static final class LineColumns<R> extends Columns<R> {
    private final JsonParser json;
    private boolean isAtEnd;

    LineColumns(JsonParser json) {
      this.json = json;
    }

    @Override
    boolean next() {
      isAtEnd = isAtEnd || json.nextToken() == JsonToken.END_ARRAY;
      return !isAtEnd;
    }

    @Override
    <V> V field(String name, Function<R, V> of, FieldType<V> type) {
      goOnTo(name);
      return type.read(json);
    }

    @Override
    long number(String name, ToLongFunction<R> of) {
      goOnTo(name);
      return json.currentToken() == JsonToken.VALUE_NULL ? 0 : FieldType.number(json);
    }

    @Override
    <V> V last(String name, Function<R, V> of, FieldType<V> type) {
      return next() ? type.readIfOfKind(json) : type.absent();
    }

    /** Passes over what is left. */
    void end() {
      while (next()) {
        if (json.currentToken() == null) {
          throw new IllegalArgumentException("the line ends within an array");
        }
        json.skipChildren();
      }
    }
  }

  /** Of no record: only what they are called. */
  static final class Names<R> extends Fields<R> {
    private final List<String> names;

    Names(List<String> names) {
      this.names = names;
    }

    @Override
    <V> V field(String name, Function<R, V> of, FieldType<V> type) {
      names.add(name);
      return type.absent();
    }

    @Override
    long number(String name, ToLongFunction<R> of) {
      names.add(name);
      return 0;
    }
  }
}
