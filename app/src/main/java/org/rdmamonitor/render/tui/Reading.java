// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.Snapshot.CgroupActivity;
import org.rdmamonitor.model.Snapshot.Details;
import org.rdmamonitor.model.Snapshot.DeviceActivity;
import org.rdmamonitor.model.call.ControlEvent;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.CgroupName;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.render.Host;
import org.rdmamonitor.text.Printable;

/**
 * What the screen shows at one moment.
 *
 * @param snapshot the present
 * @param verdict on it
 * @param before details of the snapshot before, from which rates of counters follow; those of the
 *     present one if it is the first
 * @param rates calls per second of the host, reading by reading, the oldest first
 * @param events calls and asynchronous events, the newest first
 * @param host where
 * @param zone of the times
 */
record Reading(
    Snapshot snapshot,
    Verdict verdict,
    Details before,
    Map<Verb, double[]> rates,
    List<ControlEvent> events,
    Host host,
    ZoneId zone) {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

  Details details() {
    return snapshot.details();
  }

  double seconds() {
    return snapshot.host().seconds();
  }

  /** So many in the interval as a rate; 0 before there was an interval. */
  double perSecond(long count) {
    return seconds() > 0 ? count / seconds() : 0;
  }

  String device(int index) {
    return Printable.of(
        snapshot.devices().stream()
            .map(DeviceActivity::device)
            .filter(device -> device.index() == index)
            .findFirst()
            .orElseGet(() -> Device.unnamed(index))
            .label());
  }

  /** The path of a cgroup, or what is known of it. */
  String cgroup(long id) {
    if (id == Cgroup.KERNEL_ID) {
      return Cgroup.KERNEL.path();
    }
    return known(id).map(cgroup -> Printable.of(cgroup.path())).orElse("id " + id);
  }

  private Optional<Cgroup> known(long id) {
    return snapshot.cgroups().stream()
        .map(CgroupActivity::cgroup)
        .filter(cgroup -> cgroup.id() == id && !cgroup.path().isEmpty())
        .findFirst();
  }

  /** A short name for a cgroup: of a container, a job, a unit; else the path. */
  String shortCgroup(long id) {
    return known(id)
        .flatMap(
            cgroup -> CgroupNode.named(cgroup).or(() -> CgroupName.of(cgroup).map(Printable::of)))
        .orElseGet(() -> cgroup(id));
  }

  String time(Instant time) {
    return SECONDS.format(time.atZone(zone));
  }

  String preciseTime(Instant time) {
    return MILLIS.format(time.atZone(zone));
  }
}
