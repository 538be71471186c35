// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.OptionalInt;
import org.rdmamonitor.model.Cgroup;
import org.rdmamonitor.model.CgroupName;
import tools.jackson.core.JsonGenerator;

/** What several outputs write in the same way. */
public final class JsonMembers {
  /** Of readings: UTC, in milliseconds. */
  public static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private JsonMembers() {}

  /** Writes a number of 32 bits without a sign, if there is one. */
  public static void number(JsonGenerator json, String key, OptionalInt number) {
    if (number.isPresent()) {
      json.writeNumberProperty(key, Integer.toUnsignedLong(number.getAsInt()));
    }
  }

  /** Writes the cgroup that something belongs to: id, path, and name where its path has one. */
  public static void cgroup(JsonGenerator json, Cgroup cgroup) {
    json.writeNumberProperty("cgroup_id", cgroup.id());
    json.writeStringProperty("cgroup", cgroup.path());
    CgroupName.of(cgroup.path()).ifPresent(name -> json.writeStringProperty("cgroup_name", name));
  }
}
