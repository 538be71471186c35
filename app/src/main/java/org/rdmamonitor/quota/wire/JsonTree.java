// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** A JSON object, of which members are asked for that have to be there. Immutable. */
final class JsonTree {
  private final Map<String, Object> members;

  private JsonTree(Map<String, Object> members) {
    this.members = members;
  }

  /**
   * Reads an object; members that are null, or no whole number, text, object or array, are left
   * out.
   *
   * @throws IllegalArgumentException if it is none
   */
  static JsonTree read(String text) {
    try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("no object: " + text);
      }
      return object(parser);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static JsonTree object(JsonParser parser) {
    Map<String, Object> members = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      value(parser).ifPresent(value -> members.put(name, value));
    }
    return new JsonTree(members);
  }

  private static Optional<Object> value(JsonParser parser) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> Optional.of(object(parser));
      case START_ARRAY -> {
        List<Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          value(parser).ifPresent(elements::add);
        }
        yield Optional.of(elements);
      }
      case VALUE_STRING -> Optional.of(parser.getString());
      case VALUE_NUMBER_INT -> Optional.of(parser.getLongValue());
      default -> Optional.empty();
    };
  }

  /** The names of the members that are whole numbers, with these. */
  Map<String, Long> numbers() {
    Map<String, Long> result = new LinkedHashMap<>();
    members.forEach((name, value) -> {
      if (value instanceof Long number) {
        result.put(name, number);
      }
    });
    return result;
  }

  String text(String name) {
    return member(name, String.class);
  }

  long number(String name) {
    return member(name, Long.class);
  }

  JsonTree object(String name) {
    return member(name, JsonTree.class);
  }

  List<JsonTree> objects(String name) {
    List<JsonTree> result = new ArrayList<>();
    for (Object element : member(name, List.class)) {
      if (!(element instanceof JsonTree object)) {
        throw new IllegalArgumentException(name + " holds more than objects");
      }
      result.add(object);
    }
    return result;
  }

  private <T> T member(String name, Class<T> type) {
    Object value = members.get(name);
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException("'%s' is missing".formatted(name));
    }
    return type.cast(value);
  }
}
