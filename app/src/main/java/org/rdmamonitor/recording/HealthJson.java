// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

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

/** How complete the source's view was, and what it cost. */
final class HealthJson {
  private static final Map<String, Figure> FIGURES =
      Stream.of(Figure.values()).collect(Collectors.toMap(Figure::key, figure -> figure));
  private static final FieldType<Hook.State> STATE =
      FieldType.constant(Hook.State.values(), Hook.State.UNAVAILABLE);
  private static final FieldType<List<Cost.Program>> PROGRAMS =
      FieldType.listOf(Shape.of(HealthJson::program).asArray());

  static final FieldType<List<Hook>> HOOKS = FieldType.listOf(Shape.of(HealthJson::hook).asArray());
  static final FieldType<Cost> COST = Shape.of(HealthJson::cost).asObject();

  private HealthJson() {}

  static void write(JsonGenerator json, Health before, Health now) {
    if (!now.hooks().equals(before.hooks())) {
      HOOKS.write(json, "hooks", now.hooks());
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

  private static Hook hook(Fields<Hook> fields) {
    return new Hook(
        fields.text("name", Hook::name),
        fields.text("symbol", Hook::symbol),
        fields.field("state", Hook::state, STATE),
        fields.text("reason", Hook::reason));
  }

  private static Cost cost(Fields<Cost> fields) {
    return new Cost(
        fields.field("cpu_ns", Cost::cpu, FieldType.NANOSECONDS),
        fields.number("resident_bytes", Cost::residentBytes),
        fields.number("ring_bytes", Cost::ringBytes),
        fields.number("ring_used", Cost::ringUsed),
        fields.field("programs", Cost::programs, PROGRAMS));
  }

  private static Cost.Program program(Fields<Cost.Program> fields) {
    return new Cost.Program(
        fields.text("name", Cost.Program::name),
        fields.number("runs", Cost.Program::runs),
        fields.field("time_ns", Cost.Program::time, FieldType.NANOSECONDS));
  }
}
