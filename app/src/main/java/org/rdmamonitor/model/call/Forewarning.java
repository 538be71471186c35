// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import java.time.Duration;
import org.rdmamonitor.units.Times;

/**
 * What was told of a queue pair, or of its port, before it ended: at times it is why.
 *
 * @param source who told it
 * @param number as {@link AsyncEvent} has it
 * @param status that of {@link AsyncEvent.Connection}; 0 of anything else
 * @param before how long before the end
 */
public record Forewarning(AsyncEventType.Source source, int number, int status, Duration before) {

  /** {@code PORT_ERR}; the number of one that this version does not know. */
  public String name() {
    return AsyncEventType.name(source, number);
  }

  /** As {@link AsyncEvent#reason()}. */
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
