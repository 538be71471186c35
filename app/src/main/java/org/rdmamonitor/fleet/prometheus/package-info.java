// SPDX-License-Identifier: MIT
/**
 * Reads a fleet from a Prometheus server over its HTTP API, version 1 (instant and range queries;
 * why targets could not be scraped). Enter by {@link org.rdmamonitor.fleet.prometheus.FleetReader};
 * {@code http} configures how to talk to the server.
 *
 * <p>May use {@code fleet}, {@code http}, {@code text}, the JDK's HTTP client and the JSON library.
 * What comes from the server is limited in bytes, series, characters and time, and what errors
 * quote of it is printable. A reader is used by one thread at a time.
 */
@NullMarked
package org.rdmamonitor.fleet.prometheus;

import org.jspecify.annotations.NullMarked;
