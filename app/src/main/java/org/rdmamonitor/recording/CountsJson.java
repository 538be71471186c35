// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Counts by scope, and errors: a scope whose counts changed comes with all of them. */
final class CountsJson {
  private static final Map<String, Verb> VERBS =
      Arrays.stream(Verb.values()).collect(Collectors.toMap(Verb::name, Function.identity()));
  private static final Map<String, ResourceType> TYPES =
      Arrays.stream(ResourceType.values())
          .collect(Collectors.toMap(ResourceType::name, Function.identity()));

  private CountsJson() {}

  /** The verb of a name; empty for one that a newer version has written. */
  static Optional<Verb> verb(String name) {
    return Optional.ofNullable(VERBS.get(name));
  }

  /** The same of a type. */
  static Optional<ResourceType> type(String name) {
    return Optional.ofNullable(TYPES.get(name));
  }

  static void write(JsonGenerator json, Map<Scope, Counts> before, Map<Scope, Counts> now) {
    List<Map.Entry<Scope, Counts>> changed =
        now.entrySet().stream()
            .filter(entry -> !Objects.equals(entry.getValue(), before.get(entry.getKey())))
            .toList();
    if (!changed.isEmpty()) {
      json.writeArrayPropertyStart("counts");
      changed.forEach(entry -> write(json, entry.getKey(), entry.getValue()));
      json.writeEndArray();
    }
    List<Scope> gone = before.keySet().stream().filter(s -> !now.containsKey(s)).toList();
    if (!gone.isEmpty()) {
      json.writeArrayPropertyStart("counts_gone");
      gone.forEach(scope -> {
        json.writeStartArray();
        json.writeNumber(scope.cgroup());
        json.writeNumber(scope.device());
        json.writeEndArray();
      });
      json.writeEndArray();
    }
  }

  private static void write(JsonGenerator json, Scope scope, Counts counts) {
    json.writeStartObject();
    json.writeNumberProperty("cgroup", scope.cgroup());
    json.writeNumberProperty("device", scope.device());
    json.writeObjectPropertyStart("calls");
    for (Verb verb : Verb.values()) {
      if (counts.calls(verb) != 0 || counts.failed(verb) != 0) {
        numbers(json, verb.name(), counts.calls(verb), counts.failed(verb));
      }
    }
    json.writeEndObject();
    json.writeObjectPropertyStart("objects");
    for (ResourceType type : ResourceType.values()) {
      long created = counts.created(type);
      long destroyed = counts.destroyed(type);
      long live = counts.live(type);
      if (created != 0 || destroyed != 0 || live != 0) {
        numbers(json, type.name(), created, destroyed, live);
      }
    }
    json.writeEndObject();
    for (Size size : Size.values()) {
      json.writeNumberProperty(size.key(), counts.total(size));
    }
    json.writeEndObject();
  }

  private static void numbers(JsonGenerator json, String name, long... numbers) {
    json.writeArrayPropertyStart(name);
    for (long number : numbers) {
      json.writeNumber(number);
    }
    json.writeEndArray();
  }

  /** Reads the value of "counts" into a map. */
  static void read(JsonParser json, Map<Scope, Counts> counts) {
    while (json.nextToken() == JsonToken.START_OBJECT) {
      long cgroup = 0;
      int device = 0;
      Counts.Builder builder = new Counts.Builder();
      for (String key = json.nextName(); key != null; key = json.nextName()) {
        json.nextToken();
        switch (key) {
          case "cgroup" -> cgroup = json.getLongValue();
          case "device" -> device = json.getIntValue();
          case "calls" -> readCalls(json, builder);
          case "objects" -> readObjects(json, builder);
          default -> readSize(json, key, builder);
        }
      }
      counts.put(new Scope(cgroup, device), builder.build());
    }
  }

  private static void readSize(JsonParser json, String key, Counts.Builder counts) {
    Optional<Size> size = Size.ofKey(key);
    if (size.isPresent()) {
      counts.size(size.get(), json.getLongValue());
    } else {
      json.skipChildren();
    }
  }

  private static void readCalls(JsonParser json, Counts.Builder counts) {
    for (String name = json.nextName(); name != null; name = json.nextName()) {
      json.nextToken();
      long calls = Values.nextLong(json);
      long failed = Values.nextLong(json);
      Values.endArray(json);
      verb(name).ifPresent(verb -> counts.calls(verb, calls, failed));
    }
  }

  private static void readObjects(JsonParser json, Counts.Builder counts) {
    for (String name = json.nextName(); name != null; name = json.nextName()) {
      json.nextToken();
      long created = Values.nextLong(json);
      long destroyed = Values.nextLong(json);
      long live = Values.nextLong(json);
      Values.endArray(json);
      type(name)
          .ifPresent(type ->
              counts.objects(type, created, destroyed).live(type, live - (created - destroyed)));
    }
  }

  /** Reads the value of "counts_gone". */
  static void readGone(JsonParser json, Map<Scope, Counts> counts) {
    while (Values.nextArray(json)) {
      counts.remove(new Scope(Values.nextLong(json), Values.nextInt(json)));
      Values.endArray(json);
    }
  }

  static void writeErrors(JsonGenerator json, Map<Verb, Map<Integer, Long>> errors) {
    json.writeObjectPropertyStart("errors");
    errors.forEach((verb, counts) -> {
      json.writeObjectPropertyStart(verb.name());
      counts.forEach((errno, count) -> json.writeNumberProperty(Integer.toString(errno), count));
      json.writeEndObject();
    });
    json.writeEndObject();
  }

  /** Reads the value of "errors". */
  static Map<Verb, Map<Integer, Long>> readErrors(JsonParser json) {
    Map<Verb, Map<Integer, Long>> errors = new EnumMap<>(Verb.class);
    for (String name = json.nextName(); name != null; name = json.nextName()) {
      json.nextToken();
      Map<Integer, Long> counts = new HashMap<>();
      for (String errno = json.nextName(); errno != null; errno = json.nextName()) {
        counts.put(Integer.valueOf(errno), Values.nextLong(json));
      }
      verb(name).ifPresent(verb -> errors.put(verb, Map.copyOf(counts)));
    }
    return Map.copyOf(errors);
  }
}
