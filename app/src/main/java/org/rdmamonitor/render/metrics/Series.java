// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.HashMap;
import java.util.Map;
import org.rdmamonitor.text.Printable;

/**
 * The values of one metric, by labels, of which no two are equal. Label values become printable.
 */
final class Series {
  private final String name;
  private final String help;
  private final String[] labels;
  private final Map<Labels, Double> values = new HashMap<>();

  /**
   * Without values yet.
   *
   * @param name without {@code _total} and {@code _info}
   */
  Series(String name, String help, String... labels) {
    this.name = name;
    this.help = help;
    this.labels = labels;
  }

  /** Adds to the value of these labels. */
  Series add(double value, String... labelValues) {
    values.merge(labels(labelValues), value, Double::sum);
    return this;
  }

  /** The same with a whole number, exact up to 2^53. */
  Series add(long value, String... labelValues) {
    return add((double) value, labelValues);
  }

  /** Sets the value of these labels, unless they have one already. */
  Series set(double value, String... labelValues) {
    values.putIfAbsent(labels(labelValues), value);
    return this;
  }

  /** The same with a whole number, exact up to 2^53. */
  Series set(long value, String... labelValues) {
    return set((double) value, labelValues);
  }

  private Labels labels(String... labelValues) {
    String[] printable = new String[labelValues.length];
    for (int i = 0; i < labelValues.length; i++) {
      printable[i] = Printable.of(labelValues[i]);
    }
    return Labels.of(labels, printable);
  }

  MetricSnapshot counter() {
    CounterSnapshot.Builder counter = CounterSnapshot.builder().name(name).help(help);
    values.forEach((key, value) ->
        counter.dataPoint(CounterDataPointSnapshot.builder().labels(key).value(value).build()));
    return counter.build();
  }

  MetricSnapshot gauge() {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
    values.forEach((key, value) ->
        gauge.dataPoint(GaugeDataPointSnapshot.builder().labels(key).value(value).build()));
    return gauge.build();
  }

  /** All with the value 1, whatever was set, under a name that ends in {@code _info}. */
  MetricSnapshot info() {
    InfoSnapshot.Builder info = InfoSnapshot.builder().name(name).help(help);
    values
        .keySet()
        .forEach(key -> info.dataPoint(InfoDataPointSnapshot.builder().labels(key).build()));
    return info.build();
  }
}
