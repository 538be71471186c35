// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import org.rdmamonitor.fleet.FleetSnapshot;
import org.rdmamonitor.fleet.HostDetails;
import org.rdmamonitor.fleet.join.FleetConnections;

/**
 * What the screen of a fleet shows at one moment.
 *
 * @param fleet the latest reading that succeeded
 * @param details of the host that the person has chosen, as soon as they were read
 * @param connections of all hosts, as soon as they were read
 * @param trouble why there is no newer reading; empty where there is none
 * @param version of this program
 * @param zone of the times
 */
record FleetReading(
    FleetSnapshot fleet,
    Optional<HostDetails> details,
    Optional<FleetConnections> connections,
    String trouble,
    String version,
    ZoneId zone) {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter DAYS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  String time(Instant time) {
    return SECONDS.format(time.atZone(zone));
  }

  String dayAndTime(Instant time) {
    return DAYS.format(time.atZone(zone));
  }
}
