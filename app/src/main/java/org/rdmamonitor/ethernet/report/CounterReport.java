// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rdmamonitor.nativelib.ethernet.LoopCounts;
import org.rdmamonitor.nativelib.ethernet.PortCount;
import tools.jackson.core.JsonGenerator;

/**
 * What has passed through the queues of a port so far.
 *
 * @param interfaceName of the port
 * @param seconds since counting began
 * @param loops what was done with the frames of each queue
 * @param queues counters of each queue
 * @param port counters of all queues together, and those that belong to no queue
 */
public record CounterReport(
    String interfaceName,
    double seconds,
    List<LoopCounts> loops,
    List<Map<PortCount, Long>> queues,
    Map<PortCount, Long> port) {
  public CounterReport {
    loops = List.copyOf(loops);
    queues = queues.stream().map(Map::copyOf).toList();
    port = Map.copyOf(port);
  }

  /** The column names, with a line end. */
  public static String heading() {
    return String.format(
        Locale.ROOT,
        "%9s %5s %12s %12s %12s %12s  %s%n",
        "SECONDS",
        "QUEUE",
        "RECEIVED",
        "SENT",
        "TO THE TAP",
        "FROM THE TAP",
        "DROPPED");
  }

  /** A line for each queue, and one for all of them together. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < queues.size(); i++) {
      line(text, Integer.toString(i), queues.get(i), loops.get(i));
    }
    line(text, "all", port, loops.stream().reduce(LoopCounts::plus).orElseThrow());
    return text.toString();
  }

  private void line(StringBuilder to, String queue, Map<PortCount, Long> counts, LoopCounts loop) {
    Stream<String> causes =
        Stream.of(PortCount.values())
            .filter(count -> count.isDrop() && counts.getOrDefault(count, 0L) > 0)
            .map(count -> counts.get(count) + " " + count.key());
    Stream<String> tap =
        loop.tapDropped() > 0 ? Stream.of(loop.tapDropped() + " tap_dropped") : Stream.empty();
    String line =
        String.format(
            Locale.ROOT,
            "%9.0f %5s %12d %12d %12d %12d  %s",
            seconds,
            queue,
            counts.getOrDefault(PortCount.RECEIVED, 0L),
            counts.getOrDefault(PortCount.SENT, 0L),
            loop.relayedIn(),
            loop.relayedOut(),
            Stream.concat(causes, tap).collect(Collectors.joining(", ")));
    to.append(line.stripTrailing()).append('\n');
  }

  /** The whole report as a line of JSON. */
  public String json() {
    return ReportJson.line("counters", interfaceName, seconds, this::rest);
  }

  private void rest(JsonGenerator json) {
    json.writeArrayPropertyStart("queues");
    for (int i = 0; i < queues.size(); i++) {
      json.writeStartObject();
      json.writeNumberProperty("queue", i);
      json.writeNumberProperty("to_tap", loops.get(i).relayedIn());
      json.writeNumberProperty("from_tap", loops.get(i).relayedOut());
      json.writeNumberProperty("tap_dropped", loops.get(i).tapDropped());
      ReportJson.counts(json, queues.get(i));
      json.writeEndObject();
    }
    json.writeEndArray();
    ReportJson.port(json, port);
  }
}
