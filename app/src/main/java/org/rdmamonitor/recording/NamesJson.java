// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.GivenNames;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.DeviceFacts.Port;
import org.rdmamonitor.model.resource.ResourceType;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Devices, cgroups, and the facts known about devices. */
final class NamesJson {
  private static final FieldType<List<Port>> PORTS =
      FieldType.listOf(Shape.of(NamesJson::port).asObject());
  private static final FieldType<Map<ResourceType, Long>> MOST =
      FieldType.numbersOf(List.of(ResourceType.values()), ResourceType::name);
  private static final FieldType<DeviceFacts> FACTS = Shape.of(NamesJson::facts).asObject();

  private static final FieldType<Integer> TRUSTED_LEVELS =
      FieldType.INTEGER
          .as(levels -> levels, levels -> Math.max(0, levels))
          .otherwise(Cgroup.ALL_LEVELS);
  private static final FieldType<BeyondPath> BEYOND_PATH =
      Shape.of(NamesJson::beyondPath).asObject().unlessAbsent();
  private static final FieldType<Cgroup> CGROUP = Shape.of(NamesJson::cgroup).asArray();

  static final FieldType<List<Device>> DEVICES =
      FieldType.listOf(Shape.of(NamesJson::device).asArray());

  /** What is known about a cgroup besides its path; earlier versions do not write this. */
  private record BeyondPath(int trustedLevels, GivenNames given, boolean gone) {
    BeyondPath(Cgroup cgroup) {
      this(cgroup.trustedLevels(), cgroup.given(), cgroup.gone());
    }
  }

  private NamesJson() {}

  private static Device device(Fields<Device> fields) {
    return new Device(
        fields.integer("index", Device::index),
        fields.text("name", Device::name),
        fields.last("netns", Device::netns, FieldType.TEXT_IF_ANY));
  }

  static void write(JsonGenerator json, List<Cgroup> before, List<Cgroup> now) {
    Changes<Long, Cgroup> changes = Changes.between(before, now, Cgroup::id);
    if (!changes.changed().isEmpty()) {
      CGROUP.writeEach(json, "cgroups", changes.changed());
    }
    if (!changes.gone().isEmpty()) {
      FieldType.NUMBER.writeEach(json, "cgroups_gone", changes.gone());
    }
  }

  /** Reads the value of "cgroups". */
  static void readCgroups(JsonParser json, Map<Long, Cgroup> cgroups) {
    CGROUP.readEach(json).forEach(cgroup -> cgroups.put(cgroup.id(), cgroup));
  }

  /** Reads the value of "cgroups_gone". */
  static void readGone(JsonParser json, Map<Long, Cgroup> cgroups) {
    FieldType.NUMBER.readEach(json).forEach(cgroups::remove);
  }

  private static Cgroup cgroup(Fields<Cgroup> fields) {
    long id = fields.number("id", Cgroup::id);
    String path = fields.text("path", Cgroup::path);
    BeyondPath beyond = fields.last("beyond_path", BeyondPath::new, BEYOND_PATH);
    return new Cgroup(id, path, beyond.trustedLevels(), beyond.given(), beyond.gone());
  }

  private static BeyondPath beyondPath(Fields<BeyondPath> fields) {
    return new BeyondPath(
        fields.field("trusted_levels", BeyondPath::trustedLevels, TRUSTED_LEVELS),
        given(fields.part(BeyondPath::given)),
        fields.field("gone", BeyondPath::gone, FieldType.TRUTH.unlessAbsent()));
  }

  private static GivenNames given(Fields<GivenNames> fields) {
    return new GivenNames(
        fields.field("namespace", GivenNames::namespace, FieldType.TEXT_IF_ANY),
        fields.field("pod", GivenNames::pod, FieldType.TEXT_IF_ANY),
        fields.field("container", GivenNames::container, FieldType.TEXT_IF_ANY),
        fields.field("user", GivenNames::user, FieldType.TEXT_IF_ANY));
  }

  /** Writes the devices whose facts have changed. */
  static void write(
      JsonGenerator json, Map<Integer, DeviceFacts> before, Map<Integer, DeviceFacts> now) {
    json.writeObjectPropertyStart("facts");
    now.forEach((index, facts) -> {
      if (!facts.equals(before.get(index))) {
        FACTS.write(json, Integer.toString(index), facts);
      }
    });
    before.forEach((index, facts) -> {
      if (!now.containsKey(index)) {
        json.writeNullProperty(Integer.toString(index));
      }
    });
    json.writeEndObject();
  }

  /** Reads the value of "facts". */
  static void readFacts(JsonParser json, Map<Integer, DeviceFacts> facts) {
    for (String index = json.nextName(); index != null; index = json.nextName()) {
      if (json.nextToken() == JsonToken.VALUE_NULL) {
        facts.remove(Integer.valueOf(index));
      } else {
        facts.put(Integer.valueOf(index), FACTS.read(json));
      }
    }
  }

  private static DeviceFacts facts(Fields<DeviceFacts> fields) {
    return new DeviceFacts(
        fields.field("most", DeviceFacts::most, MOST),
        fields.field("ports", DeviceFacts::ports, PORTS));
  }

  private static Port port(Fields<Port> fields) {
    return new Port(
        fields.integer("number", Port::number),
        fields.text("state", Port::state),
        fields.text("physical_state", Port::physicalState),
        fields.text("link_layer", Port::linkLayer),
        fields.text("rate", Port::rate),
        fields.text("netdev", Port::netdev),
        fields.field("lid", Port::lid, FieldType.INTEGER.unlessAbsent()),
        fields.field("counters", Port::counters, FieldType.numbers()));
  }
}
