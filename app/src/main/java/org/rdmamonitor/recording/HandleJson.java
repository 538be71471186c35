// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rdmamonitor.model.resource.AddressHandle;
import tools.jackson.core.JsonGenerator;

/** The address handles: which were made, or are another's now, and which are gone. */
final class HandleJson {
  static final Kind<AddressHandle> HANDLE = Shape.of(HandleJson::handle).asObject();

  private HandleJson() {}

  static void write(JsonGenerator json, List<AddressHandle> before, List<AddressHandle> now) {
    Map<Integer, AddressHandle> old = new HashMap<>();
    before.forEach(handle -> old.put(handle.number(), handle));
    List<AddressHandle> changed = new ArrayList<>();
    for (AddressHandle handle : now) {
      if (!handle.equals(old.remove(handle.number()))) {
        changed.add(handle);
      }
    }
    json.writeName("handles");
    Kind.listOf(HANDLE).write(json, changed);
    if (!old.isEmpty()) {
      json.writeName("handles_gone");
      Kind.listOf(Kind.INTEGER).write(json, old.keySet().stream().sorted().toList());
    }
  }

  private static AddressHandle handle(Fields<AddressHandle> fields) {
    return new AddressHandle(
        fields.integer("number", AddressHandle::number),
        fields.integer("device", AddressHandle::device),
        fields.integer("pdn", AddressHandle::pdn),
        fields.integer("pid", AddressHandle::pid),
        fields.text("comm", AddressHandle::owner),
        fields.number("cgroup", AddressHandle::cgroup),
        fields.field("since", AddressHandle::since, Kind.MOMENT),
        fields.field("address", AddressHandle::address, PathJson.ADDRESS));
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
