// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.OptionalInt;
import org.rdmamonitor.nativelib.bpf.BpfObject;
import org.rdmamonitor.nativelib.bpf.KernelTypes;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_offsets;

/** Tells the BPF programs the offsets of fields in structures of modules (struct rm_offsets). */
public final class ModuleOffsets {
  private ModuleOffsets() {}

  /** Finds the offsets in the modules that are loaded now, as far as possible, and writes them. */
  public static void update(BpfObject bpf) {
    try (Arena arena = Arena.ofConfined();
        KernelTypes types = KernelTypes.load()) {
      MemorySegment offsets = rm_offsets.allocate(arena);
      rm_offsets.bundle_inbuf(
          offsets, known(types.offset("ib_uverbs", "uverbs_attr_bundle", "ucore", "inbuf")));
      rm_offsets.bundle_file(
          offsets, known(types.offset("ib_uverbs", "uverbs_attr_bundle", "ufile")));
      rm_offsets.bundle_context(
          offsets, known(types.offset("ib_uverbs", "uverbs_attr_bundle", "context")));
      rm_offsets.file_context(
          offsets, known(types.offset("ib_uverbs", "ib_uverbs_file", "ucontext")));
      rm_offsets.cm_entry(offsets, known(types.offset("rdma_cm", "rdma_id_private", "res")));
      rm_offsets.cm_device(
          offsets, known(types.offset("rdma_cm", "rdma_id_private", "id", "device")));
      rm_offsets.cm_peer(
          offsets,
          known(types.offset("rdma_cm", "rdma_id_private", "id", "route", "addr", "dst_addr")));
      rm_offsets.cm_qpn(offsets, known(types.offset("rdma_cm", "rdma_id_private", "qp_num")));
      rm_offsets.uobject_type(offsets, known(uobjectType(types)));
      MemorySegment key = arena.allocateFrom(ValueLayout.JAVA_INT, 0);
      bpf.map(".data").put(key, offsets);
    }
  }

  /** On newer kernels a module of its own has the structure. */
  private static OptionalInt uobjectType(KernelTypes types) {
    OptionalInt offset = types.offset("ib_uverbs", "uverbs_api_object", "id");
    return offset.isPresent()
        ? offset
        : types.offset("ib_uverbs_support", "uverbs_api_object", "id");
  }

  private static int known(OptionalInt offset) {
    return offset.orElse(RdmaMonitorAbi.RM_OFFSET_UNKNOWN());
  }
}
