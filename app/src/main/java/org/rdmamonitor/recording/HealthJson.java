// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Hook;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/** How well the source saw, and what it cost. */
final class HealthJson {
  /** Health without hooks, of which nothing is known yet. */
  static final Health UNKNOWN = new Health(List.of(), 0, 0, 0, 0, 0, 0, 0);

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
    json.writeNumberProperty("events", now.eventsSeen());
    json.writeNumberProperty("lost_events", now.eventsLost());
    json.writeNumberProperty("missed_returns", now.returnsMissed());
    json.writeNumberProperty("missed_objects", now.objectsMissed());
    json.writeNumberProperty("drift", now.drift());
    json.writeNumberProperty("corrections", now.resyncs());
    json.writeNumberProperty("corrected_objects", now.objectsCorrected());
    json.writeNumberProperty("failed_events", now.eventsFailed());
    if (!now.isReading()) {
      json.writeStringProperty("event_reader", now.readerTrouble());
    }
    json.writeNumberProperty("objects_left_out", now.objectsLeftOut());
    json.writeNumberProperty("memory_shortages", now.memoryShortages());
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
    long seen = 0;
    long lost = 0;
    long returns = 0;
    long objects = 0;
    long drift = 0;
    long corrections = 0;
    long corrected = 0;
    long failed = 0;
    String trouble = "";
    long leftOut = 0;
    long shortages = 0;
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      json.nextToken();
      switch (key) {
        case "events" -> seen = json.getLongValue();
        case "lost_events" -> lost = json.getLongValue();
        case "missed_returns" -> returns = json.getLongValue();
        case "missed_objects" -> objects = json.getLongValue();
        case "drift" -> drift = json.getLongValue();
        case "corrections" -> corrections = json.getLongValue();
        case "corrected_objects" -> corrected = json.getLongValue();
        case "failed_events" -> failed = json.getLongValue();
        case "event_reader" -> trouble = json.getString();
        case "objects_left_out" -> leftOut = json.getLongValue();
        case "memory_shortages" -> shortages = json.getLongValue();
        default -> json.skipChildren();
      }
    }
    return new Health(hooks, seen, lost, returns, objects, drift, corrections, corrected)
        .withReader(failed, trouble)
        .withLeftOut(leftOut, shortages);
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
