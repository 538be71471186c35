// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.bpf.BpfObject;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_promise;
import org.rdmamonitor.nativelib.posix.MappedMemory;

/**
 * What tasks were promised at the gate and have not taken yet (struct rm_promise). Not safe for use
 * by several threads.
 */
public final class PromiseTable implements Promises, AutoCloseable {
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

  private final MappedMemory places;
  private final BpfMap map;
  private final QuotaTable quotas;

  /**
   * The promises of an object whose gate is loaded.
   *
   * @param quotas that hold what was promised
   */
  public PromiseTable(BpfObject bpf, QuotaTable quotas) {
    this.places = bpf.map("places").mapElements();
    this.map = bpf.map("promises");
    this.quotas = quotas;
  }

  @Override
  public List<Promise> list() {
    List<Promise> result = new ArrayList<>();
    for (long at = 0; at < places.segment().byteSize(); at += rm_promise.sizeof()) {
      int thread = (int) INT.getVolatile(places.segment(), at + rm_promise.thread$offset());
      if (thread != 0) {
        result.add(promise(thread, places.segment().asSlice(at, rm_promise.sizeof())));
      }
    }
    // Looking through a map at every reading would cost too much; see ObjectTable.
    if (quotas.elsewhere() != 0) {
      map.forEach((key, value) -> result.add(promise(key.get(ValueLayout.JAVA_INT, 0), value)));
    }
    return result;
  }

  private static Promise promise(int thread, MemorySegment value) {
    List<Integer> quotas = new ArrayList<>();
    if ((rm_promise.flags(value) & RdmaMonitorAbi.RM_PROMISE_CONDEMNED()) == 0) {
      quotas.add(QuotaTable.HOST);
      for (int i = 0; i < RdmaMonitorAbi.RM_SHARES(); i++) {
        int share = Short.toUnsignedInt(rm_promise.shares(value, i));
        if (share != 0) {
          quotas.add(share);
        }
      }
    }
    return new Promise(
        thread, rm_promise.since_ns(value), rm_promise.type(value), rm_promise.size(value), quotas);
  }

  @Override
  public boolean end(Promise promise) {
    if (!endAtPlace(promise) && !endElsewhere(promise)) {
      return false;
    }
    for (int quota : promise.quotas()) {
      if (promise.type() < RdmaMonitorAbi.RM_TYPES()) {
        quotas.addHeld(quota, promise.type(), -1);
      }
      if (promise.size() != 0) {
        quotas.addHeld(quota, QuotaTable.sizeHolding(promise.type()), -promise.size());
      }
    }
    return true;
  }

  private boolean endAtPlace(Promise promise) {
    long place = promise.thread() & (places.segment().byteSize() / rm_promise.sizeof() - 1);
    MemorySegment value =
        places.segment().asSlice(place * rm_promise.sizeof(), rm_promise.sizeof());
    // Its thread has ended, and a thread's number is not used again before all others were.
    if (rm_promise.since_ns(value) != promise.sinceNanos()
        || !INT.compareAndSet(value, rm_promise.thread$offset(), promise.thread(), 0)) {
      return false;
    }
    int _ = (int) INT.getAndAdd(value, rm_promise.claims$offset(), -1);
    return true;
  }

  private boolean endElsewhere(Promise promise) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment key = arena.allocateFrom(ValueLayout.JAVA_INT, promise.thread());
      MemorySegment value = rm_promise.allocate(arena);
      if (!map.get(key, value)
          || rm_promise.since_ns(value) != promise.sinceNanos()
          || !map.remove(key)) {
        return false;
      }
      quotas.addElsewhere(-1);
      return true;
    }
  }

  @Override
  public void close() {
    places.close();
  }
}
