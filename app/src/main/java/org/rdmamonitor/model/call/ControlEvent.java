// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.model.resource.Device;

/** Something that happened on the control path: a call that finished, or an asynchronous event. */
public sealed interface ControlEvent permits ControlCall, AsyncEvent {
  /** When it happened. */
  Instant time();

  /** Index of the device; {@link Device#UNKNOWN_INDEX} where it is not known. */
  int device();

  /**
   * Calls and asynchronous events together, in the order in which they came.
   *
   * @param calls in the order of their return
   * @param events in their order
   */
  static List<ControlEvent> merged(List<ControlCall> calls, List<AsyncEvent> events) {
    List<ControlEvent> all = new ArrayList<>(calls.size() + events.size());
    int next = 0;
    for (ControlCall call : calls) {
      while (next < events.size() && events.get(next).time().isBefore(call.time())) {
        all.add(events.get(next++));
      }
      all.add(call);
    }
    all.addAll(events.subList(next, events.size()));
    return all;
  }
}
