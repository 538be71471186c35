// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/**
 * One queue pair of one end, and the memory that it opens to the other end.
 *
 * @param qpn its number: 24 bits, from 2 (0 and 1 are the subnet's own) to 0xfffffe (the last one
 *     is multicast's); 0 if the connection manager will tell it
 * @param psn of the first packet that it sends: 24 bits, random, never 0; 0 if {@code qpn} is
 * @param qkey for datagrams: without its top bit, which marks a privileged one; 0 with other
 *     transports
 * @param maxReadAtomic RDMA reads and atomic operations that it answers at a time, up to 255
 */
public record QueuePairEndpoint(
    int qpn, int psn, int qkey, Port port, int maxReadAtomic, Region region) {
  /** Bytes on the wire. */
  static final int BYTES = 51;

  private static final Field QPN = new Field("qpn", 0, 0xfffffe);
  private static final Field PSN = new Field("psn", 0, 0xffffff);
  private static final Field QKEY = new Field("qkey", 0, Integer.MAX_VALUE);
  private static final Field MAX_READ_ATOMIC = new Field("max_rd_atomic", 0, 255);

  public QueuePairEndpoint {
    QPN.check(qpn);
    PSN.check(psn);
    QKEY.check(qkey);
    MAX_READ_ATOMIC.check(maxReadAtomic);
    if (qpn == 1) {
      throw new FieldException("qpn", "1", "0 or 2.." + QPN.maximum());
    }
    if (qpn == 0 && psn != 0) {
      throw new FieldException("psn", "another value than 0", "0 where qpn is 0");
    }
    if (qpn != 0 && psn == 0) {
      throw new FieldException("psn", "0", "1.." + PSN.maximum() + ", at random");
    }
  }

  /** Whether its numbers are known; otherwise the connection manager tells them. */
  public boolean isNumbered() {
    return qpn != 0;
  }

  void write(WireOutput out) {
    out.u24(qpn);
    out.u24(psn);
    out.u32(qkey);
    port.write(out);
    out.u8(maxReadAtomic);
    region.write(out);
  }

  static QueuePairEndpoint read(WireInput in) throws WireException {
    int qpn = in.u24();
    int psn = in.u24();
    long qkey = in.u32();
    QKEY.check(qkey);
    return new QueuePairEndpoint(qpn, psn, (int) qkey, Port.read(in), in.u8(), Region.read(in));
  }

  /** Leaves out what would help an outsider to join the conversation. */
  @Override
  public String toString() {
    return "queue pair " + qpn + " at " + port;
  }
}
