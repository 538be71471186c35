// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.rdmamonitor.model.call.ControlCall.Refusal.Measure;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.nativelib.monitor.AbiNumbers;

/** The numbers that the BPF object gives to verbs and resource types. */
public final class Numbering {
  private static final Map<Verb, Integer> VERBS = new EnumMap<>(Verb.class);
  private static final Map<ResourceType, Integer> TYPES = new EnumMap<>(ResourceType.class);

  /**
   * From number to constant; made once, since this is asked for every event and every listed
   * object.
   */
  private static final Map<Integer, Optional<Verb>> VERB_OF = new HashMap<>();

  private static final Map<Integer, Optional<ResourceType>> TYPE_OF = new HashMap<>();
  private static final Map<Integer, Measure> MEASURE_OF = new HashMap<>();

  static {
    for (Verb verb : Verb.values()) {
      VERBS.put(verb, AbiNumbers.verb(verb.name()));
      VERB_OF.put(of(verb), Optional.of(verb));
    }
    for (ResourceType type : ResourceType.values()) {
      TYPES.put(type, AbiNumbers.type(type.name()));
      TYPE_OF.put(of(type), Optional.of(type));
    }
  }

  static {
    for (Measure measure : Measure.values()) {
      MEASURE_OF.put(AbiNumbers.measure(measure.name()), measure);
    }
  }

  private Numbering() {}

  public static int of(Verb verb) {
    return VERBS.getOrDefault(verb, -1);
  }

  public static int of(ResourceType type) {
    return TYPES.getOrDefault(type, -1);
  }

  /** The verb of a number; empty for one that this side does not know. */
  static Optional<Verb> verb(int number) {
    return VERB_OF.getOrDefault(number, Optional.empty());
  }

  /**
   * What a limit applies to.
   *
   * @throws IllegalArgumentException for a number that this side does not know
   */
  static Measure measure(int number) {
    Measure measure = MEASURE_OF.get(number);
    if (measure == null) {
      throw new IllegalArgumentException("a limit on what has the number " + number);
    }
    return measure;
  }

  /** The type of a number; empty for types that are not counted. */
  public static Optional<ResourceType> type(int number) {
    return TYPE_OF.getOrDefault(number, Optional.empty());
  }
}
