// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import java.time.Duration;
import org.rdmamonitor.units.Times;

/**
 * What was reported about a queue pair, or about its port, before it ended, and may be the reason.
 *
 * @param source who reported it
 * @param number as in {@link AsyncEvent}
 * @param status that of {@link AsyncEvent.Connection}; 0 for anything else
 * @param before how long before the end
 */
public record Forewarning(AsyncEventType.Source source, int number, int status, Duration before) {

  /** {@code PORT_ERR}; the number if this version does not know the type. */
  public String name() {
    return AsyncEventType.name(source, number);
  }

  /** Like {@link AsyncEvent#reason()}. */
  public String reason() {
    return source == AsyncEventType.Source.CONNECTION_MANAGER
        ? AsyncEvent.reason(number, status)
        : "";
  }

  /** {@code 3.21 s after PORT_ERR}; {@code 800 us after REJECTED (INVALID_SERVICE_ID)}. */
  public String words() {
    return "%s after %s%s"
        .formatted(
            Times.three(before.toNanos()), name(), reason().isEmpty() ? "" : " (" + reason() + ")");
  }
}
