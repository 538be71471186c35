// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.rdmamonitor.model.Enforcement;
import org.rdmamonitor.model.Enforcement.Memory;
import org.rdmamonitor.model.Enforcement.Mode;
import org.rdmamonitor.model.Enforcement.Tally;
import org.rdmamonitor.model.Quota;
import org.rdmamonitor.model.ResourceType;
import org.rdmamonitor.model.Verb;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** What is done about limits, whole whenever it changes. */
final class EnforcementJson {
  private EnforcementJson() {}

  static void write(JsonGenerator json, Enforcement enforcement) {
    json.writeObjectPropertyStart("enforcement");
    json.writeStringProperty("mode", enforcement.mode().name());
    json.writeBooleanProperty("active", enforcement.active());
    json.writeBooleanProperty("trips", enforcement.trips());
    json.writeStringProperty("reason", enforcement.reason());
    json.writeNumberProperty("not_read", enforcement.notRead());
    json.writeArrayPropertyStart("tallies");
    enforcement.tallies().forEach(tally -> write(json, tally));
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Tally tally) {
    json.writeStartObject();
    json.writeStringProperty("cgroup", tally.cgroup());
    numbers(json, "objects", tally.quota().objects());
    numbers(json, "rates", tally.quota().rates());
    tally.quota().calls().ifPresent(calls -> json.writeNumberProperty("calls", calls));
    numbers(json, "held", tally.held());
    numbers(json, "refused", tally.refused());
    numbers(json, "refused_rates", tally.refusedRates());
    json.writeNumberProperty("refused_calls", tally.refusedCalls());
    numbers(json, "killed", tally.killed());
    numbers(json, "passed", tally.passed());
    numbers(json, "over", tally.over());
    tally.quota().mrBytes().ifPresent(bytes -> json.writeNumberProperty("mr_bytes", bytes));
    memory(json, tally.memory());
    json.writeEndObject();
  }

  private static void memory(JsonGenerator json, Memory memory) {
    if (!memory.equals(Tally.NO_MEMORY)) {
      json.writeArrayPropertyStart("memory");
      json.writeNumber(memory.held());
      json.writeNumber(memory.refused());
      json.writeNumber(memory.killed());
      json.writeNumber(memory.passed());
      json.writeNumber(memory.over());
      json.writeEndArray();
    }
  }

  private static Memory readMemory(JsonParser json) {
    Memory memory =
        new Memory(
            Values.nextLong(json),
            Values.nextLong(json),
            Values.nextLong(json),
            Values.nextLong(json),
            Values.nextLong(json));
    json.nextToken();
    return memory;
  }

  private static void numbers(JsonGenerator json, String name, Map<? extends Enum<?>, Long> map) {
    if (map.isEmpty()) {
      return;
    }
    json.writeObjectPropertyStart(name);
    map.forEach((key, number) -> json.writeNumberProperty(key.name(), number));
    json.writeEndObject();
  }

  /** Reads the value of "enforcement". */
  static Enforcement read(JsonParser json) {
    Mode mode = Mode.OBSERVE;
    boolean active = false;
    boolean trips = false;
    String reason = "";
    long notRead = 0;
    List<Tally> tallies = new ArrayList<>();
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      json.nextToken();
      switch (key) {
        case "mode" -> mode = Values.constant(Mode.values(), json.getString(), Mode.OBSERVE);
        case "active" -> active = json.getBooleanValue();
        case "trips" -> trips = json.getBooleanValue();
        case "reason" -> reason = json.getString();
        case "not_read" -> notRead = json.getLongValue();
        case "tallies" -> {
          while (json.nextToken() == JsonToken.START_OBJECT) {
            tallies.add(readTally(json));
          }
        }
        default -> json.skipChildren();
      }
    }
    return new Enforcement(mode, active, trips, reason, notRead, tallies);
  }

  private static Tally readTally(JsonParser json) {
    String cgroup = "";
    Map<ResourceType, Long> objects = Map.of();
    Map<Verb, Long> rates = Map.of();
    OptionalLong calls = OptionalLong.empty();
    Map<ResourceType, Long> held = Map.of();
    Map<ResourceType, Long> refused = Map.of();
    Map<Verb, Long> refusedRates = Map.of();
    long refusedCalls = 0;
    Map<ResourceType, Long> killed = Map.of();
    Map<ResourceType, Long> passed = Map.of();
    Map<ResourceType, Long> over = Map.of();
    OptionalLong mrBytes = OptionalLong.empty();
    Memory memory = Tally.NO_MEMORY;
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      json.nextToken();
      switch (key) {
        case "cgroup" -> cgroup = json.getString();
        case "objects" -> objects = byType(json);
        case "rates" -> rates = byVerb(json);
        case "calls" -> calls = OptionalLong.of(json.getLongValue());
        case "held" -> held = byType(json);
        case "refused" -> refused = byType(json);
        case "refused_rates" -> refusedRates = byVerb(json);
        case "refused_calls" -> refusedCalls = json.getLongValue();
        case "killed" -> killed = byType(json);
        case "passed" -> passed = byType(json);
        case "over" -> over = byType(json);
        case "mr_bytes" -> mrBytes = OptionalLong.of(json.getLongValue());
        case "memory" -> memory = readMemory(json);
        default -> json.skipChildren();
      }
    }
    return new Tally(
        cgroup,
        new Quota(objects, rates, calls, mrBytes),
        held,
        refused,
        refusedRates,
        refusedCalls,
        killed,
        passed,
        over,
        memory);
  }

  private static Map<ResourceType, Long> byType(JsonParser json) {
    Map<ResourceType, Long> result = new EnumMap<>(ResourceType.class);
    each(json, (name, n) -> CountsJson.type(name).ifPresent(type -> result.put(type, n)));
    return result;
  }

  private static Map<Verb, Long> byVerb(JsonParser json) {
    Map<Verb, Long> result = new EnumMap<>(Verb.class);
    each(json, (name, n) -> CountsJson.verb(name).ifPresent(verb -> result.put(verb, n)));
    return result;
  }

  private static void each(JsonParser json, BiConsumer<String, Long> consumer) {
    for (String name = json.nextName(); name != null; name = json.nextName()) {
      consumer.accept(name, Values.nextLong(json));
    }
  }
}
