// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.naming;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Texts in JSON, whatever else is among them. */
final class JsonTexts {
  private JsonTexts() {}

  /** The members of the object that begins here which are texts; none if none begins. */
  static Map<String, String> object(JsonParser json) {
    Map<String, String> texts = new HashMap<>();
    if (json.currentToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      return texts;
    }
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      if (json.nextToken() == JsonToken.VALUE_STRING) {
        texts.put(key, json.getString());
      } else {
        json.skipChildren();
      }
    }
    return texts;
  }

  /** The first text of the array that begins here, which is passed over; null if it has none. */
  static @Nullable String first(JsonParser json) {
    @Nullable String first = null;
    for (JsonToken token = json.nextToken();
        token != null && token != JsonToken.END_ARRAY;
        token = json.nextToken()) {
      if (first == null && token == JsonToken.VALUE_STRING) {
        first = json.getString();
      }
      json.skipChildren();
    }
    return first;
  }
}
