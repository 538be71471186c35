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
        kind.write(json, name, value);
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
    private final Elements elements;

    Columns(Elements elements) {
      this.elements = elements;
    }

    @Override
    <V> V field(String name, Function<R, V> of, Kind<V> kind) {
      if (!elements.next()) {
        throw new IllegalArgumentException("an array ends before " + name);
      }
      return elements.read(kind);
    }

    @Override
    <V> V last(String name, Function<R, V> of, Kind<V> kind) {
      return elements.next() ? kind.readIfOfKind(elements.tree()) : kind.absent();
    }

    @Override
    <P> Fields<P> part(Function<R, P> of) {
      return new Columns<>(elements);
    }
  }

  /** The elements of an array, one after the other. */
  interface Elements {
    /** Goes on to the next; false at the end. */
    boolean next();

    /** What it is as one of this kind; once. */
    <V> V read(Kind<V> kind);

    /** What it is as a tree; once. */
    @Nullable Object tree();
  }

  /** Those of a tree. */
  static final class TreeElements implements Elements {
    private final Iterator<@Nullable Object> rest;

    TreeElements(List<@Nullable Object> array) {
      this.rest = array.iterator();
    }

    @Override
    public boolean next() {
      return rest.hasNext();
    }

    @Override
    public <V> V read(Kind<V> kind) {
      return kind.read(rest.next());
    }

    @Override
    public @Nullable Object tree() {
      return rest.next();
    }
  }

  /** Those of an array that has begun, as they come in a line. */
  static final class LineElements implements Elements {
    private final JsonParser json;
    private boolean isAtEnd;

    LineElements(JsonParser json) {
      this.json = json;
    }

    @Override
    public boolean next() {
      isAtEnd = isAtEnd || json.nextToken() == JsonToken.END_ARRAY;
      return !isAtEnd;
    }

    @Override
    public <V> V read(Kind<V> kind) {
      return kind.read(json);
    }

    @Override
    public @Nullable Object tree() {
      return Kind.tree(json);
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
