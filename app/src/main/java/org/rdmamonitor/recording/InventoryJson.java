// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.Instant;
import java.util.List;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.Inventory.Owner;
import org.rdmamonitor.model.resource.Inventory.Rest;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.ResourceType;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/**
 * The listing of objects: what was added, changed or removed since the previous listing. A list
 * that has two objects of the same name, or is not in the order of names, is written in full.
 */
final class InventoryJson {

  /** What identifies an object. */
  private record Name(ResourceType type, int device, int id) implements Comparable<Name> {
    static Name of(LiveObject object) {
      return new Name(object.type(), object.device(), object.id());
    }

    private static Name from(Fields<Name> fields) {
      return new Name(
          fields.field("object", Name::type, ObjectJson.KNOWN_TYPE),
          fields.integer("device", Name::device),
          fields.integer("id", Name::id));
    }

    // Written by hand: the comparators that Comparator builds are not in the AOT cache, so each
    // would be generated anew at every start.
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

  private static final FieldType<Name> NAME = Shape.of(Name::from).asArray();
  private static final FieldType<Rest> REST = Shape.of(InventoryJson::rest).asArray();
  private static final FieldType<Owner> OWNER = Shape.of(InventoryJson::owner).asArray();

  private InventoryJson() {}

  static void write(JsonGenerator json, Inventory before, Inventory now) {
    json.writeObjectPropertyStart("inventory");
    json.writeStringProperty("time", now.time().toString());
    if (isOrdered(before.objects()) && isOrdered(now.objects())) {
      writeChanges(json, before.objects(), now.objects());
    } else {
      json.writeBooleanProperty("whole", true);
      ObjectJson.write(json, now.objects());
    }
    if (!now.processes().equals(before.processes())) {
      OWNER.writeEach(json, "processes", now.processes());
    }
    if (!now.leftOut().equals(before.leftOut())) {
      REST.writeEach(json, "left_out", now.leftOut());
    }
    if (!now.handles().equals(before.handles())) {
      HandleJson.write(json, before.handles(), now.handles());
    }
    if (now.handlesLeftOut() != before.handlesLeftOut()) {
      json.writeNumberProperty("handles_left_out", now.handlesLeftOut());
    }
    json.writeEndObject();
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
    Changes<Name, LiveObject> changes = Changes.between(before, now, Name::of);
    ObjectJson.write(json, changes.changed());
    if (!changes.gone().isEmpty()) {
      NAME.writeEach(json, "gone", changes.gone());
    }
  }

  private static Rest rest(Fields<Rest> fields) {
    return new Rest(
        fields.integer("pid", Rest::pid),
        fields.field("object", Rest::type, ObjectJson.KNOWN_TYPE),
        fields.number("count", Rest::count),
        fields.number("size", Rest::size));
  }

  private static Owner owner(Fields<Owner> fields) {
    return new Owner(
        fields.integer("pid", Owner::pid),
        fields.text("comm", Owner::comm),
        fields.number("cgroup", Owner::cgroup),
        fields.field("cpu_ns", Owner::cpu, FieldType.NANOSECONDS),
        fields.field("started_ns", Owner::started, FieldType.NANOSECONDS));
  }

  /** Reads the value of "inventory". */
  static Inventory read(JsonParser json, Inventory before) {
    Instant time = Instant.EPOCH;
    boolean whole = false;
    List<LiveObject> changed = List.of();
    List<Name> gone = List.of();
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
        case "objects" -> changed = ObjectJson.read(json);
        case "gone" -> gone = NAME.readEach(json);
        case "processes" -> processes = OWNER.readEach(json);
        case "left_out" -> leftOut = REST.readEach(json);
        case "handles" -> handles = HandleJson.HANDLE.readEach(json);
        case "handles_gone" -> handlesGone = FieldType.INTEGER.readEach(json);
        case "handles_left_out" -> handlesLeftOut = json.getLongValue();
        default -> json.skipChildren();
      }
    }
    return new Inventory(
        time,
        whole ? changed : new Changes<>(changed, gone).since(before.objects(), Name::of),
        processes,
        leftOut,
        new Changes<>(handles, handlesGone).since(before.handles(), AddressHandle::number),
        handlesLeftOut);
  }
}
