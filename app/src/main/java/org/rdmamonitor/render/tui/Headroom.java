// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.Snapshot.DeviceActivity;
import org.rdmamonitor.model.activity.Activity;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.render.tui.canvas.Style;

/**
 * How much of what a device can hold exists.
 *
 * @param device its name
 * @param live objects there are
 * @param most objects there can be
 * @param growth objects more per second
 */
record Headroom(String device, long live, long most, double growth) {
  private static final double LONGEST = Duration.ofDays(99).toSeconds();

  /** The headroom of the fullest device; empty if no device says how much it can hold. */
  static Optional<Headroom> least(Snapshot snapshot, ResourceType type) {
    return snapshot.devices().stream()
        .flatMap(device -> of(snapshot, device, type).stream())
        .max(Comparator.comparingDouble(Headroom::used));
  }

  static Optional<Headroom> of(Snapshot snapshot, DeviceActivity device, ResourceType type) {
    long most = snapshot.details().facts(device.device()).most(type).orElse(0);
    return most <= 0
        ? Optional.empty()
        : Optional.of(
            new Headroom(
                device.device().label(),
                device.activity().total().live(type),
                most,
                growth(device.activity(), type)));
  }

  /** Objects more per second, negative where they get fewer. */
  static double growth(Activity activity, ResourceType type) {
    return activity.seconds() > 0 ? activity.delta().live(type) / activity.seconds() : 0;
  }

  double used() {
    return (double) live / most;
  }

  /** When it will be full if it goes on like this; empty if it does not grow. */
  Optional<Duration> fullIn() {
    double seconds = (most - live) / growth;
    return growth > 0 && seconds < LONGEST
        ? Optional.of(Duration.ofMillis((long) Math.max(0, seconds * 1000)))
        : Optional.empty();
  }

  Style style() {
    if (used() >= 0.95 || fullIn().filter(time -> time.toSeconds() < 60).isPresent()) {
      return Style.CRITICAL;
    }
    return used() >= 0.8 ? Style.WARNING : Style.GRAPH;
  }
}
