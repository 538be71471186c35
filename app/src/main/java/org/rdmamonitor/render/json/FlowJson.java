// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.json;

import java.util.Locale;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.call.FlowMatch;
import org.rdmamonitor.model.ethernet.FlowRule;
import tools.jackson.core.JsonGenerator;

/** Flow rules as JSON. */
final class FlowJson {
  private FlowJson() {}

  /** Writes which frames a rule takes, as far as that is known, into the open object. */
  static void match(JsonGenerator json, FlowMatch match) {
    if (match.kind() != FlowMatch.Kind.UNKNOWN) {
      json.writeStringProperty("flow_kind", match.kind().name().toLowerCase(Locale.ROOT));
    }
    if (!match.mac().isEmpty()) {
      json.writeStringProperty("dst_mac", match.mac());
    }
    match.etherType().ifPresent(type -> json.writeNumberProperty("ether_type", type));
    match.port().ifPresent(port -> json.writeNumberProperty("dst_port", port));
  }

  /** Writes the rules that exist, as a property. */
  static void rules(JsonGenerator json, Snapshot snapshot) {
    json.writeArrayPropertyStart("flow_rules");
    for (FlowRule rule : snapshot.details().flowRules()) {
      json.writeStartObject();
      json.writeStringProperty("device", snapshot.device(rule.device()));
      json.writeNumberProperty("flow_handle", Integer.toUnsignedLong(rule.handle()));
      json.writeNumberProperty("pid", rule.maker().pid());
      json.writeStringProperty("comm", rule.maker().comm());
      json.writeNumberProperty("cgroup_id", rule.maker().cgroup());
      match(json, rule.match());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
