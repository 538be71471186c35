// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.json;

import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.activity.Latency;
import org.rdmamonitor.model.activity.ProcessActivity;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.ResourceType;
import tools.jackson.core.JsonGenerator;

/** The parts of the JSON report that come from single calls and from the monitor. */
final class DetailsJson {
  private DetailsJson() {}

  /** The latencies of the calls of an interval; verbs that were not called are left out. */
  static void latency(JsonGenerator json, Map<Verb, Latency> latencies) {
    json.writeObjectPropertyStart("latency");
    for (Verb verb : Verb.values()) {
      Latency latency = latencies.getOrDefault(verb, Latency.NONE);
      if (latency.count() > 0) {
        json.writeObjectPropertyStart(verb.name());
        json.writeNumberProperty("count", latency.count());
        json.writeNumberProperty("min_ns", latency.min());
        json.writeNumberProperty("p50_ns", latency.p50());
        json.writeNumberProperty("p90_ns", latency.p90());
        json.writeNumberProperty("p99_ns", latency.p99());
        json.writeNumberProperty("p999_ns", latency.p999());
        json.writeNumberProperty("max_ns", latency.max());
        json.writeEndObject();
      }
    }
    json.writeEndObject();
  }

  /** The busiest processes, and how many there are besides. */
  static void processes(JsonGenerator json, Snapshot snapshot, int most) {
    List<ProcessActivity> processes =
        snapshot.details().processes().stream().sorted(ProcessActivity.BUSIEST_FIRST).toList();
    json.writeArrayPropertyStart("processes");
    for (ProcessActivity process : processes.subList(0, Math.min(most, processes.size()))) {
      json.writeStartObject();
      json.writeNumberProperty("pid", process.pid());
      json.writeStringProperty("comm", process.comm());
      json.writeNumberProperty("cgroup_id", process.cgroup());
      json.writeObjectPropertyStart("resources");
      for (ResourceType type : ResourceType.values()) {
        json.writeNumberProperty(type.name(), process.live(type));
      }
      json.writeEndObject();
      json.writeNumberProperty("mr_bytes", process.mrBytes());
      json.writeObjectPropertyStart("calls");
      for (Verb verb : Verb.values()) {
        if (process.calls().containsKey(verb)) {
          json.writeNumberProperty(verb.name(), process.calls().get(verb));
        }
      }
      json.writeEndObject();
      json.writeNumberProperty("failed", process.failed());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberProperty("processes_left_out", Math.max(0, processes.size() - most));
  }

  /** What the monitor itself costs. */
  static void cost(JsonGenerator json, Snapshot snapshot) {
    Cost cost = snapshot.details().cost();
    double seconds = snapshot.interval().toNanos() / 1e9;
    double share = seconds > 0 ? snapshot.details().cpu().toNanos() / 1e9 / seconds : 0;
    json.writeObjectPropertyStart("cost");
    json.writeNumberProperty("cpu_seconds", JsonReport.rounded(cost.cpu().toNanos() / 1e9, 1e6));
    json.writeNumberProperty("cpu_share", JsonReport.rounded(share, 1e6));
    json.writeNumberProperty("resident_bytes", cost.residentBytes());
    json.writeNumberProperty("ring_bytes", cost.ringBytes());
    json.writeNumberProperty("ring_used", cost.ringUsed());
    json.writeArrayPropertyStart("programs");
    for (Cost.Program program : cost.programs()) {
      json.writeStartObject();
      json.writeStringProperty("name", program.name());
      json.writeNumberProperty("runs", program.runs());
      json.writeNumberProperty("time_ns", program.time().toNanos());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
