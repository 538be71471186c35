// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.json;

import java.util.OptionalInt;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.CgroupName;
import org.rdmamonitor.model.cgroup.GivenNames;
import org.rdmamonitor.model.resource.Device;
import tools.jackson.core.JsonGenerator;

/** Members that several outputs write in the same way. */
public final class JsonMembers {
  private JsonMembers() {}

  /** Writes a number of 32 bits without a sign, if there is one. */
  public static void number(JsonGenerator json, String key, OptionalInt number) {
    if (number.isPresent()) {
      json.writeNumberProperty(key, Integer.toUnsignedLong(number.getAsInt()));
    }
  }

  /**
   * Writes which device it is; for a device in another network namespace also its name alone, and
   * the namespace.
   */
  static void device(JsonGenerator json, Device device) {
    json.writeStringProperty("device", device.label());
    if (!device.netns().isEmpty()) {
      json.writeStringProperty("name", device.name());
      json.writeStringProperty("netns", device.netns());
    }
  }

  /** Writes the cgroup that something belongs to: id, path, and its other name if it has one. */
  public static void cgroup(JsonGenerator json, Cgroup cgroup) {
    json.writeNumberProperty("cgroup_id", cgroup.id());
    json.writeStringProperty("cgroup", cgroup.path());
    CgroupName.of(cgroup).ifPresent(name -> json.writeStringProperty("cgroup_name", name));
    given(json, cgroup.given());
  }

  /** Writes the names of a workload, each if it is known. */
  static void given(JsonGenerator json, GivenNames given) {
    text(json, "namespace", given.namespace());
    text(json, "pod", given.pod());
    text(json, "container", given.container());
    text(json, "slurm_user", given.user());
  }

  private static void text(JsonGenerator json, String key, String text) {
    if (!text.isEmpty()) {
      json.writeStringProperty(key, text);
    }
  }
}
