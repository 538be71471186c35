// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.ethernet.Ethernet;
import org.rdmamonitor.model.ethernet.EthernetCount;
import org.rdmamonitor.model.ethernet.EthernetInterface;

/** What {@code rdma-secure ethernet create} counts of its queues; nothing where it does not run. */
final class EthernetFamilies {
  private final Series frames =
      ofQueues("frames", "Frames that went through the port of an interface.", "direction");
  private final Series bytes =
      ofQueues("bytes", "Bytes of the frames that went through the port.", "direction");
  private final Series tap =
      ofQueues("tap_frames", "Frames to and from the tap device of an interface.", "direction");
  private final Series drops =
      ofQueues("drops", "Frames of an interface that were lost, by cause.", "cause");
  private final Series down =
      ofInterfaces("down", "Times that the port of an interface was found down.");
  private final Series age = ofInterfaces("age_seconds", "How old these figures are.");
  private final Series info =
      ofInterfaces(
          "interface", "How an interface is made, and its address. Always 1.", "mode", "mac");
  private final Series leftOut =
      new Series(
          "rdma_monitor_ethernet_left_out",
          "Files about interfaces that were not taken, since others may have written them or they"
              + " are wrong.");

  private EthernetFamilies() {}

  static List<MetricSnapshot> of(Reading reading) {
    Ethernet ethernet = reading.snapshot().details().ethernet();
    if (ethernet.isEmpty()) {
      return List.of();
    }
    EthernetFamilies families = new EthernetFamilies();
    reading.ethernet().forEach(families::add);
    for (EthernetInterface one : ethernet.interfaces()) {
      Duration since = Duration.between(one.time(), reading.snapshot().time());
      String[] labels = {one.label(), one.hostInterface(), one.device()};
      families.age.set(Math.max(0, since.toMillis() / 1e3), labels);
      families.info.set(1, one.label(), one.hostInterface(), one.device(), one.mode(), one.mac());
    }
    families.leftOut.add(ethernet.leftOut());
    return List.of(
        families.frames.counter(),
        families.bytes.counter(),
        families.tap.counter(),
        families.drops.counter(),
        families.down.counter(),
        families.age.gauge(),
        families.info.info(),
        families.leftOut.gauge());
  }

  /**
   * Adds all counts of a queue, even those that are 0; of what belongs to no queue, only those that
   * are not.
   */
  private void add(EthernetTotals.Queue of, Map<EthernetCount, Long> counts) {
    for (EthernetCount count : EthernetCount.values()) {
      if (of.queue().equals(EthernetTotals.NO_QUEUE) && !counts.containsKey(count)) {
        continue;
      }
      long value = counts.getOrDefault(count, 0L);
      switch (count) {
        case RECEIVED -> add(frames, of, value, "received");
        case SENT -> add(frames, of, value, "sent");
        case RECEIVED_BYTES -> add(bytes, of, value, "received");
        case SENT_BYTES -> add(bytes, of, value, "sent");
        case TO_TAP, FROM_TAP -> add(tap, of, value, count.key());
        case DOWN -> down.add(value, of.label(), of.hostInterface(), of.device());
        case RING_FULL,
            TOO_SHORT,
            TOO_LONG,
            CUT_OFF,
            NOT_OURS,
            SEND_FULL,
            SEND_REFUSED,
            TAP_DROPPED ->
            add(drops, of, value, count.key());
      }
    }
  }

  private static void add(Series series, EthernetTotals.Queue of, long value, String last) {
    series.add(value, of.label(), of.hostInterface(), of.device(), of.queue(), last);
  }

  private static Series ofQueues(String name, String help, String last) {
    return ofInterfaces(name, help, "queue", last);
  }

  private static Series ofInterfaces(String name, String help, String... more) {
    String[] labels = new String[3 + more.length];
    labels[0] = "interface";
    labels[1] = "host_interface";
    labels[2] = "device";
    System.arraycopy(more, 0, labels, 3, more.length);
    return new Series("rdma_monitor_ethernet_" + name, help, labels);
  }
}
