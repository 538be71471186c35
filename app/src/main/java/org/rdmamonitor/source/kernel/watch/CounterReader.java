// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.nativelib.monitor.ErrnoTable;
import org.rdmamonitor.nativelib.monitor.RowCounters;
import org.rdmamonitor.nativelib.monitor.RowTable;

/**
 * Reads the counters of the BPF programs from their memory, without a system call. For one thread.
 */
public final class CounterReader {
  private final RowTable rows;
  private final ErrnoTable errnos;
  private final RowCounters counters = new RowCounters();
  private final long[] ofVerb = new long[ErrnoTable.limit()];

  public CounterReader(RowTable rows, ErrnoTable errnos) {
    this.rows = rows;
    this.errnos = errnos;
  }

  /** What was counted, by cgroup and device. */
  public Map<Scope, Counts.Builder> counts() {
    Map<Scope, Counts.Builder> result = new HashMap<>();
    rows.forEachUsed(
        row -> addRow(result.computeIfAbsent(scope(row), s -> new Counts.Builder()), row));
    return result;
  }

  private Scope scope(int row) {
    return new Scope(rows.cgroup(row), rows.device(row));
  }

  /** What was counted in one row. */
  public Counts row(int row) {
    Counts.Builder counts = new Counts.Builder();
    addRow(counts, row);
    return counts.build();
  }

  private void addRow(Counts.Builder counts, int row) {
    rows.read(row, counters);
    for (Verb verb : Verb.values()) {
      int number = Numbering.of(verb);
      counts.calls(verb, counters.calls(number), counters.failed(number));
    }
    for (ResourceType type : ResourceType.values()) {
      int number = Numbering.of(type);
      counts.objects(type, counters.added(number), counters.removed(number));
    }
    for (Size size : Size.values()) {
      counts.size(size, counters.size(Numbering.of(size.type())));
    }
  }

  /** How many calls were entered and not seen to return. */
  public long open() {
    OpenCalls open = new OpenCalls();
    rows.forEachUsed(open::add);
    return open.sum;
  }

  private final class OpenCalls {
    private long sum;

    void add(int row) {
      rows.read(row, counters);
      for (Verb verb : Verb.values()) {
        int number = Numbering.of(verb);
        sum += counters.calls(number) - counters.done(number);
      }
    }
  }

  public Map<Verb, Map<Integer, Long>> errors() {
    Map<Verb, Map<Integer, Long>> result = new EnumMap<>(Verb.class);
    for (Verb verb : Verb.values()) {
      errnos.read(Numbering.of(verb), ofVerb);
      for (int errno = 0; errno < ofVerb.length; errno++) {
        if (ofVerb[errno] > 0) {
          result.computeIfAbsent(verb, v -> new HashMap<>()).put(errno, ofVerb[errno]);
        }
      }
    }
    return result;
  }
}
