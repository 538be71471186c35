// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.util.Map;
import java.util.OptionalInt;
import org.rdmamonitor.model.BoundedMap;
import org.rdmamonitor.model.resource.Device;

/**
 * The first bad completions of queue pairs, until these end. A process can report anything, but is
 * believed only about its own queue pairs. Safe for use by several threads.
 */
final class BadCompletions {
  /** How many are kept; the one reported longest ago is forgotten first. */
  static final int MOST = 4096;

  private final Map<QueuePair, Told> all = new BoundedMap<>(MOST);

  private record QueuePair(int pid, int qpn) {}

  private record Told(int device, int status) {}

  /**
   * A process reports a bad completion.
   *
   * @param device index; {@link Device#UNKNOWN_INDEX} if it is not known
   * @param status {@code enum ib_wc_status}
   */
  synchronized void add(int pid, int qpn, int device, int status) {
    all.putIfAbsent(new QueuePair(pid, qpn), new Told(device, status));
  }

  /** The status of a queue pair that its process ends; it is forgotten then. */
  synchronized OptionalInt take(int pid, int qpn, int device) {
    QueuePair ended = new QueuePair(pid, qpn);
    Told told = all.get(ended);
    if (told == null || (told.device() != Device.UNKNOWN_INDEX && told.device() != device)) {
      return OptionalInt.empty();
    }
    all.remove(ended);
    return OptionalInt.of(told.status());
  }
}
