// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.GivenNames;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.DeviceFacts.Port;
import org.rdmamonitor.model.resource.ResourceType;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Devices, cgroups, and what is known of devices. */
final class NamesJson {
  private NamesJson() {}

  static void write(JsonGenerator json, List<Device> devices) {
    json.writeArrayPropertyStart("devices");
    for (Device device : devices) {
      json.writeStartArray();
      json.writeNumber(device.index());
      json.writeString(device.name());
      if (!device.netns().isEmpty()) {
        json.writeString(device.netns());
      }
      json.writeEndArray();
    }
    json.writeEndArray();
  }

  /** Reads the value of "devices". */
  static List<Device> readDevices(JsonParser json) {
    List<Device> devices = new ArrayList<>();
    while (Values.nextArray(json)) {
      int index = Values.nextInt(json);
      String name = Values.nextString(json);
      // Earlier versions have no network namespaces, and pass over them.
      if (json.nextToken() == JsonToken.VALUE_STRING) {
        devices.add(new Device(index, name, json.getString()));
        Values.endArray(json);
      } else {
        devices.add(new Device(index, name));
      }
    }
    return List.copyOf(devices);
  }

  static void write(JsonGenerator json, List<Cgroup> before, List<Cgroup> now) {
    Set<Cgroup> known = new HashSet<>(before);
    List<Cgroup> changed = now.stream().filter(cgroup -> !known.contains(cgroup)).toList();
    if (!changed.isEmpty()) {
      json.writeArrayPropertyStart("cgroups");
      for (Cgroup cgroup : changed) {
        json.writeStartArray();
        json.writeNumber(cgroup.id());
        json.writeString(cgroup.path());
        writeBeyondPath(json, cgroup);
        json.writeEndArray();
      }
      json.writeEndArray();
    }
    Set<Long> ids = new HashSet<>();
    now.forEach(cgroup -> ids.add(cgroup.id()));
    List<Cgroup> gone = before.stream().filter(cgroup -> !ids.contains(cgroup.id())).toList();
    if (!gone.isEmpty()) {
      json.writeArrayPropertyStart("cgroups_gone");
      gone.forEach(cgroup -> json.writeNumber(cgroup.id()));
      json.writeEndArray();
    }
  }

  /** What is known besides a path, if anything is; earlier versions pass over it. */
  private static void writeBeyondPath(JsonGenerator json, Cgroup cgroup) {
    GivenNames given = cgroup.given();
    boolean isTrusted = cgroup.trustedLevels() == Cgroup.ALL_LEVELS;
    if (given.isNone() && isTrusted && !cgroup.gone()) {
      return;
    }
    Map<String, String> names = new LinkedHashMap<>();
    names.put("namespace", given.namespace());
    names.put("pod", given.pod());
    names.put("container", given.container());
    names.put("user", given.user());
    json.writeStartObject();
    if (!isTrusted) {
      json.writeNumberProperty("trusted_levels", cgroup.trustedLevels());
    }
    names.forEach((key, name) -> {
      if (!name.isEmpty()) {
        json.writeStringProperty(key, name);
      }
    });
    if (cgroup.gone()) {
      json.writeBooleanProperty("gone", true);
    }
    json.writeEndObject();
  }

