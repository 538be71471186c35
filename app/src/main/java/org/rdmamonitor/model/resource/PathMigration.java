// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

import java.util.Optional;

/**
 * The state of a queue pair's automatic path migration, in the order of the kernel's {@code enum
 * ib_mig_state}.
 */
public enum PathMigration {
  /** On its present path; it has no other one, or has changed to it. */
  MIGRATED,
  /** It asks the peer to prepare for another path. */
  REARM,
  /** It may change to the other path at any time. */
  ARMED;

  /** The state of a number; empty for one that is not defined. */
  public static Optional<PathMigration> of(int number) {
    return number >= 0 && number < values().length
        ? Optional.of(values()[number])
        : Optional.empty();
  }
}
