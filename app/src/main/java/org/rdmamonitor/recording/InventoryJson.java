// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.Inventory.Owner;
import org.rdmamonitor.model.resource.Inventory.Rest;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.ResourceType;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The listing of objects: what was added, changed or removed since the one before. A list that has
 * two objects of one name, or another order than that of names, is written as a whole.
 */
final class InventoryJson {

  /** What tells one object from another. */
  private record Name(ResourceType type, int device, int id) implements Comparable<Name> {
    static Name of(LiveObject object) {
      return new Name(object.type(), object.device(), object.id());
    }

    // Those that Comparator makes are in no AOT cache: each is made anew at each start.
    @Override
    public int compareTo(Name other) {
      int byType = type.compareTo(other.type);
      if (byType != 0) {
        return byType;
      }
      int byDevice = Integer.compare(device, other.device);
      return byDevice == 0 ? Integer.compare(id, other.id) : byDevice;
    }
  }

  private InventoryJson() {}

  static void write(JsonGenerator json, Inventory before, Inventory now) {
    json.writeObjectPropertyStart("inventory");
    json.writeStringProperty("time", now.time().toString());
    if (isOrdered(before.objects()) && isOrdered(now.objects())) {
      writeChanges(json, before.objects(), now.objects());
    } else {
      json.writeBooleanProperty("whole", true);
      writeObjects(json, now.objects());
    }
    if (!now.processes().equals(before.processes())) {
      writeProcesses(json, now.processes());
    }
    if (!now.leftOut().equals(before.leftOut())) {
      writeRest(json, now.leftOut());
    }
    if (!now.handles().equals(before.handles())) {
      HandleJson.write(json, before.handles(), now.handles());
    }
    if (now.handlesLeftOut() != before.handlesLeftOut()) {
      json.writeNumberProperty("handles_left_out", now.handlesLeftOut());
    }
    json.writeEndObject();
  }

  private static void writeRest(JsonGenerator json, List<Rest> leftOut) {
    json.writeArrayPropertyStart("left_out");
    for (Rest rest : leftOut) {
      json.writeStartArray();
      json.writeNumber(rest.pid());
      json.writeString(rest.type().name());
      json.writeNumber(rest.count());
      json.writeNumber(rest.size());
      json.writeEndArray();
    }
    json.writeEndArray();
  }

  private static List<Rest> readRest(JsonParser json) {
    List<Rest> leftOut = new ArrayList<>();
    while (Values.nextArray(json)) {
      int pid = Values.nextInt(json);
      String type = Values.nextString(json);
      long count = Values.nextLong(json);
      long size = Values.nextLong(json);
      ObjectJson.type(type).ifPresent(t -> leftOut.add(new Rest(pid, t, count, size)));
      Values.endArray(json);
    }
    return List.copyOf(leftOut);
  }

  private static boolean isOrdered(List<LiveObject> list) {
    for (int i = 1; i < list.size(); i++) {
      if (Name.of(list.get(i - 1)).compareTo(Name.of(list.get(i))) >= 0) {
        return false;
      }
    }
    return true;
  }

  private static void writeChanges(
      JsonGenerator json, List<LiveObject> before, List<LiveObject> now) {
    Map<Name, LiveObject> old = new LinkedHashMap<>();
    before.forEach(object -> old.put(Name.of(object), object));
    List<LiveObject> changed = new ArrayList<>();
    for (LiveObject object : now) {
      if (!object.equals(old.remove(Name.of(object)))) {
        changed.add(object);
      }
    }
    writeObjects(json, changed);
    if (!old.isEmpty()) {
      json.writeArrayPropertyStart("gone");
      for (Name name : old.keySet()) {
        json.writeStartArray();
        json.writeString(name.type().name());
        json.writeNumber(name.device());
        json.writeNumber(name.id());
        json.writeEndArray();
      }
      json.writeEndArray();
    }
  }

  private static void writeObjects(JsonGenerator json, List<LiveObject> objects) {
    json.writeArrayPropertyStart("objects");
    objects.forEach(object -> ObjectJson.write(json, object));
    json.writeEndArray();
  }

  private static void writeProcesses(JsonGenerator json, List<Owner> processes) {
    json.writeArrayPropertyStart("processes");
    for (Owner owner : processes) {
      json.writeStartArray();
      json.writeNumber(owner.pid());
      json.writeString(owner.comm());
      json.writeNumber(owner.cgroup());
      json.writeNumber(owner.cpu().toNanos());
      json.writeNumber(owner.started().toNanos());
      json.writeEndArray();
    }
    json.writeEndArray();
  }

  /** Reads the value of "inventory". */
  static Inventory read(JsonParser json, Inventory before) {
    Instant time = Instant.EPOCH;
    boolean whole = false;
    List<LiveObject> changed = List.of();
    List<Name> gone = new ArrayList<>();
    List<Owner> processes = before.processes();
    List<Rest> leftOut = before.leftOut();
    List<AddressHandle> handles = List.of();
    List<Integer> handlesGone = List.of();
    long handlesLeftOut = before.handlesLeftOut();
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      json.nextToken();
      switch (key) {
        case "time" -> time = Instant.parse(json.getString());
        case "whole" -> whole = json.getBooleanValue();
        case "objects" -> changed = readObjects(json);
        case "gone" -> {
          while (Values.nextArray(json)) {
            String type = Values.nextString(json);
            int device = Values.nextInt(json);
            int id = Values.nextInt(json);
            ObjectJson.type(type).ifPresent(t -> gone.add(new Name(t, device, id)));
            Values.endArray(json);
          }
        }
        case "processes" -> processes = readProcesses(json);
        case "left_out" -> leftOut = readRest(json);
        case "handles" -> handles = HandleJson.read(json);
        case "handles_gone" -> handlesGone = HandleJson.readGone(json);
        case "handles_left_out" -> handlesLeftOut = json.getLongValue();
        default -> json.skipChildren();
      }
    }
    return new Inventory(
        time,
        whole ? changed : merge(before, changed, gone),
        processes,
        leftOut,
        HandleJson.merge(before.handles(), handles, handlesGone),
        handlesLeftOut);
  }

  private static List<LiveObject> merge(
      Inventory before, List<LiveObject> changed, List<Name> gone) {
    if (changed.isEmpty() && gone.isEmpty()) {
      return before.objects();
    }
    Map<Name, LiveObject> objects = new TreeMap<>();
    before.objects().forEach(object -> objects.put(Name.of(object), object));
    changed.forEach(object -> objects.put(Name.of(object), object));
    gone.forEach(objects::remove);
    return List.copyOf(objects.values());
  }

  private static List<LiveObject> readObjects(JsonParser json) {
    List<LiveObject> objects = new ArrayList<>();
    while (json.nextToken() == JsonToken.START_OBJECT) {
      ObjectJson.read(json).ifPresent(objects::add);
    }
    return objects;
  }

  private static List<Owner> readProcesses(JsonParser json) {
    List<Owner> processes = new ArrayList<>();
    while (Values.nextArray(json)) {
      int pid = Values.nextInt(json);
      String comm = Values.nextString(json);
      long cgroup = Values.nextLong(json);
      Duration cpu = Duration.ofNanos(Values.nextLong(json));
      processes.add(new Owner(pid, comm, cgroup, cpu, Duration.ofNanos(Values.nextLong(json))));
      Values.endArray(json);
    }
    return List.copyOf(processes);
  }
}