  private static Cgroup readBeyondPath(JsonParser json, Cgroup cgroup) {
    int trustedLevels = cgroup.trustedLevels();
    boolean gone = false;
    Map<String, String> given = new HashMap<>();
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      JsonToken value = json.nextToken();
      if (value == JsonToken.VALUE_STRING) {
        given.put(key, json.getString());
      } else if (value == JsonToken.VALUE_NUMBER_INT && key.equals("trusted_levels")) {
        trustedLevels = Math.max(0, json.getIntValue());
      } else if (key.equals("gone")) {
        gone = value == JsonToken.VALUE_TRUE;
      }
      json.skipChildren();
    }
    return new Cgroup(
        cgroup.id(),
        cgroup.path(),
        trustedLevels,
        new GivenNames(
            given.getOrDefault("namespace", ""),
            given.getOrDefault("pod", ""),
            given.getOrDefault("container", ""),
            given.getOrDefault("user", "")),
        gone);
  }

  /** Reads the value of "cgroups". */
  static void readCgroups(JsonParser json, Map<Long, Cgroup> cgroups) {
    while (Values.nextArray(json)) {
      long id = Values.nextLong(json);
      String path = Values.nextString(json);
      Cgroup cgroup = new Cgroup(id, path);
      if (json.nextToken() == JsonToken.START_OBJECT) {
        cgroup = readBeyondPath(json, cgroup);
        Values.endArray(json);
      } else if (json.currentToken() != JsonToken.END_ARRAY) {
        json.skipChildren();
        Values.endArray(json);
      }
      cgroups.put(id, cgroup);
    }
  }

  /** Reads the value of "cgroups_gone". */
  static void readGone(JsonParser json, Map<Long, Cgroup> cgroups) {
    while (json.nextToken() != JsonToken.END_ARRAY) {
      cgroups.remove(json.getLongValue());
    }
  }

  /** Writes the devices of which something else is known than before. */
  static void write(
      JsonGenerator json, Map<Integer, DeviceFacts> before, Map<Integer, DeviceFacts> now) {
    json.writeObjectPropertyStart("facts");
    now.forEach((index, facts) -> {
      if (!facts.equals(before.get(index))) {
        json.writeObjectPropertyStart(Integer.toString(index));
        write(json, facts);
        json.writeEndObject();
      }
    });
    before.forEach((index, facts) -> {
      if (!now.containsKey(index)) {
        json.writeNullProperty(Integer.toString(index));
      }
    });
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, DeviceFacts facts) {
    json.writeObjectPropertyStart("most");
    facts.most().forEach((type, most) -> json.writeNumberProperty(type.name(), most));
    json.writeEndObject();
    json.writeArrayPropertyStart("ports");
    for (Port port : facts.ports()) {
      json.writeStartObject();
      json.writeNumberProperty("number", port.number());
      json.writeStringProperty("state", port.state());
      json.writeStringProperty("physical_state", port.physicalState());
      json.writeStringProperty("link_layer", port.linkLayer());
      json.writeStringProperty("rate", port.rate());
      json.writeStringProperty("netdev", port.netdev());
      if (port.lid() != 0) {
        json.writeNumberProperty("lid", port.lid());
      }
      json.writeObjectPropertyStart("counters");
      port.counters().forEach(json::writeNumberProperty);
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Reads the value of "facts". */
  static void readFacts(JsonParser json, Map<Integer, DeviceFacts> facts) {
    for (String index = json.nextName(); index != null; index = json.nextName()) {
      if (json.nextToken() == JsonToken.VALUE_NULL) {
        facts.remove(Integer.valueOf(index));
      } else {
        facts.put(Integer.valueOf(index), readFacts(json));
      }
    }
  }

  private static DeviceFacts readFacts(JsonParser json) {
    Map<ResourceType, Long> most = new HashMap<>();
    List<Port> ports = new ArrayList<>();
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      json.nextToken();
      switch (key) {
        case "most" ->
            readNumbers(json)
                .forEach((name, n) -> {
                  for (ResourceType type : ResourceType.values()) {
                    if (type.name().equals(name)) {
                      most.put(type, n);
                    }
                  }
                });
        case "ports" -> {
          while (json.nextToken() == JsonToken.START_OBJECT) {
            ports.add(readPort(json));
          }
        }
        default -> json.skipChildren();
      }
    }
    return new DeviceFacts(most, ports);
  }

  private static Port readPort(JsonParser json) {
    int number = 0;
    int lid = 0;
    Map<String, String> texts = new HashMap<>();
    Map<String, Long> counters = Map.of();
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      JsonToken token = json.nextToken();
      switch (key) {
        case "number" -> number = json.getIntValue();
        case "lid" -> lid = json.getIntValue();
        case "counters" -> counters = readNumbers(json);
        default -> {
          if (token == JsonToken.VALUE_STRING) {
            texts.put(key, json.getString());
          }
          json.skipChildren();
        }
      }
    }
    return new Port(
        number,
        texts.getOrDefault("state", ""),
        texts.getOrDefault("physical_state", ""),
        texts.getOrDefault("link_layer", ""),
        texts.getOrDefault("rate", ""),
        texts.getOrDefault("netdev", ""),
        lid,
        counters);
  }

  private static Map<String, Long> readNumbers(JsonParser json) {
    Map<String, Long> numbers = new HashMap<>();
    for (String name = json.nextName(); name != null; name = json.nextName()) {
      numbers.put(name, Values.nextLong(json));
    }
    return numbers;
  }
}
