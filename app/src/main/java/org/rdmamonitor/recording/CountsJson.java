// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/**
 * Counts by scope, and errors: if any count of a scope has changed, all of its counts are written.
 */
final class CountsJson {
  private static final FieldType<List<Long>> NUMBERS = FieldType.listOf(FieldType.NUMBER);
  private static final FieldType<Map<String, Long>> NUMBERS_BY_NAME = FieldType.numbers();
  private static final Shape<Scope> SCOPE_SHAPE = CountsJson::scope;
  private static final FieldType<Scope> SCOPE = SCOPE_SHAPE.asArray();
  private static final FieldType<Scoped> SCOPED =
      FieldType.of(
          CountsJson::write,
          CountsJson::read,
          () -> new Scoped(new Scope(0, 0), new Counts.Builder().build()));

  private record Scoped(Scope scope, Counts counts) {}

  private CountsJson() {}

  static void write(JsonGenerator json, Map<Scope, Counts> before, Map<Scope, Counts> now) {
    List<Scoped> changed = new ArrayList<>();
    now.forEach((scope, counts) -> {
      if (!Objects.equals(counts, before.get(scope))) {
        changed.add(new Scoped(scope, counts));
      }
    });
    if (!changed.isEmpty()) {
      SCOPED.writeEach(json, "counts", changed);
    }
    List<Scope> gone = before.keySet().stream().filter(s -> !now.containsKey(s)).toList();
    if (!gone.isEmpty()) {
      SCOPE.writeEach(json, "counts_gone", gone);
    }
  }

  /** Reads the value of "counts" into a map. */
  static void read(JsonParser json, Map<Scope, Counts> counts) {
    SCOPED.readEach(json).forEach(scoped -> counts.put(scoped.scope(), scoped.counts()));
  }

  /** Reads the value of "counts_gone". */
  static void readGone(JsonParser json, Map<Scope, Counts> counts) {
    SCOPE.readEach(json).forEach(counts::remove);
  }

  private static Scope scope(Fields<Scope> fields) {
    return new Scope(
        fields.number("cgroup", Scope::cgroup), fields.integer("device", Scope::device));
  }

  private static void write(JsonGenerator json, Scoped scoped) {
    Counts counts = scoped.counts();
    json.writeStartObject();
    SCOPE_SHAPE.writeFields(json, scoped.scope());
    json.writeObjectPropertyStart("calls");
    for (Verb verb : Verb.values()) {
      numbers(json, verb.name(), counts.calls(verb), counts.failed(verb));
    }
    json.writeEndObject();
    json.writeObjectPropertyStart("objects");
    for (ResourceType type : ResourceType.values()) {
      numbers(json, type.name(), counts.created(type), counts.destroyed(type), counts.live(type));
    }
    json.writeEndObject();
    for (Size size : Size.values()) {
      json.writeNumberProperty(size.key(), counts.total(size));
    }
    json.writeEndObject();
  }

  /** Writes nothing if all of them are 0. */
  private static void numbers(JsonGenerator json, String name, Long... numbers) {
    if (Arrays.stream(numbers).anyMatch(n -> n != 0)) {
      FieldType.NUMBER.writeEach(json, name, List.of(numbers));
    }
  }

  private static Scoped read(Object tree) {
    Map<String, @Nullable Object> fields = FieldType.object(tree);
    Counts.Builder counts = new Counts.Builder();
    numbers(
        fields.get("calls"),
        CallsJson.KNOWN_VERB,
        (verb, n) -> counts.calls(verb, n.get(0), n.get(1)));
    numbers(
        fields.get("objects"),
        ObjectJson.TYPE,
        (type, n) ->
            counts.objects(type, n.get(0), n.get(1)).live(type, n.get(2) - (n.get(0) - n.get(1))));
    for (Size size : Size.values()) {
      counts.size(size, FieldType.NUMBER.read(fields.get(size.key())));
    }
    return new Scoped(SCOPE_SHAPE.readFields(fields), counts.build());
  }

  /** Leaves out names that a newer version has written. */
  private static <K> void numbers(
      @Nullable Object tree, FieldType<Optional<K>> known, BiConsumer<K, List<Long>> consumer) {
    if (tree != null) {
      FieldType.object(tree)
          .forEach((name, numbers) ->
              known.read(name).ifPresent(key -> consumer.accept(key, NUMBERS.read(numbers))));
    }
  }

  static void writeErrors(JsonGenerator json, Map<Verb, Map<Integer, Long>> errors) {
    json.writeObjectPropertyStart("errors");
    errors.forEach((verb, counts) -> {
      json.writeObjectPropertyStart(verb.name());
      counts.forEach((errno, count) -> json.writeNumberProperty(Integer.toString(errno), count));
      json.writeEndObject();
    });
    json.writeEndObject();
  }

  /** Reads the value of "errors". */
  static Map<Verb, Map<Integer, Long>> readErrors(JsonParser json) {
    Map<Verb, Map<Integer, Long>> errors = new EnumMap<>(Verb.class);
    FieldType.object(FieldType.tree(json))
        .forEach((name, tree) -> {
          if (tree != null) {
            CallsJson.KNOWN_VERB
                .read(name)
                .ifPresent(verb -> errors.put(verb, byErrno(NUMBERS_BY_NAME.read(tree))));
          }
        });
    return Map.copyOf(errors);
  }

  private static Map<Integer, Long> byErrno(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .collect(
            Collectors.toUnmodifiableMap(
                entry -> Integer.valueOf(entry.getKey()), Map.Entry::getValue));
  }
}
