// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** Records of several kinds that stand in one place, told apart by the names of the kinds. */
final class Variants<V> {
  private final V none;
  private final Map<String, Kind<V, ?>> byName = new LinkedHashMap<>();
  private final Map<Class<?>, Kind<V, ?>> byType = new HashMap<>();

  private record Kind<V, T extends V>(String name, Class<T> type, Shape.Maker<T> maker) {
    V make(Fields<V> fields) {
      return maker.make(fields.of(type::cast));
    }
  }

  /** None yet, but one that has no name and no fields. */
  Variants(V none) {
    this.none = none;
  }

  <T extends V> Variants<V> with(String name, Class<T> type, Shape.Maker<T> maker) {
    Kind<V, T> kind = new Kind<>(name, type, maker);
    byName.put(name, kind);
    byType.put(type, kind);
    return this;
  }

  String kindOf(V value) {
    Kind<V, ?> kind = byType.get(value.getClass());
    return kind == null ? "" : kind.name();
  }

  /** That of a name; none where it is of a later version. */
  V make(String name, Fields<V> fields) {
    Kind<V, ?> kind = byName.get(name);
    return kind == null ? none : kind.make(fields);
  }

  /** Takes each name, and what makes a record of that kind. */
  void forEach(BiConsumer<String, Shape.Maker<V>> consumer) {
    byName.forEach((name, kind) -> consumer.accept(name, kind::make));
  }
}
