// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmamonitor.model.Snapshot.DeviceActivity;
import org.rdmamonitor.model.resource.DeviceFacts.Port;

/** The ports of the devices, under the names of node_exporter's infiniband collector. */
final class PortFamilies {
  /** {@code 100 Gb/sec (4X EDR)} */
  private static final Pattern RATE = Pattern.compile("([0-9]{1,7}(?:\\.[0-9]{1,3})?) Gb/sec.*");

  private static final BigDecimal BYTES_PER_GIGABIT = BigDecimal.valueOf(125_000_000);

  /** {@code enum ib_port_state} of the kernel. */
  private static final List<String> STATES =
      List.of("NOP", "DOWN", "INIT", "ARMED", "ACTIVE", "ACTIVE_DEFER");

  /** {@code enum ib_port_phys_state} of the kernel, in lower case; it has no 0. */
  private static final List<String> PHYSICAL_STATES =
      List.of(
          "",
          "sleep",
          "polling",
          "disabled",
          "portconfigurationtraining",
          "linkup",
          "linkerrorrecovery",
          "phy test");

  private PortFamilies() {}

  static List<MetricSnapshot> of(Reading reading) {
    List<MetricSnapshot> all = new ArrayList<>();
    ports(reading, all);
    counters(reading, all);
    return all;
  }

  private static void ports(Reading reading, List<MetricSnapshot> all) {
    Series states =
        series(
            "node_infiniband_state_id",
            "State of the port: 0 no change, 1 down, 2 init, 3 armed, 4 active, 5 active defer.");
    Series physicalStates =
        series(
            "node_infiniband_physical_state_id",
            "Physical state of the port: 1 sleep, 2 polling, 3 disabled, 4 training, 5 link up,"
                + " 6 error recovery, 7 test.");
    Series rates = series("node_infiniband_rate_bytes_per_second", "Rate of the link.");
    Series info =
        new Series(
            "rdma_monitor_port",
            "The link layer of a port, and the network interface below it. Always 1.",
            "device",
            "port",
            "link_layer",
            "netdev");
    Series gauges =
        new Series(
            "rdma_monitor_port_gauge",
            "What rises and falls among the counters of a port, by the name of its file.",
            "device",
            "port",
            "counter");
    Map<String, Boolean> told = new HashMap<>();
    for (DeviceActivity device : reading.snapshot().devices()) {
      String label = reading.label(device.device());
      for (Port port : reading.snapshot().details().facts(device.device()).ports()) {
        String number = Integer.toString(port.number());
        int state = STATES.indexOf(port.state());
        if (state >= 0) {
          states.set(state, label, number);
        }
        int physical = PHYSICAL_STATES.indexOf(port.physicalState().toLowerCase(Locale.ROOT));
        if (physical > 0) {
          physicalStates.set(physical, label, number);
        }
        Matcher rate = RATE.matcher(port.rate());
        if (rate.matches()) {
          rates.set(
              new BigDecimal(rate.group(1)).multiply(BYTES_PER_GIGABIT).doubleValue(),
              label,
              number);
        }
        port.counters()
            .forEach((counter, value) -> {
              if (PortCounterNames.isGauge(counter)) {
                gauges.set(value, label, number, counter);
              }
            });
        if (told.putIfAbsent(label + " " + number, true) == null) {
          info.set(1, label, number, port.linkLayer(), port.netdev());
        }
      }
    }
    all.add(states.gauge());
    all.add(physicalStates.gauge());
    all.add(rates.gauge());
    all.add(gauges.gauge());
    all.add(info.info());
  }

  private static void counters(Reading reading, List<MetricSnapshot> all) {
    Map<String, Series> known = new TreeMap<>();
    Series others =
        new Series(
            "rdma_monitor_port_counter",
            "Counters of a port that node_exporter has no name for, by the name of their file.",
            "device",
            "port",
            "counter");
    reading
        .ports()
        .forEach((key, value) -> {
          String number = Integer.toString(key.port());
          String name = PortCounterNames.of(key.counter());
          if (name.isEmpty()) {
            others.add(value, key.device(), number, key.counter());
          } else {
            known
                .computeIfAbsent(
                    name,
                    n ->
                        series(
                            "node_infiniband_" + n,
                            "Counter %s of a port, as node_exporter names it."
                                .formatted(key.counter())))
                .add(value * PortCounterNames.unit(key.counter()), key.device(), number);
          }
        });
    known.values().forEach(series -> all.add(series.counter()));
    all.add(others.counter());
  }

  private static Series series(String name, String help) {
    return new Series(name, help, "device", "port");
  }
}
