// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * How a record is written and read: one method, which makes the record of its {@link Fields}.
 *
 * <pre>{@code
 * static Rest rest(Fields<Rest> fields) {
 *   return new Rest(fields.integer("pid", Rest::pid), fields.number("count", Rest::count));
 * }
 * }</pre>
 *
 * <p>Such a method names every field once, in the order of the JSON, and is used in both
 * directions: on the way out a field is what the record has, and is written; on the way in it is
 * what was read. So nothing can be written that is not read, or under another name.
 */
@FunctionalInterface
interface Shape<R> {
  R from(Fields<R> fields);

  /** The shape that a method describes; gives the lambda or method reference its type. */
  static <R> Shape<R> of(Shape<R> shape) {
    return shape;
  }

  /** As an object, whose fields are found by name. */
  default FieldType<R> asObject() {
    return FieldType.of(
        (json, record) -> {
          json.writeStartObject();
          writeFields(json, record);
          json.writeEndObject();
        },
        tree -> readFields(FieldType.object(tree)),
        () -> readFields(Map.of()));
  }

  /** As an array, whose fields are found by their place. */
  default FieldType<R> asArray() {
    return FieldType.<R>of(
            (json, record) -> {
              json.writeStartArray();
              from(new Fields.ColumnWriter<>(json, record));
              json.writeEndArray();
            },
            tree -> from(new Fields.TreeColumns<>(FieldType.array(tree))),
            () -> from(new Fields.TreeColumns<>(List.of())))
        .direct(this::readArray);
  }

  private R readArray(JsonParser json) {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw new FieldType.OtherTypeException("an array was expected");
    }
    Fields.LineColumns<R> fields = new Fields.LineColumns<>(json);
    R record = from(fields);
    fields.end();
    return record;
  }

  /** Writes the fields as properties of the object that was begun. */
  default void writeFields(JsonGenerator json, R record) {
    from(new Fields.PropertyWriter<>(json, record));
  }

  /** Reads the record whose fields are the properties of this object. */
  default R readFields(Map<String, @Nullable Object> tree) {
    return from(new Fields.Properties<>(tree));
  }

  /** The names of the fields in order, including those of every {@link Fields#part}. */
  default List<String> names() {
    List<String> names = new ArrayList<>();
    from(new Fields.Names<>(names));
    return names;
  }
}
