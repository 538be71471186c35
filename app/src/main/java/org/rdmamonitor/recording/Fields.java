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
 * Carries the fields of a record to JSON or back; see {@link Shape}. An instance serves one record
 * and one thread.
 */
abstract class Fields<R> {

  /**
   * Carries the next field.
   *
   * @param of gets the value from a record; only called when writing
   */
  abstract <V> V field(String name, Function<R, V> of, FieldType<V> type);

  /**
   * Like {@link #field}, for a field at the end of an array that earlier versions do not write: if
   * it is absent, nothing is written, not even a null.
   */
  <V> V last(String name, Function<R, V> of, FieldType<V> type) {
    return field(name, of, type);
  }

  /**
   * The fields of a component, or of the record seen as one of its subtypes, which stand among the
   * fields of the whole record. When reading, there is no record to take a part of yet, so this
   * returns the same object.
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

  /** Writes an object. Absent values are left out. */
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

  /**
   * Reads an object, whose properties may come in any order. A property that is missing, or is of
   * another kind, counts as absent.
   */
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

  /** Writes an array. Absent values are written as null. */
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

  /** Reads an array. Elements that later versions have added at its end are skipped. */
  abstract static class Columns<R> extends Fields<R> {
    /** Advances to the next element; false at the end. */
    abstract boolean next();

    final void goOnTo(String name) {
      if (!next()) {
        throw new IllegalArgumentException("an array ends before " + name);
      }
    }
  }

  /** Reads an array that is already a tree. */
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

  /** Reads an array element by element from a line; the parser stands at its beginning. */
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

    /** Skips the elements that are left. */
    void end() {
      while (next()) {
        if (json.currentToken() == null) {
          throw new IllegalArgumentException("the line ends within an array");
        }
        json.skipChildren();
      }
    }
  }

  /** Collects the names of the fields; there is no record. */
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
