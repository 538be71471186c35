// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.ethernet.Ethernet;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Samples as lines. The first of a member is written as the difference from {@link #NOTHING}, that
 * is in full; each further one as the difference from the one before. Cgroups are in the order of
 * their ids.
 */
final class SampleJson {
  private static final Sample NOTHING =
      new Sample(
          Instant.EPOCH,
          0,
          List.of(),
          List.of(),
          Map.of(),
          Map.of(),
          Health.NONE,
          List.of(),
          0,
          Inventory.NONE,
          Map.of(),
          Cost.NONE,
          Enforcement.NONE,
          Ethernet.NONE,
          List.of());

  private final CallsJson calls = new CallsJson();
  private Sample before = NOTHING;
  private boolean fresh = true;

  /** Forgets the sample before, because a new member begins. */
  void begin() {
    before = NOTHING;
    fresh = true;
    calls.begin();
  }

  void write(JsonGenerator json, Sample sample) {
    json.writeStartObject();
    json.writeStringProperty("type", fresh ? "sample" : "change");
    json.writeStringProperty("time", sample.time().toString());
    json.writeNumberProperty("nanos", sample.nanos());
    if (!sample.devices().equals(before.devices())) {
      NamesJson.DEVICES.write(json, "devices", sample.devices());
    }
    NamesJson.write(json, before.cgroups(), sample.cgroups());
    CountsJson.write(json, before.counts(), sample.counts());
    if (!sample.errors().equals(before.errors())) {
      CountsJson.writeErrors(json, sample.errors());
    }
    if (!sample.health().equals(before.health())) {
      HealthJson.write(json, before.health(), sample.health());
    }
    calls.write(json, sample.time(), sample.calls());
    AsyncJson.write(json, sample.time(), sample.asyncEvents());
    if (sample.callsLeftOut() != 0) {
      json.writeNumberProperty("calls_left_out", sample.callsLeftOut());
    }
    if (!sample.inventory().equals(before.inventory())) {
      InventoryJson.write(json, before.inventory(), sample.inventory());
    }
    if (!sample.facts().equals(before.facts())) {
      NamesJson.write(json, before.facts(), sample.facts());
    }
    if (!sample.cost().equals(before.cost())) {
      HealthJson.COST.write(json, "cost", sample.cost());
    }
    if (!sample.enforcement().equals(before.enforcement())) {
      EnforcementJson.ENFORCEMENT.write(json, "enforcement", sample.enforcement());
    }
    if (!sample.ethernet().equals(before.ethernet())) {
      EthernetJson.ETHERNET.write(json, "ethernet", sample.ethernet());
    }
    json.writeEndObject();
    before = sample;
    fresh = false;
  }

  /** Reads a line; null if it is not a sample. */
  @Nullable Sample read(JsonParser json) {
    if (json.nextToken() != JsonToken.START_OBJECT
        || !"type".equals(json.nextName())
        || json.nextToken() != JsonToken.VALUE_STRING) {
      return null;
    }
    switch (json.getString()) {
      case "sample" -> begin();
      case "change" -> {
        if (fresh) {
          return null;
        }
      }
      default -> {
        return null;
      }
    }
    before = readChange(json);
    fresh = false;
    return before;
  }

  private Sample readChange(JsonParser json) {
    Instant time = before.time();
    long nanos = before.nanos();
    List<Device> devices = before.devices();
    Map<Long, Cgroup> cgroups = new TreeMap<>();
    before.cgroups().forEach(cgroup -> cgroups.put(cgroup.id(), cgroup));
    Map<Scope, Counts> counts = new HashMap<>(before.counts());
    Map<Verb, Map<Integer, Long>> errors = before.errors();
    List<Health.Hook> hooks = before.health().hooks();
    Health health = before.health();
    List<ControlCall> finished = new ArrayList<>();
    List<AsyncEvent> events = List.of();
    long leftOut = 0;
    Inventory inventory = before.inventory();
    Map<Integer, DeviceFacts> facts = new HashMap<>(before.facts());
    Cost cost = before.cost();
    Enforcement enforcement = before.enforcement();
    Ethernet ethernet = before.ethernet();
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      json.nextToken();
      switch (key) {
        case "time" -> time = Instant.parse(json.getString());
        case "nanos" -> nanos = json.getLongValue();
        case "devices" -> devices = NamesJson.DEVICES.read(json);
        case "cgroups" -> NamesJson.readCgroups(json, cgroups);
        case "cgroups_gone" -> NamesJson.readGone(json, cgroups);
        case "counts" -> CountsJson.read(json, counts);
        case "counts_gone" -> CountsJson.readGone(json, counts);
        case "errors" -> errors = CountsJson.readErrors(json);
        case "hooks" -> hooks = HealthJson.HOOKS.read(json);
        case "health" -> health = HealthJson.read(json, hooks);
        case "callers" -> calls.readCallers(json);
        case "calls" -> finished = calls.read(json, time);
        case "async_events" -> events = AsyncJson.read(json, time);
        case "calls_left_out" -> leftOut = json.getLongValue();
        case "inventory" -> inventory = InventoryJson.read(json, inventory);
        case "facts" -> NamesJson.readFacts(json, facts);
        case "cost" -> cost = HealthJson.COST.read(json);
        case "enforcement" -> enforcement = EnforcementJson.ENFORCEMENT.read(json);
        case "ethernet" -> ethernet = EthernetJson.ETHERNET.read(json);
        default -> json.skipChildren();
      }
    }
    return new Sample(
        time,
        nanos,
        devices,
        List.copyOf(cgroups.values()),
        counts,
        errors,
        health,
        finished,
        leftOut,
        inventory,
        facts,
        cost,
        enforcement,
        ethernet,
        events);
  }
}
