// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.OptionalInt;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Elements of arrays, one after the other. */
final class Values {
  private Values() {}

  static void write(JsonGenerator json, OptionalInt value) {
    if (value.isPresent()) {
      json.writeNumber(value.getAsInt());
    } else {
      json.writeNull();
    }
  }

  static void writeProperty(JsonGenerator json, String key, OptionalInt value) {
    json.writeName(key);
    write(json, value);
  }

  /** The constant of a name; another one for a name that a newer version has written. */
  static <E extends Enum<E>> E constant(E[] all, String name, E otherwise) {
    for (E one : all) {
      if (one.name().equals(name)) {
        return one;
      }
    }
    return otherwise;
  }

  static int nextInt(JsonParser json) {
    json.nextToken();
    return json.getIntValue();
  }

  static long nextLong(JsonParser json) {
    json.nextToken();
    return json.getLongValue();
  }

  static String nextString(JsonParser json) {
    json.nextToken();
    return json.getString();
  }

  static OptionalInt nextOptionalInt(JsonParser json) {
    return json.nextToken() == JsonToken.VALUE_NULL
        ? OptionalInt.empty()
        : OptionalInt.of(json.getIntValue());
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

  /** Begins an array; false at the end of the one around it. */
  static boolean nextArray(JsonParser json) {
    return json.nextToken() == JsonToken.START_ARRAY;
  }
}
