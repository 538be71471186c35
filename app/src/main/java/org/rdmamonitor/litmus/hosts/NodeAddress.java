// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

/**
 * What another host needs to reach memory of a node.
 *
 * @param gidHigh the first 8 bytes of the port's GID
 * @param gidLow the last 8 bytes
 * @param lid on InfiniBand; 0 on Ethernet
 * @param mtu bytes: 256, 512, 1024, 2048 or 4096
 * @param readsServed READs and atomics that a queue pair serves at a time, 0 to 255
 * @param readsAsked READs and atomics that a queue pair asks for at a time, 0 to 255
 * @param start address of the first byte
 * @param rkey all 32 bits
 */
public record NodeAddress(
    long gidHigh,
    long gidLow,
    int lid,
    int mtu,
    int readsServed,
    int readsAsked,
    long start,
    int rkey) {
  private static final int MOST_READS = 255;

  public NodeAddress {
    RangeCheck.range("lid", lid, 0, 0xffff);
    RangeCheck.that("mtu", mtu >= 256 && mtu <= 4096 && Integer.bitCount(mtu) == 1);
    RangeCheck.range("reads served", readsServed, 0, MOST_READS);
    RangeCheck.range("reads asked", readsAsked, 0, MOST_READS);
  }

  void write(FrameOutput out) {
    out.u64(gidHigh);
    out.u64(gidLow);
    out.u16(lid);
    out.u16(mtu);
    out.u8(readsServed);
    out.u8(readsAsked);
    out.u64(start);
    out.u32(rkey);
  }

  static NodeAddress read(FrameInput in) throws HostException {
    return new NodeAddress(
        in.u64(), in.u64(), in.u16(), in.u16(), in.u8(), in.u8(), in.u64(), (int) in.u32());
  }

  /** Leaves out what would help an outsider to access the memory. */
  @Override
  public String toString() {
    return "node at %016x%016x".formatted(gidHigh, gidLow);
  }
}
