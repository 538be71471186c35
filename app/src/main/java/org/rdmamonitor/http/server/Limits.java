// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.time.Duration;

/**
 * How much of the server a client may use. A client that exceeds a limit loses its connection.
 *
 * @param connections how many may be open at once. If there would be more, one of the address that
 *     has most connections is closed: of those that have asked for nothing yet, those that are idle
 *     and those that are being answered, of whichever are most, the one that has been so longest
 * @param request time for a request to arrive, including TLS's handshake if it is the first
 * @param answer time for the answer to be made and read
 * @param idle time without a request
 */
public record Limits(int connections, Duration request, Duration answer, Duration idle) {
  /** Enough for Prometheus at its slowest, provided that it scrapes at least every two minutes. */
  public static final Limits USUAL =
      new Limits(128, Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(130));
}
