// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.List;
import org.rdmamonitor.model.resource.AddressHandle;
import tools.jackson.core.JsonGenerator;

/**
 * The address handles: those that were created or have changed hands since the previous sample, and
 * those that are gone.
 */
final class HandleJson {
  static final FieldType<AddressHandle> HANDLE = Shape.of(HandleJson::handle).asObject();

  private HandleJson() {}

  static void write(JsonGenerator json, List<AddressHandle> before, List<AddressHandle> now) {
    Changes<Integer, AddressHandle> changes = Changes.between(before, now, AddressHandle::number);
    HANDLE.writeEach(json, "handles", changes.changed());
    if (!changes.gone().isEmpty()) {
      FieldType.INTEGER.writeEach(json, "handles_gone", changes.gone().stream().sorted().toList());
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
        fields.field("since", AddressHandle::since, FieldType.MOMENT),
        fields.field("address", AddressHandle::address, PathJson.ADDRESS));
  }
}
