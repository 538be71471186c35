// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rdmamonitor.model.resource.AddressHandle;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The address handles: which were made, or are another's now, and which are gone. */
final class HandleJson {
  private HandleJson() {}

  static void write(JsonGenerator json, List<AddressHandle> before, List<AddressHandle> now) {
    Map<Integer, AddressHandle> old = new HashMap<>();
    before.forEach(handle -> old.put(handle.number(), handle));
    json.writeArrayPropertyStart("handles");
    for (AddressHandle handle : now) {
      if (!handle.equals(old.remove(handle.number()))) {
        write(json, handle);
      }
    }
    json.writeEndArray();
    if (!old.isEmpty()) {
      json.writeArrayPropertyStart("handles_gone");
      old.keySet().stream().sorted().forEach(json::writeNumber);
      json.writeEndArray();
    }
  }

  private static void write(JsonGenerator json, AddressHandle handle) {
    json.writeStartObject();
    json.writeNumberProperty("number", handle.number());
    json.writeNumberProperty("device", handle.device());
    json.writeNumberProperty("pdn", handle.pdn());
    json.writeNumberProperty("pid", handle.pid());
    json.writeStringProperty("comm", handle.owner());
    json.writeNumberProperty("cgroup", handle.cgroup());
    json.writeStringProperty("since", handle.since().toString());
    PathJson.write(json, handle.address());
    json.writeEndObject();
  }

  /** Reads the value of "handles". */
  static List<AddressHandle> read(JsonParser json) {
    List<AddressHandle> handles = new ArrayList<>();
    while (json.nextToken() == JsonToken.START_OBJECT) {
      handles.add(handle(Fields.read(json)));
    }
    return handles;
  }

  private static AddressHandle handle(Fields fields) {
    return new AddressHandle(
        (int) fields.number("number"),
        (int) fields.number("device"),
        (int) fields.number("pdn"),
        (int) fields.number("pid"),
        fields.text("comm"),
        fields.number("cgroup"),
        Instant.parse(fields.text("since")),
        PathJson.address(fields.object("address").orElse(Fields.NONE)));
  }

  /** Reads the value of "handles_gone". */
  static List<Integer> readGone(JsonParser json) {
    List<Integer> gone = new ArrayList<>();
    while (json.nextToken() == JsonToken.VALUE_NUMBER_INT) {
      gone.add(json.getIntValue());
    }
    return gone;
  }

  static List<AddressHandle> merge(
      List<AddressHandle> before, List<AddressHandle> changed, List<Integer> gone) {
    Map<Integer, AddressHandle> handles = new TreeMap<>();
    before.forEach(handle -> handles.put(handle.number(), handle));
    changed.forEach(handle -> handles.put(handle.number(), handle));
    gone.forEach(handles::remove);
    return List.copyOf(handles.values());
  }
}
