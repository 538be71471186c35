// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.naming;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads texts from JSON, and skips everything else in it. */
final class JsonTexts {
  private JsonTexts() {}

  /**
   * The members of the object beginning here whose values are texts; none if no object begins here.
   */
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

  /** The first text of the array beginning here, which is skipped; null if it has none. */
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
