// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.rdmamonitor.model.Counts;
import org.rdmamonitor.model.ResourceType;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.Size;
import org.rdmamonitor.model.Verb;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/** Counts by scope, and errors: a scope whose counts changed comes with all of them. */
final class CountsJson {
  /** How often each verb returned each errno. */
  static final Codec<Map<Verb, Map<Integer, Long>>> ERRORS =
      Names.VERBS.map(
          Codec.map(
              errno -> Integer.toString(errno),
              errno -> Optional.of(Integer.valueOf(errno)),
              Codec.NUMBER));

  private static final Codec<Map<Verb, long[]>> CALLS = Names.VERBS.map(Codec.row(2));
  private static final Codec<Map<ResourceType, long[]>> OBJECTS = Names.TYPES.map(Codec.row(3));
  private static final Codec<List<Scope>> SCOPES = Codec.list(Shape.array(CountsJson::scope));
  private static final Codec<List<Counted>> COUNTS =
      Codec.list(
          Shape.object(
              f -> new Counted(scope(f.of(Counted::scope)), counts(f.of(Counted::counts)))));

  private record Counted(Scope scope, Counts counts) {}

  private CountsJson() {}

  private static Scope scope(Fields<Scope> f) {
    return new Scope(f.number("cgroup", Scope::cgroup), f.integer("device", Scope::device));
  }

  private static Counts counts(Fields<Counts> f) {
    Counts.Builder counts = new Counts.Builder();
    f.value("calls", CALLS, CountsJson::calls).forEach((verb, n) -> counts.calls(verb, n[0], n[1]));
    f.value("objects", OBJECTS, CountsJson::objects)
        .forEach((type, n) -> counts.objects(type, n[0], n[1]).live(type, n[2] - (n[0] - n[1])));
    for (Size size : Size.values()) {
      counts.size(size, f.number(size.key(), now -> now.total(size)));
    }
    return counts.build();
  }

  private static Map<Verb, long[]> calls(Counts counts) {
    Map<Verb, long[]> calls = new EnumMap<>(Verb.class);
    for (Verb verb : Verb.values()) {
      if (counts.calls(verb) != 0 || counts.failed(verb) != 0) {
        calls.put(verb, new long[] {counts.calls(verb), counts.failed(verb)});
      }
    }
    return calls;
  }

  private static Map<ResourceType, long[]> objects(Counts counts) {
    Map<ResourceType, long[]> objects = new EnumMap<>(ResourceType.class);
    for (ResourceType type : ResourceType.values()) {
      long[] row = {counts.created(type), counts.destroyed(type), counts.live(type)};
      if (row[0] != 0 || row[1] != 0 || row[2] != 0) {
        objects.put(type, row);
      }
    }
    return objects;
  }

  static void write(JsonGenerator json, Map<Scope, Counts> before, Map<Scope, Counts> now) {
    List<Counted> changed =
        now.entrySet().stream()
            .filter(entry -> !Objects.equals(entry.getValue(), before.get(entry.getKey())))
            .map(entry -> new Counted(entry.getKey(), entry.getValue()))
            .toList();
    if (!changed.isEmpty()) {
      COUNTS.write(json, "counts", changed);
    }
    List<Scope> gone = before.keySet().stream().filter(s -> !now.containsKey(s)).toList();
    if (!gone.isEmpty()) {
      SCOPES.write(json, "counts_gone", gone);
    }
  }

  /** Reads the value of "counts" into a map. */
  static void read(JsonParser json, Map<Scope, Counts> counts) {
    COUNTS.read(json).forEach(counted -> counts.put(counted.scope(), counted.counts()));
  }

  /** Reads the value of "counts_gone". */
  static void readGone(JsonParser json, Map<Scope, Counts> counts) {
    SCOPES.read(json).forEach(counts::remove);
  }
}
