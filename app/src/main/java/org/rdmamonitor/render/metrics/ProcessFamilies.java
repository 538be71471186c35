// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import org.rdmamonitor.model.resource.ResourceType;

/** What single processes own and do. */
final class ProcessFamilies {
  private ProcessFamilies() {}

  static List<MetricSnapshot> of(Reading reading) {
    Series owned =
        new Series(
            "rdma_monitor_process_resources",
            "Objects that a process owns, by type.",
            "pid",
            "comm",
            "cgroup",
            "type");
    Series bytes =
        new Series(
            "rdma_monitor_process_mr_bytes",
            "Sum of the lengths of the memory regions of a process.",
            "pid",
            "comm",
            "cgroup");
    Series calls =
        new Series(
            "rdma_monitor_process_verbs",
            "Calls of a process since it was first seen to own an object, by outcome.",
            "pid",
            "comm",
            "cgroup",
            "result");
    for (ProcessTotals.Row row : reading.processes()) {
      String pid = Integer.toString(row.key().pid());
      String comm = row.key().comm();
      String cgroup = reading.cgroupLabel(row.cgroup());
      for (ResourceType type : ResourceType.values()) {
        owned.add(row.live().getOrDefault(type, 0L), pid, comm, cgroup, type.name());
      }
      bytes.add(row.mrBytes(), pid, comm, cgroup);
      calls.add(row.calls().ok(), pid, comm, cgroup, "ok");
      calls.add(row.calls().failed(), pid, comm, cgroup, "failed");
    }
    return List.of(owned.gauge(), bytes.gauge(), calls.counter());
  }
}
