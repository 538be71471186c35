// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.nio.ByteOrder;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_detail;
import org.rdmamonitor.nativelib.posix.Memory;

/**
 * Further details of calls of some verbs (struct rm_detail). The verb, the flags of the {@link
 * CallRecord} and {@code attributes} tell which of them are valid.
 *
 * @param size bytes of a memory region, entries of a completion queue
 * @param address first byte of a memory region, in the process
 * @param attributes of QP_MODIFY, {@code enum ib_qp_attr_mask}
 * @param qpState the state asked for
 * @param access {@code enum ib_access_flags}
 * @param qpType {@code enum ib_qp_type}
 * @param pdn protection domain
 * @param dgid the peer's GID: its first and last 8 bytes, most significant byte first
 */
public record CallDetail(
    long size,
    long address,
    int attributes,
    int qpState,
    int destinationQpn,
    int rqPsn,
    int sqPsn,
    int qkey,
    int access,
    int qpType,
    int pdn,
    int rkey,
    Gid dgid) {
  /** 128 bits. */
  public record Gid(long high, long low) {
    static final Gid NONE = new Gid(0, 0);
  }

  /** For verbs without further details. */
  public static final CallDetail NONE =
      new CallDetail(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Gid.NONE);

  private static final long SIZE = rm_detail.size$offset();
  private static final long ADDRESS = rm_detail.address$offset();
  private static final long ATTRIBUTES = rm_detail.attributes$offset();
  private static final long QP_STATE = rm_detail.qp_state$offset();
  private static final long DEST_QPN = rm_detail.dest_qpn$offset();
  private static final long RQ_PSN = rm_detail.rq_psn$offset();
  private static final long SQ_PSN = rm_detail.sq_psn$offset();
  private static final long QKEY = rm_detail.qkey$offset();
  private static final long ACCESS = rm_detail.access$offset();
  private static final long QP_TYPE = rm_detail.qp_type$offset();
  private static final long PDN = rm_detail.pdn$offset();
  private static final long RKEY = rm_detail.rkey$offset();
  private static final long DGID = rm_detail.dgid$offset();

  private static final int VERBS_WITH_DETAIL =
      1 << RdmaMonitorAbi.RM_QP_CREATE()
          | 1 << RdmaMonitorAbi.RM_QP_MODIFY()
          | 1 << RdmaMonitorAbi.RM_CQ_CREATE()
          | 1 << RdmaMonitorAbi.RM_MR_REG()
          | 1 << RdmaMonitorAbi.RM_MR_DEREG();

  static CallDetail read(int verb, long address) {
    if ((VERBS_WITH_DETAIL >>> verb & 1) == 0) {
      return NONE;
    }
    return new CallDetail(
        Memory.getLong(address + SIZE),
        Memory.getLong(address + ADDRESS),
        Memory.getInt(address + ATTRIBUTES),
        Memory.getInt(address + QP_STATE),
        Memory.getInt(address + DEST_QPN),
        Memory.getInt(address + RQ_PSN),
        Memory.getInt(address + SQ_PSN),
        Memory.getInt(address + QKEY),
        Memory.getInt(address + ACCESS),
        Memory.getInt(address + QP_TYPE),
        Memory.getInt(address + PDN),
        Memory.getInt(address + RKEY),
        gid(address + DGID));
  }

  private static Gid gid(long address) {
    long high = bigEndian(Memory.getLong(address));
    long low = bigEndian(Memory.getLong(address + Long.BYTES));
    return high == 0 && low == 0 ? Gid.NONE : new Gid(high, low);
  }

  private static long bigEndian(long value) {
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? Long.reverseBytes(value) : value;
  }
}
