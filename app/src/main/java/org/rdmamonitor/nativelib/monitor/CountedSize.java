// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_row;

/**
 * A size that the kernel's part counts: what {@code EACH_SIZE} of bpf/slots.bpf.h has.
 *
 * @param type of the objects, enum rm_type
 * @param holding where quotas have it, enum rm_size
 * @param unit how many bytes, or entries, are one there, each object's rounded up
 * @param offset of the sum in struct rm_row, in bytes
 */
record CountedSize(int type, int holding, long unit, long offset) {
  private static final List<CountedSize> ALL =
      List.of(
          new CountedSize(
              RdmaMonitorAbi.RM_TYPE_MR(),
              RdmaMonitorAbi.RM_MR_PAGES(),
              4096,
              rm_row.mr_bytes$offset()),
          new CountedSize(
              RdmaMonitorAbi.RM_TYPE_CQ(),
              RdmaMonitorAbi.RM_CQ_ENTRIES(),
              1,
              rm_row.cq_entries$offset()));

  /** That of objects of a type; null for those that have none, and for what is no type. */
  static @Nullable CountedSize of(int type) {
    for (CountedSize size : ALL) {
      if (size.type == type) {
        return size;
      }
    }
    return null;
  }
}
