// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.model.Cgroup;
import org.rdmamonitor.model.Device;
import org.rdmamonitor.model.DeviceFacts;
import org.rdmamonitor.model.DeviceFacts.Port;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Devices, cgroups, and what is known of devices. */
final class NamesJson {
  static final Codec<List<Device>> DEVICES =
      Codec.list(
          Shape.array(
              f -> new Device(f.integer("index", Device::index), f.text("name", Device::name))));

  private static final Codec<List<Cgroup>> CGROUPS =
      Codec.list(
          Shape.array(f -> new Cgroup(f.number("id", Cgroup::id), f.text("path", Cgroup::path))));

  private static final Codec<Map<String, Long>> COUNTERS =
      Codec.map(name -> name, Optional::of, Codec.NUMBER);

  private static final Codec<List<Port>> PORTS =
      Codec.list(
          Shape.object(f ->
              new Port(
                  f.integer("number", Port::number),
                  f.text("state", Port::state),
                  f.text("physical_state", Port::physicalState),
                  f.text("link_layer", Port::linkLayer),
                  f.text("rate", Port::rate),
                  f.text("netdev", Port::netdev),
                  f.value("counters", COUNTERS, Port::counters))));

  private static final Shape<DeviceFacts> FACTS =
      Shape.object(f ->
          new DeviceFacts(
              f.value("most", Names.TYPES.map(Codec.NUMBER), DeviceFacts::most),
              f.value("ports", PORTS, DeviceFacts::ports)));

  /** By the index of the device; null for one that is gone. */
  private static final Codec<Map<Integer, Optional<DeviceFacts>>> FACTS_BY_DEVICE =
      Codec.map(
          index -> Integer.toString(index),
          index -> Optional.of(Integer.valueOf(index)),
          FACTS.orNull());

  private NamesJson() {}

  static void write(JsonGenerator json, List<Cgroup> before, List<Cgroup> now) {
    Set<Cgroup> known = new HashSet<>(before);
    List<Cgroup> changed = now.stream().filter(cgroup -> !known.contains(cgroup)).toList();
    if (!changed.isEmpty()) {
      CGROUPS.write(json, "cgroups", changed);
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

  /** Reads the value of "cgroups". */
  static void readCgroups(JsonParser json, Map<Long, Cgroup> cgroups) {
    CGROUPS.read(json).forEach(cgroup -> cgroups.put(cgroup.id(), cgroup));
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
    Map<Integer, Optional<DeviceFacts>> changed = new LinkedHashMap<>();
    now.forEach((index, facts) -> {
      if (!facts.equals(before.get(index))) {
        changed.put(index, Optional.of(facts));
      }
    });
    before.keySet().stream()
        .filter(index -> !now.containsKey(index))
        .forEach(index -> changed.put(index, Optional.empty()));
    FACTS_BY_DEVICE.write(json, "facts", changed);
  }

  /** Reads the value of "facts". */
  static void readFacts(JsonParser json, Map<Integer, DeviceFacts> all) {
    FACTS_BY_DEVICE
        .read(json)
        .forEach((index, facts) ->
            facts.ifPresentOrElse(known -> all.put(index, known), () -> all.remove(index)));
  }
}
