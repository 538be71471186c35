// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.ToIntFunction;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;
import org.rdmamonitor.nativelib.generated.rv_device_attr;
import org.rdmamonitor.nativelib.generated.rv_gid;
import org.rdmamonitor.nativelib.generated.rv_port_attr;

/** What the library fills in, as records. */
final class Queries {
  private Queries() {}

  /** The object that a call makes through its last parameter. */
  static long made(String tried, ToIntFunction<MemorySegment> call) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment made = arena.allocate(ValueLayout.JAVA_LONG);
      VerbsException.check(tried, call.applyAsInt(made));
      return made.get(ValueLayout.JAVA_LONG, 0);
    }
  }

  static DeviceAttributes attributes(MemorySegment found) {
    int windows =
        RdmaVerbs.IBV_DEVICE_MEM_WINDOW_TYPE_2A() | RdmaVerbs.IBV_DEVICE_MEM_WINDOW_TYPE_2B();
    return new DeviceAttributes(
        rv_device_attr.firmware(found).getString(0),
        Long.reverseBytes(rv_device_attr.node_guid(found)),
        rv_device_attr.vendor_id(found),
        rv_device_attr.vendor_part_id(found),
        rv_device_attr.max_mr_size(found),
        rv_device_attr.max_qp(found),
        rv_device_attr.max_qp_wr(found),
        rv_device_attr.max_sge(found),
        rv_device_attr.max_cq(found),
        rv_device_attr.max_cqe(found),
        rv_device_attr.max_mr(found),
        rv_device_attr.max_pd(found),
        rv_device_attr.max_mw(found),
        rv_device_attr.max_qp_rd_atom(found),
        rv_device_attr.max_qp_init_rd_atom(found),
        of(DeviceAttributes.Atomics.values(), rv_device_attr.atomic(found)),
        (rv_device_attr.capabilities(found) & windows) != 0,
        rv_device_attr.ports(found));
  }

  static PortInfo port(int number, MemorySegment found) {
    return new PortInfo(
        number,
        of(PortInfo.State.values(), rv_port_attr.state(found)),
        of(PortInfo.LinkLayer.values(), rv_port_attr.link_layer(found)),
        Mtu.ofNumber(rv_port_attr.max_mtu(found)),
        Mtu.ofNumber(rv_port_attr.active_mtu(found)),
        Integer.toUnsignedLong(rv_port_attr.max_message(found)),
        rv_port_attr.lid(found));
  }

  static GidEntry gid(MemorySegment found) {
    return new GidEntry(
        rv_gid.port(found),
        rv_gid.index(found),
        Gid.of(rv_gid.raw(found).toArray(ValueLayout.JAVA_BYTE)),
        of(GidEntry.Type.values(), rv_gid.type(found)),
        rv_gid.netdev(found));
  }

  /** The constant of a C enumeration's number; the last one where the number is beyond them. */
  private static <T> T of(T[] values, int number) {
    return values[Math.clamp(number, 0, values.length - 1)];
  }
}
