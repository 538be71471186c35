// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_row;

/**
 * A size that the BPF programs count, as in {@code EACH_SIZE} of bpf/slots.bpf.h.
 *
 * @param type of the objects, enum rm_type
 * @param holding the holding of quotas for it, enum rm_size
 * @param unit how many bytes, or entries, one unit there is; each object's size is rounded up
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

  /** The size of objects of a type; null if the type has none, or does not exist. */
  static @Nullable CountedSize of(int type) {
    for (CountedSize size : ALL) {
      if (size.type == type) {
        return size;
      }
    }
    return null;
  }
}
