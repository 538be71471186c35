// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;

/**
 * The time of this host, in its zone. Unlike {@link Clock#systemDefaultZone} it loads the data of
 * time zones only when its zone is asked for.
 */
final class HostClock extends Clock {
  private static final Path LOCAL_TIME = Path.of("/etc/localtime");
  private static final String ZONES = "/zoneinfo/";
  private static final Set<String> UTC = Set.of("UTC", "Etc/UTC");

  @Override
  public ZoneId getZone() {
    return linked().orElseGet(ZoneId::systemDefault);
  }

  /**
   * The zone that localtime(5) links to, unless something else sets the zone. The JVM finds the
   * same one, but through TimeZone, which loads the data of all zones a second time.
   */
  private static Optional<ZoneId> linked() {
    if (System.getProperty("user.timezone") != null || System.getenv("TZ") != null) {
      return Optional.empty();
    }
    try {
      String target = Files.readSymbolicLink(LOCAL_TIME).toString();
      int zones = target.indexOf(ZONES);
      if (zones < 0) {
        return Optional.empty();
      }
      String name = target.substring(zones + ZONES.length());
      // UTC needs no rules, so the data of all zones need not be loaded for it.
      return Optional.of(UTC.contains(name) ? ZoneOffset.UTC : ZoneId.of(name));
    } catch (IOException | DateTimeException none) {
      return Optional.empty();
    }
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
