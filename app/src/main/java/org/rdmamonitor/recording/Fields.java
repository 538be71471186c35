// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
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
  abstract <V> V field(String name, Function<R, V> of, Kind<V> kind);

  /**
   * The same at the end of an array, where earlier versions have none: an absent one is no null.
   */
  <V> V last(String name, Function<R, V> of, Kind<V> kind) {
    return field(name, of, kind);
  }

  /**
   * The fields of a component, or of the record as one of its subtypes, among those of the whole.
   */
  abstract <P> Fields<P> part(Function<R, P> of);

  final int integer(String name, Function<R, Integer> of) {
    return field(name, of, Kind.INTEGER);
  }

  final long number(String name, Function<R, Long> of) {
    return field(name, of, Kind.NUMBER);
  }

  final String text(String name, Function<R, String> of) {
    return field(name, of, Kind.TEXT);
  }

  final boolean truth(String name, Function<R, Boolean> of) {
    return field(name, of, Kind.TRUTH);
  }

  final OptionalInt optional(String name, Function<R, OptionalInt> of) {
    return field(name, of, Kind.OPTIONAL);
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
    <V> V field(String name, Function<R, V> of, Kind<V> kind) {
      V value = of.apply(record);
      if (!kind.isLeftOut(value)) {
        json.writeName(name);
        kind.write(json, value);
      }
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
    <V> V field(String name, Function<R, V> of, Kind<V> kind) {
      return tree.containsKey(name) ? kind.readIfOfKind(tree.get(name)) : kind.absent();
    }

    @Override
    <P> Fields<P> part(Function<R, P> of) {
      return new Properties<>(tree);
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
    <V> V field(String name, Function<R, V> of, Kind<V> kind) {
      V value = of.apply(record);
      if (kind.isLeftOut(value)) {
        json.writeNull();
      } else {
        kind.write(json, value);
      }
      return value;
    }

    @Override
    <V> V last(String name, Function<R, V> of, Kind<V> kind) {
      V value = of.apply(record);
      if (!kind.isLeftOut(value)) {
        kind.write(json, value);
      }
      return value;
    }

    @Override
    <P> Fields<P> part(Function<R, P> of) {
      return new ColumnWriter<>(json, of.apply(record));
    }
  }

  /** From an array. What later versions have behind these is passed over. */
  static final class Columns<R> extends Fields<R> {
    private final Iterator<@Nullable Object> tree;

    Columns(List<@Nullable Object> tree) {
      this(tree.iterator());
    }

    private Columns(Iterator<@Nullable Object> tree) {
      this.tree = tree;
    }

    @Override
    <V> V field(String name, Function<R, V> of, Kind<V> kind) {
      if (!tree.hasNext()) {
        throw new IllegalArgumentException("an array ends before " + name);
      }
      return kind.read(tree.next());
    }

    @Override
    <V> V last(String name, Function<R, V> of, Kind<V> kind) {
      return tree.hasNext() ? kind.readIfOfKind(tree.next()) : kind.absent();
    }

    @Override
    <P> Fields<P> part(Function<R, P> of) {
      return new Columns<>(tree);
    }
  }

  /** The same as it comes in a line. */
  static final class ColumnReader<R> extends Fields<R> {
    private final JsonParser json;

    /** Whose columns these are; null of those themselves. */
    private final @Nullable ColumnReader<?> whole;

    private boolean isAtEnd;

    ColumnReader(JsonParser json) {
      this(json, null);
    }

    private ColumnReader(JsonParser json, @Nullable ColumnReader<?> whole) {
      this.json = json;
      this.whole = whole;
    }

    private boolean next() {
      if (whole != null) {
        return whole.next();
      }
      isAtEnd = isAtEnd || json.nextToken() == JsonToken.END_ARRAY;
      return !isAtEnd;
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

    @Override
    <V> V field(String name, Function<R, V> of, Kind<V> kind) {
      if (!next()) {
        throw new IllegalArgumentException("an array ends before " + name);
      }
      return kind.read(json);
    }

    @Override
    <V> V last(String name, Function<R, V> of, Kind<V> kind) {
      return next() ? kind.readIfOfKind(Kind.tree(json)) : kind.absent();
    }

    @Override
    <P> Fields<P> part(Function<R, P> of) {
      return new ColumnReader<>(json, this);
    }
  }

  /** Of no record: only what they are called. */
  static final class Names<R> extends Fields<R> {
    private final List<String> names;

    Names(List<String> names) {
      this.names = names;
    }

    @Override
    <V> V field(String name, Function<R, V> of, Kind<V> kind) {
      names.add(name);
      return kind.absent();
    }

    @Override
    <P> Fields<P> part(Function<R, P> of) {
      return new Names<>(names);
    }
  }
}
