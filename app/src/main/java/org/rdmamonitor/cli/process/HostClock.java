// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.process;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/**
 * The time of this host, in its zone. Unlike {@link Clock#systemDefaultZone} it reads the zones of
 * the world when it is asked for its own, and no sooner.
 */
final class HostClock extends Clock {
  @Override
  public ZoneId getZone() {
    return ZoneId.systemDefault();
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return Clock.system(zone);
  }

  @Override
  public long millis() {
    return System.currentTimeMillis();
  }

  @Override
  public Instant instant() {
    return Clock.systemUTC().instant();
  }
}
