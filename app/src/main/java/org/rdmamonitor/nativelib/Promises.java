// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_promise;

/** What tasks were promised at the gate and have not taken yet (struct rm_promise). */
public final class Promises implements PromiseTable {
  private final BpfMap map;
  private final QuotaTable quotas;

  public Promises(BpfMap map, QuotaTable quotas) {
    this.map = map;
    this.quotas = quotas;
  }

  @Override
  public List<Promise> list() {
    List<Promise> result = new ArrayList<>();
    map.forEach((key, value) ->
        result.add(new Promise(key.get(ValueLayout.JAVA_INT, 0), rm_promise.since_ns(value))));
    return result;
  }

  @Override
  public boolean end(Promise promise) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment key = arena.allocateFrom(ValueLayout.JAVA_INT, promise.thread());
      MemorySegment value = rm_promise.allocate(arena);
      if (!map.get(key, value)
          || rm_promise.since_ns(value) != promise.sinceNanos()
          || !map.remove(key)) {
        return false;
      }
      if ((rm_promise.flags(value) & RdmaMonitorAbi.RM_PROMISE_CONDEMNED()) == 0) {
        giveBack(QuotaTable.HOST, rm_promise.type(value));
        for (int i = 0; i < RdmaMonitorAbi.RM_SHARES(); i++) {
          int share = Short.toUnsignedInt(rm_promise.shares(value, i));
          if (share != 0) {
            giveBack(share, rm_promise.type(value));
          }
        }
      }
      return true;
    }
  }

  private void giveBack(int index, int type) {
    quotas.addPromised(index, type, -1);
    quotas.addHeld(index, type, -1);
  }
}
