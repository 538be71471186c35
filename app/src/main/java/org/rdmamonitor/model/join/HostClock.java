// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a host's clock compares with that of another host, the reference.
 *
 * @param reference the index of the reference; the host itself, if no connection leads to a host
 *     before it
 * @param ahead how far this clock is ahead of the reference's; negative if it is behind
 * @param within how far the true value may differ from that, either way; empty if nothing bounds it
 * @param by the host whose connections with this one gave the estimate: the reference, or a host
 *     whose own clock was estimated by others; empty for a reference
 * @param connections how many connections between these two hosts there are to estimate from
 * @param agreeing how many of them agree with the estimate: not all, if a clock was set meanwhile,
 *     or drifts
 */
public record HostClock(
    int reference,
    Duration ahead,
    Optional<Duration> within,
    OptionalInt by,
    int connections,
    int agreeing) {

  /** The clock of a reference host. */
  static HostClock reference(int host) {
    return new HostClock(
        host, Duration.ZERO, Optional.of(Duration.ZERO), OptionalInt.empty(), 0, 0);
  }
}
