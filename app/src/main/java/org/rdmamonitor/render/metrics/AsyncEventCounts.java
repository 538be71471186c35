// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.rdmamonitor.model.CallNames;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.AsyncEventType;

/**
 * How often each device reported each asynchronous event, since the start. Devices beyond a bound,
 * which only a host reaches that makes new ones all the time, are counted together. Not safe for
 * use by several threads.
 */
final class AsyncEventCounts {
  static final int MOST_DEVICES = 256;

  private final CallNames names = new CallNames();
  private final Set<String> devices = new HashSet<>();
  private final Map<Key, Long> counts = new HashMap<>();

  /** An event of a device, by their labels. */
  record Key(String device, String event) {}

  void add(Sample sample) {
    names.follow(sample);
    for (AsyncEvent event : sample.asyncEvents()) {
      String name = event.type().map(AsyncEventType::name).orElse(LabelNames.OTHER);
      counts.merge(new Key(label(names.device(event)), name), 1L, Long::sum);
    }
  }

  private String label(String device) {
    if (devices.size() < MOST_DEVICES) {
      devices.add(device);
    }
    return devices.contains(device) ? device : LabelNames.OTHER;
  }

  Map<Key, Long> copy() {
    return Map.copyOf(counts);
  }
}
