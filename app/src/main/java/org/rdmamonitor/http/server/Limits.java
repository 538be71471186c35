// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.time.Duration;

/**
 * What a client may take. Beyond these it loses its connection.
 *
 * @param connections open at once; of more, one of the address that has most gives way: one that
 *     was never asked anything over, else the one that has been idle longest, else the slowest
 * @param request time for a request to come, with TLS's handshake if it is the first
 * @param answer time for an answer to be made and taken
 * @param idle time without a request
 */
public record Limits(int connections, Duration request, Duration answer, Duration idle) {
  /** What Prometheus needs at its slowest, scraping every two minutes or more often. */
  public static final Limits USUAL =
      new Limits(128, Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(130));
}
