// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.bpf.BpfObject;
import org.rdmamonitor.nativelib.posix.Readiness;

/**
 * The notice by which the kernel wakes the reader of a loaded BPF object's events, if that asks for
 * one (reader_waits in ring.bpf.h). One thread may wait; any may close it.
 */
public final class EventNotice implements AutoCloseable {
  private final BpfMap waits;
  private final Readiness readiness = new Readiness();
  private final Readiness.Wait events;

  public EventNotice(BpfObject bpf) {
    waits = bpf.map(".data.reader");
    events = bpf.map("events").on(readiness);
  }

  /**
   * Waits until there is an event, or this is closed.
   *
   * @param most how long at most: one that is made at the very moment of asking may give no notice
   * @return false if the time passed before, or nothing can be waited for any more
   */
  public boolean await(Duration most) throws InterruptedException {
    try (Arena arena = Arena.ofConfined()) {
      waits.put(
          arena.allocateFrom(ValueLayout.JAVA_INT, 0), arena.allocateFrom(ValueLayout.JAVA_INT, 1));
    }
    return events.toReceive(most);
  }

  @Override
  public void close() {
    events.close();
    readiness.close();
  }
}
