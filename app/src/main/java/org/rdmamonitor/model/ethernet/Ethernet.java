// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.ethernet;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The interfaces of {@code rdma-secure ethernet create} on a host.
 *
 * @param interfaces those whose process runs, by name
 * @param leftOut files that were not read, because others than root may have written them, because
 *     they cannot be understood, or because there were too many
 * @param trouble why the first of these was not read, in a sentence without a full stop; empty if
 *     none was left out
 */
public record Ethernet(List<EthernetInterface> interfaces, int leftOut, String trouble) {
  /** No interface. */
  public static final Ethernet NONE = new Ethernet(List.of(), 0, "");

  public Ethernet {
    interfaces = List.copyOf(interfaces);
  }

  /** The same, as if it were this much later. */
  public Ethernet later(Duration by) {
    return new Ethernet(interfaces.stream().map(one -> one.later(by)).toList(), leftOut, trouble);
  }

  /** Whether there is nothing to tell. */
  public boolean isEmpty() {
    return interfaces.isEmpty() && leftOut == 0;
  }

  /**
   * What happened since an earlier reading.
   *
   * @param before the earlier one; for a first reading, which has no activity, the same
   */
  public List<EthernetActivity> since(Ethernet before) {
    return interfaces.stream().map(now -> new EthernetActivity(now, before.find(now))).toList();
  }

  private Optional<EthernetInterface> find(EthernetInterface one) {
    return interfaces.stream().filter(one::isSame).findFirst();
  }
}
