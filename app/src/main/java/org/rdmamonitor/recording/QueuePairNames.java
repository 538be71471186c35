// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rdmamonitor.model.resource.PathMigration;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;

/** Names of queue pair states and types; those that a later version adds are not known. */
final class QueuePairNames {
  private static final Map<String, QueuePairState> STATES =
      Arrays.stream(QueuePairState.values())
          .collect(Collectors.toMap(QueuePairState::name, Function.identity()));
  private static final Map<String, QueuePairType> TYPES =
      Arrays.stream(QueuePairType.values())
          .collect(Collectors.toMap(QueuePairType::name, Function.identity()));

  private QueuePairNames() {}

  static Optional<QueuePairState> state(String name) {
    return Optional.ofNullable(STATES.get(name));
  }

  static Optional<PathMigration> migration(String name) {
    return Arrays.stream(PathMigration.values())
        .filter(state -> state.name().equals(name))
        .findFirst();
  }

  static QueuePairType type(String name) {
    return TYPES.getOrDefault(name, QueuePairType.UNKNOWN);
  }
}
