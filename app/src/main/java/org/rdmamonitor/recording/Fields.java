// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The properties of an object, in whatever order they came. Arrays, and values that are neither
 * whole numbers nor texts, are passed over.
 *
 * @param nulls those that are there and have no value
 */
record Fields(
    Map<String, Long> numbers,
    Map<String, String> texts,
    Map<String, Fields> objects,
    Set<String> nulls) {

  /** No properties. */
  static final Fields NONE = new Fields(Map.of(), Map.of(), Map.of(), Set.of());

  /** Reads the object that has begun, to its end. */
  static Fields read(JsonParser json) {
    Fields fields = new Fields(new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashSet<>());
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      JsonToken token = json.nextToken();
      if (token == JsonToken.VALUE_NUMBER_INT) {
        fields.numbers.put(key, json.getLongValue());
      } else if (token == JsonToken.VALUE_STRING) {
        fields.texts.put(key, json.getString());
      } else if (token == JsonToken.VALUE_NULL) {
        fields.nulls.add(key);
      } else if (token == JsonToken.START_OBJECT) {
        fields.objects.put(key, read(json));
      }
      json.skipChildren();
    }
    return fields;
  }

  long number(String key) {
    return numbers.getOrDefault(key, 0L);
  }

  String text(String key) {
    return texts.getOrDefault(key, "");
  }

  OptionalInt optional(String key) {
    @Nullable Long number = numbers.get(key);
    return number == null ? OptionalInt.empty() : OptionalInt.of(number.intValue());
  }

  Optional<Fields> object(String key) {
    return Optional.ofNullable(objects.get(key));
  }
}
