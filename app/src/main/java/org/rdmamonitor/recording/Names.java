// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.rdmamonitor.model.QueuePairState;
import org.rdmamonitor.model.QueuePairType;
import org.rdmamonitor.model.ResourceType;
import org.rdmamonitor.model.Verb;

/** The constants of an enum by their names, of which a later version may have more. */
final class Names<E extends Enum<E>> {
  static final Names<Verb> VERBS = new Names<>(Verb.class);
  static final Names<ResourceType> TYPES = new Names<>(ResourceType.class);
  static final Names<QueuePairType> QUEUE_PAIR_TYPES = new Names<>(QueuePairType.class);
  static final Names<QueuePairState> QUEUE_PAIR_STATES = new Names<>(QueuePairState.class);

  private final E first;
  private final Map<String, E> constants = new HashMap<>();

  Names(Class<E> type) {
    first = type.getEnumConstants()[0];
    for (E constant : type.getEnumConstants()) {
      constants.put(constant.name(), constant);
    }
  }

  /** The same with a name that an earlier version has written. */
  Names<E> with(String former, E constant) {
    constants.put(former, constant);
    return this;
  }

  Optional<E> find(String name) {
    return Optional.ofNullable(constants.get(name));
  }

  /** One of them, where any will do. */
  E any() {
    return first;
  }

  /** Values by their names. */
  <T> Codec<Map<E, T>> map(Codec<T> codec) {
    return Codec.map(Enum::name, this::find, codec);
  }
}
