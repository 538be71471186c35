// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a host's clock stands to that of another.
 *
 * @param reference the index of the host that it is held against; its own where no connection leads
 *     to a host before it
 * @param ahead how far it is ahead of that one; negative where it is behind
 * @param within how far the truth can be from that, both ways; empty where nothing bounds it
 * @param by the host by whose connections it is known: the reference, or one whose clock is known
 *     by others in turn; empty for a reference
 * @param connections how many connections between these two hosts tell of it
 * @param agreeing how many of them it agrees with: fewer than all where a clock was set meanwhile,
 *     or drifts
 */
public record HostClock(
    int reference,
    Duration ahead,
    Optional<Duration> within,
    OptionalInt by,
    int connections,
    int agreeing) {

  /** The clock of a host that others are held against. */
  static HostClock reference(int host) {
    return new HostClock(
        host, Duration.ZERO, Optional.of(Duration.ZERO), OptionalInt.empty(), 0, 0);
  }
}
