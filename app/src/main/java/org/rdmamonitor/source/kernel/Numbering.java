// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.rdmamonitor.model.ResourceType;
import org.rdmamonitor.model.Verb;
import org.rdmamonitor.nativelib.AbiNumbers;

/** The numbers that the BPF object gives to verbs and resource types. */
final class Numbering {
  private static final Map<Verb, Integer> VERBS = new EnumMap<>(Verb.class);
  private static final Map<ResourceType, Integer> TYPES = new EnumMap<>(ResourceType.class);

  static {
    for (Verb verb : Verb.values()) {
      VERBS.put(verb, AbiNumbers.verb(verb.name()));
    }
    for (ResourceType type : ResourceType.values()) {
      TYPES.put(type, AbiNumbers.type(type.name()));
    }
  }

  private Numbering() {}

  static int of(Verb verb) {
    return VERBS.getOrDefault(verb, -1);
  }

  static int of(ResourceType type) {
    return TYPES.getOrDefault(type, -1);
  }

  /** The verb of a number; empty for one that this side does not know. */
  static Optional<Verb> verb(int number) {
    return VERBS.entrySet().stream()
        .filter(e -> e.getValue() == number)
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** The type of a number; empty for types that are not counted. */
  static Optional<ResourceType> type(int number) {
    return TYPES.entrySet().stream()
        .filter(e -> e.getValue() == number)
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
