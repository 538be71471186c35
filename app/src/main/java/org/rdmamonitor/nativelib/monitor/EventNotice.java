// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import org.rdmamonitor.nativelib.bpf.BpfObject;
import org.rdmamonitor.nativelib.posix.MappedMemory;
import org.rdmamonitor.nativelib.posix.Readiness;

/**
 * The signal by which the kernel wakes the reader of a loaded BPF object's events, if the reader
 * asks for it (reader_waits in ring.bpf.h). One thread may wait; any may ask again, or close it.
 */
public final class EventNotice implements AutoCloseable {
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

  /**
   * Mapped memory, because a system call on a BPF map keeps kprobes from running (see the manual's
   * LIMITS).
   */
  private final MappedMemory waits;

  private final Readiness readiness = new Readiness();
  private final Readiness.Wait events;

  public EventNotice(BpfObject bpf) {
    waits = bpf.map(".data.reader").mapElements();
    events = bpf.map("events").on(readiness);
  }

  /**
   * Waits until there is an event, or this is closed.
   *
   * @param most how long at most, since an event at the very moment of asking may give no signal
   * @return false if the time passed first, or waiting is no longer possible
   */
  public boolean await(Duration most) throws InterruptedException {
    ask();
    return events.toReceive(most);
  }

  /**
   * Asks for a signal. It is given once, and goes unheard if somebody else has read the event by
   * the time that the one who waits would look at it.
   */
  public void ask() {
    INT.setVolatile(waits.segment(), 0L, 1);
  }

  @Override
  public void close() {
    events.close();
    readiness.close();
    waits.close();
  }
}
