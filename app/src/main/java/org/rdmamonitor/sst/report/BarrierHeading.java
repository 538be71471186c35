// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.report;

import java.util.List;
import org.rdmamonitor.sst.BarrierVariant;

/**
 * What is measured, and where.
 *
 * @param members where they are, in a few words: {@code in this process}
 * @param devices of this process's members
 * @param mtu of the first device's port, in bytes
 * @param linkType of that port: {@code Ethernet}
 * @param iterations of each row
 */
public record BarrierHeading(
    String members,
    List<String> devices,
    int mtu,
    String linkType,
    BarrierVariant variant,
    int iterations) {
  static final String TITLE = "Barrier Latency Test";

  /** Keeps its own copy. */
  public BarrierHeading {
    devices = List.copyOf(devices);
  }
}
