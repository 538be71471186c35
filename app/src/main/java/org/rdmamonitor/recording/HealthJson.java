// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.Health.Hook;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/** How well the source saw, and what it cost. */
final class HealthJson {
  private static final Map<String, Figure> FIGURES =
      Stream.of(Figure.values()).collect(Collectors.toMap(Figure::key, figure -> figure));

  private HealthJson() {}

  static void write(JsonGenerator json, Health before, Health now) {
    if (!now.hooks().equals(before.hooks())) {
      json.writeArrayPropertyStart("hooks");
      for (Hook hook : now.hooks()) {
        json.writeStartArray();
        json.writeString(hook.name());
        json.writeString(hook.symbol());
        json.writeString(hook.state().name());
        json.writeString(hook.reason());
        json.writeEndArray();
      }
      json.writeEndArray();
    }
    json.writeObjectPropertyStart("health");
    now.figures()
        .forEach((figure, n) -> {
          if (figure != Figure.NAMESPACES_LEFT_OUT || n != 0) {
            json.writeNumberProperty(figure.key(), n);
          }
          if (figure == Figure.FAILED_EVENTS && !now.isReading()) {
            json.writeStringProperty("event_reader", now.readerTrouble());
          }
        });
    json.writeEndObject();
  }

  /** Reads the value of "hooks". */
  static List<Hook> readHooks(JsonParser json) {
    List<Hook> hooks = new ArrayList<>();
    while (Values.nextArray(json)) {
      String name = Values.nextString(json);
      String symbol = Values.nextString(json);
      Hook.State state =
          Values.constant(Hook.State.values(), Values.nextString(json), Hook.State.UNAVAILABLE);
      hooks.add(new Hook(name, symbol, state, Values.nextString(json)));
      Values.endArray(json);
    }
    return List.copyOf(hooks);
  }

  /** Reads the value of "health". */
  static Health read(JsonParser json, List<Hook> hooks) {
    Map<Figure, Long> figures = new EnumMap<>(Figure.class);
    String trouble = "";
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      json.nextToken();
      @Nullable Figure figure = FIGURES.get(key);
      if (figure != null) {
        figures.put(figure, json.getLongValue());
      } else if (key.equals("event_reader")) {
        trouble = json.getString();
      } else {
        json.skipChildren();
      }
    }
    return new Health(hooks, figures, trouble);
  }

  static void write(JsonGenerator json, Cost cost) {
    json.writeObjectPropertyStart("cost");
    json.writeNumberProperty("cpu_ns", cost.cpu().toNanos());
    json.writeNumberProperty("resident_bytes", cost.residentBytes());
    json.writeNumberProperty("ring_bytes", cost.ringBytes());
    json.writeNumberProperty("ring_used", cost.ringUsed());
    json.writeArrayPropertyStart("programs");
    for (Cost.Program program : cost.programs()) {
      json.writeStartArray();
      json.writeString(program.name());
      json.writeNumber(program.runs());
      json.writeNumber(program.time().toNanos());
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Reads the value of "cost". */
  static Cost readCost(JsonParser json) {
    Duration cpu = Duration.ZERO;
    long resident = 0;
    long ring = 0;
    long used = 0;
    List<Cost.Program> programs = new ArrayList<>();
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      json.nextToken();
      switch (key) {
        case "cpu_ns" -> cpu = Duration.ofNanos(json.getLongValue());
        case "resident_bytes" -> resident = json.getLongValue();
        case "ring_bytes" -> ring = json.getLongValue();
        case "ring_used" -> used = json.getLongValue();
        case "programs" -> {
          while (Values.nextArray(json)) {
            String name = Values.nextString(json);
            long runs = Values.nextLong(json);
            programs.add(new Cost.Program(name, runs, Duration.ofNanos(Values.nextLong(json))));
            Values.endArray(json);
          }
        }
        default -> json.skipChildren();
      }
    }
    return new Cost(cpu, resident, ring, used, programs);
  }
}
