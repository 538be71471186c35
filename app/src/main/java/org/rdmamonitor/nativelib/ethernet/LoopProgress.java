// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.ethernet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rdmamonitor.nativelib.generated.Ethernet;
import org.rdmamonitor.nativelib.generated.et_progress;

/**
 * The progress of a loop over a port. Any thread may read it, and stop the loop; to be closed when
 * the loop has returned.
 */
public final class LoopProgress implements AutoCloseable {
  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory = et_progress.allocate(arena);

  MemorySegment memory() {
    return memory;
  }

  /** Makes the loop return soon; does nothing if it has. */
  public void stop() {
    et_progress.stop(memory, 1);
  }

  /**
   * What it has done so far. The loop goes on meanwhile, so the figures may be from slightly
   * different moments.
   */
  public LoopCounts counts() {
    return new LoopCounts(
        et_progress.began(memory),
        et_progress.ended(memory),
        et_progress.sent(memory),
        et_progress.received(memory),
        et_progress.sent_bytes(memory),
        et_progress.received_bytes(memory),
        et_progress.strange(memory),
        et_progress.changed(memory),
        et_progress.duplicates(memory),
        et_progress.reordered(memory),
        et_progress.late(memory),
        et_progress.answered(memory),
        et_progress.relayed_in(memory),
        et_progress.relayed_out(memory),
        et_progress.tap_dropped(memory));
  }

  /** The round-trip times that were measured so far. */
  public LatencyFigures latency() {
    long[] counts = new long[Ethernet.ET_HISTOGRAM()];
    long[] values = new long[counts.length];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = et_progress.histogram(memory, i);
      values[i] = Ethernet.et_histogram_value(i);
    }
    return LatencyFigures.of(
        counts,
        values,
        et_progress.least(memory),
        et_progress.most(memory),
        et_progress.sum(memory));
  }

  @Override
  public void close() {
    arena.close();
  }
}
