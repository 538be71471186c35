// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.activity.ProcessActivity;
import org.rdmamonitor.model.resource.ResourceType;

/**
 * Processes with their own series: the first ones that own objects, up to a number. A process keeps
 * its series as long as it owns any objects; the others are not reported, since the cgroups include
 * what they do.
 */
final class ProcessTotals {
  private final int most;
  private final Map<Key, CallTotals> calls = new HashMap<>();

  /**
   * Identifies a process.
   *
   * @param comm its name, which changes with execve(2), and with it the series
   */
  record Key(int pid, String comm) {}

  /**
   * What is told of a process.
   *
   * @param calls since it was first seen to own something
   */
  record Row(Key key, long cgroup, Map<ResourceType, Long> live, long mrBytes, CallTotals calls) {}

  ProcessTotals(int most) {
    this.most = most;
  }

  /** Goes on to the processes of a snapshot. */
  List<Row> follow(Snapshot snapshot) {
    List<ProcessActivity> owners =
        snapshot.details().processes().stream()
            .filter(process -> process.objects() > 0)
            .sorted(ProcessActivity.BUSIEST_FIRST)
            .toList();
    calls.keySet().retainAll(owners.stream().map(ProcessTotals::key).collect(Collectors.toSet()));
    List<Row> rows = new ArrayList<>();
    for (ProcessActivity process : owners) {
      Key key = key(process);
      if (calls.containsKey(key) || calls.size() < most) {
        CallTotals now = calls.merge(key, callsOf(process), CallTotals::plus);
        rows.add(new Row(key, process.cgroup(), process.live(), process.mrBytes(), now));
      }
    }
    return List.copyOf(rows);
  }

  private static Key key(ProcessActivity process) {
    return new Key(process.pid(), process.comm());
  }

  private static CallTotals callsOf(ProcessActivity process) {
    return new CallTotals(process.allCalls() - process.failed(), process.failed());
  }
}
