// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

/**
 * What another host needs to connect to a queue pair.
 *
 * @param number 24 bits
 * @param psn the packet sequence number that it begins with, 24 bits
 */
public record PairAddress(int number, int psn) {
  private static final int MOST = 0xffffff;

  public PairAddress {
    RangeCheck.range("number of a queue pair", number, 0, MOST);
    RangeCheck.range("psn", psn, 0, MOST);
  }

  void write(FrameOutput out) {
    out.u32(number);
    out.u32(psn);
  }

  static PairAddress read(FrameInput in) throws HostException {
    return new PairAddress((int) in.u32(), (int) in.u32());
  }

  /** Leaves out the PSN. */
  @Override
  public String toString() {
    return "queue pair " + number;
  }
}
