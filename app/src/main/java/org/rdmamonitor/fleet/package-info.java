// SPDX-License-Identifier: MIT
/**
 * Many hosts at one moment, as a Prometheus server that scrapes their {@code rdma-monitor export}
 * knows them. Enter by {@link org.rdmamonitor.fleet.FleetSnapshot}, and by {@link
 * org.rdmamonitor.fleet.HostEvidence}, which judges what is known of a host. What is not known is
 * absent, never 0.
 *
 * <p>Uses the JDK only; no input, output or clock. Everything is immutable. Names come from others
 * and are as they came: whoever prints them makes them printable.
 */
@NullMarked
package org.rdmamonitor.fleet;

import org.jspecify.annotations.NullMarked;
