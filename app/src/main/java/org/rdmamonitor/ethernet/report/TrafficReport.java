// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rdmamonitor.nativelib.ethernet.LatencyFigures;
import org.rdmamonitor.nativelib.ethernet.LoopCounts;
import org.rdmamonitor.nativelib.ethernet.PortCount;
import tools.jackson.core.JsonGenerator;

/**
 * What became of the frames of a run.
 *
 * @param type what was done: {@code send}, {@code reflect}, {@code create}
 * @param interfaceName of the port
 * @param returns whether frames were expected to come back
 * @param counts of all queues together
 * @param latency of the frames that came back
 * @param port counters of the port
 * @param queues counters of each queue; empty if those are not reported
 */
public record TrafficReport(
    String type,
    String interfaceName,
    boolean returns,
    LoopCounts counts,
    LatencyFigures latency,
    Map<PortCount, Long> port,
    List<Map<PortCount, Long>> queues) {
  private static final double NANOS = 1e9;

  public TrafficReport {
    port = Map.copyOf(port);
    queues = queues.stream().map(Map::copyOf).toList();
  }

  private double seconds() {
    return Math.max(0, counts.ended() - counts.began()) / NANOS;
  }

  /** Frames that were sent and did not come back; 0 if none were expected to. */
  public long lost() {
    return returns ? Math.max(0, counts.sent() - counts.received()) : 0;
  }

  private double rate(long amount) {
    return seconds() > 0 ? amount / seconds() : 0;
  }

  /** About the frames sent: a heading and a line, and a second such pair if frames came back. */
  public String sentText() {
    StringBuilder text = new StringBuilder();
    line(
        text,
        String.format(
            Locale.ROOT,
            "%12s %12s %10s %10s %10s %10s %12s %10s",
            "SENT",
            returns ? "RETURNED" : "-",
            "LOST",
            "DUPLICATE",
            "REORDERED",
            "CHANGED",
            "FRAMES/S",
            "MBIT/S"));
    line(
        text,
        String.format(
            Locale.ROOT,
            "%12d %12s %10s %10d %10d %10d %12.0f %10.1f",
            counts.sent(),
            returns ? Long.toString(counts.received()) : "-",
            returns ? Long.toString(lost()) : "-",
            counts.duplicates(),
            counts.reordered(),
            counts.changed(),
            rate(counts.sent()),
            rate(counts.sentBytes()) * 8 / 1e6));
    if (latency.count() > 0) {
      text.append('\n');
      line(
          text,
          String.format(
              Locale.ROOT,
              "%12s %12s %10s %10s %10s %10s %10s",
              "MIN us",
              "MEAN us",
              "p50 us",
              "p90 us",
              "p99 us",
              "p99.9 us",
              "MAX us"));
      line(
          text,
          String.format(
              Locale.ROOT,
              "%12.1f %12.1f %10.1f %10.1f %10.1f %10.1f %10.1f",
              latency.least() / 1e3,
              latency.mean() / 1e3,
              latency.median() / 1e3,
              latency.p90() / 1e3,
              latency.p99() / 1e3,
              latency.p999() / 1e3,
              latency.most() / 1e3));
    }
    return text.append(drops()).toString();
  }

  /** About the frames received: a heading and a line. */
  public String receivedText() {
    StringBuilder text = new StringBuilder();
    line(
        text,
        String.format(
            Locale.ROOT,
            "%12s %12s %10s %10s %10s %10s",
            "RECEIVED",
            "ANSWERED",
            "DUPLICATE",
            "REORDERED",
            "CHANGED",
            "OTHERS"));
    line(
        text,
        String.format(
            Locale.ROOT,
            "%12d %12d %10d %10d %10d %10d",
            counts.received(),
            counts.answered(),
            counts.duplicates(),
            counts.reordered(),
            counts.changed(),
            counts.strange()));
    return text.append(drops()).toString();
  }

  /** About the frames passed on: to the network stack and from it. */
  public String carriedText() {
    StringBuilder text = new StringBuilder();
    line(
        text,
        String.format(Locale.ROOT, "%12s %12s %12s", "TO THE TAP", "FROM THE TAP", "TAP DROPPED"));
    line(
        text,
        String.format(
            Locale.ROOT,
            "%12d %12d %12d",
            counts.relayedIn(),
            counts.relayedOut(),
            counts.tapDropped()));
    return text.append(drops()).toString();
  }

  /** About a port that answers by itself. */
  public String answeredText() {
    StringBuilder text = new StringBuilder();
    line(text, String.format(Locale.ROOT, "%12s %12s", "RECEIVED", "ANSWERED"));
    line(
        text,
        String.format(
            Locale.ROOT,
            "%12d %12d",
            port.getOrDefault(PortCount.RECEIVED, 0L),
            port.getOrDefault(PortCount.SENT, 0L)));
    return text.append(drops()).toString();
  }

  /** A line for each cause for which frames were dropped. */
  private String drops() {
    StringBuilder text = new StringBuilder();
    for (PortCount count : PortCount.values()) {
      long amount = port.getOrDefault(count, 0L);
      if (amount > 0 && (count.isDrop() || count == PortCount.DOWN)) {
        line(text, String.format(Locale.ROOT, "%12d %s", amount, count.text()));
      }
    }
    return text.isEmpty() ? "" : "\n" + text;
  }

  private static void line(StringBuilder to, String line) {
    to.append(line.stripTrailing()).append('\n');
  }

  /** The whole report as a line of JSON. */
  public String json() {
    return ReportJson.line(type, interfaceName, seconds(), this::rest);
  }

  private void rest(JsonGenerator json) {
    json.writeNumberProperty("sent", counts.sent());
    json.writeNumberProperty("sent_bytes", counts.sentBytes());
    json.writeNumberProperty("received", counts.received());
    json.writeNumberProperty("received_bytes", counts.receivedBytes());
    if (returns) {
      json.writeNumberProperty("lost", lost());
    }
    json.writeNumberProperty("duplicates", counts.duplicates());
    json.writeNumberProperty("reordered", counts.reordered());
    json.writeNumberProperty("late", counts.late());
    json.writeNumberProperty("changed", counts.changed());
    json.writeNumberProperty("others", counts.strange());
    json.writeNumberProperty("answered", counts.answered());
    json.writeNumberProperty("to_tap", counts.relayedIn());
    json.writeNumberProperty("from_tap", counts.relayedOut());
    json.writeNumberProperty("tap_dropped", counts.tapDropped());
    if (latency.count() > 0) {
      latency(json);
    }
    ReportJson.port(json, port);
    if (!queues.isEmpty()) {
      queues(json);
    }
  }

  private void queues(JsonGenerator json) {
    json.writeArrayPropertyStart("queues");
    for (int i = 0; i < queues.size(); i++) {
      json.writeStartObject();
      json.writeNumberProperty("queue", i);
      ReportJson.counts(json, queues.get(i));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void latency(JsonGenerator json) {
    json.writeObjectPropertyStart("latency_ns");
    json.writeNumberProperty("count", latency.count());
    json.writeNumberProperty("min", latency.least());
    json.writeNumberProperty("mean", latency.mean());
    json.writeNumberProperty("p50", latency.median());
    json.writeNumberProperty("p90", latency.p90());
    json.writeNumberProperty("p99", latency.p99());
    json.writeNumberProperty("p99_9", latency.p999());
    json.writeNumberProperty("max", latency.most());
    json.writeEndObject();
  }
}
