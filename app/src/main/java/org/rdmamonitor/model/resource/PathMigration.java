// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

import java.util.Optional;

/**
 * How automatic path migration of a queue pair stands, in the order of the kernel's {@code enum
 * ib_mig_state}.
 */
public enum PathMigration {
  /** On the path that it has; it has no other to go to, or has gone there. */
  MIGRATED,
  /** It asks the peer to be ready for another path. */
  REARM,
  /** It may go to the other path at any time. */
  ARMED;

  /** The state of a number; empty for one that is not defined. */
  public static Optional<PathMigration> of(int number) {
    return number >= 0 && number < values().length
        ? Optional.of(values()[number])
        : Optional.empty();
  }
}
