// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.netlink;

import java.util.Map;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.RdmaNetlink;
import org.rdmamonitor.nativelib.posix.NativeException;

/** The commands and attributes of RDMA netlink that are used (uapi/rdma/rdma_netlink.h). */
public final class RdmaAttributes {
  public static final int GET = RdmaNetlink.RDMA_NLDEV_CMD_GET();
  public static final int RES_GET = RdmaNetlink.RDMA_NLDEV_CMD_RES_GET();
  public static final int SYS_GET = RdmaNetlink.RDMA_NLDEV_CMD_SYS_GET();
  public static final int SYS_NETNS_MODE = RdmaNetlink.RDMA_NLDEV_SYS_ATTR_NETNS_MODE();
  public static final int SYS_PRIVILEGED_QKEY =
      RdmaNetlink.RDMA_NLDEV_SYS_ATTR_PRIVILEGED_QKEY_MODE();
  public static final int RES_QP_GET = RdmaNetlink.RDMA_NLDEV_CMD_RES_QP_GET();

  public static final int DEV_INDEX = RdmaNetlink.RDMA_NLDEV_ATTR_DEV_INDEX();
  public static final int DEV_NAME = RdmaNetlink.RDMA_NLDEV_ATTR_DEV_NAME();
  public static final int PORT_INDEX = RdmaNetlink.RDMA_NLDEV_ATTR_PORT_INDEX();
  public static final int RES_SUMMARY = RdmaNetlink.RDMA_NLDEV_ATTR_RES_SUMMARY();
  public static final int RES_SUMMARY_ENTRY = RdmaNetlink.RDMA_NLDEV_ATTR_RES_SUMMARY_ENTRY();
  public static final int RES_SUMMARY_ENTRY_NAME =
      RdmaNetlink.RDMA_NLDEV_ATTR_RES_SUMMARY_ENTRY_NAME();
  public static final int RES_SUMMARY_ENTRY_CURR =
      RdmaNetlink.RDMA_NLDEV_ATTR_RES_SUMMARY_ENTRY_CURR();
  public static final int RES_LQPN = RdmaNetlink.RDMA_NLDEV_ATTR_RES_LQPN();
  public static final int RES_TYPE = RdmaNetlink.RDMA_NLDEV_ATTR_RES_TYPE();
  public static final int RES_PID = RdmaNetlink.RDMA_NLDEV_ATTR_RES_PID();
  public static final int RES_KERN_NAME = RdmaNetlink.RDMA_NLDEV_ATTR_RES_KERN_NAME();
  public static final int RES_MRLEN = RdmaNetlink.RDMA_NLDEV_ATTR_RES_MRLEN();
  public static final int RES_STATE = RdmaNetlink.RDMA_NLDEV_ATTR_RES_STATE();
  public static final int RES_RQPN = RdmaNetlink.RDMA_NLDEV_ATTR_RES_RQPN();
  public static final int RES_RQ_PSN = RdmaNetlink.RDMA_NLDEV_ATTR_RES_RQ_PSN();
  public static final int RES_SQ_PSN = RdmaNetlink.RDMA_NLDEV_ATTR_RES_SQ_PSN();
  public static final int RES_PATH_MIG_STATE = RdmaNetlink.RDMA_NLDEV_ATTR_RES_PATH_MIG_STATE();
  public static final int RES_PDN = RdmaNetlink.RDMA_NLDEV_ATTR_RES_PDN();
  public static final int RES_RKEY = RdmaNetlink.RDMA_NLDEV_ATTR_RES_RKEY();
  public static final int RES_LKEY = RdmaNetlink.RDMA_NLDEV_ATTR_RES_LKEY();
  public static final int RES_IOVA = RdmaNetlink.RDMA_NLDEV_ATTR_RES_IOVA();
  public static final int RES_CQE = RdmaNetlink.RDMA_NLDEV_ATTR_RES_CQE();
  public static final int RES_USECNT = RdmaNetlink.RDMA_NLDEV_ATTR_RES_USECNT();
  public static final int RES_CTXN = RdmaNetlink.RDMA_NLDEV_ATTR_RES_CTXN();
  public static final int RES_PS = RdmaNetlink.RDMA_NLDEV_ATTR_RES_PS();
  public static final int RES_SRC_ADDR = RdmaNetlink.RDMA_NLDEV_ATTR_RES_SRC_ADDR();
  public static final int RES_DST_ADDR = RdmaNetlink.RDMA_NLDEV_ATTR_RES_DST_ADDR();

  /** {@code enum ib_qp_type}: the queue pairs of the management datagrams. */
  public static final int QPT_SMI = 0;

  public static final int QPT_GSI = 1;

  private RdmaAttributes() {}

  /**
   * How objects of a type are listed.
   *
   * @param command the dump
   * @param table the attribute that holds the entries
   * @param entry the attribute that holds one of them
   * @param id the attribute that is its number
   */
  public record Listing(int command, int table, int entry, int id) {
    private static final Map<String, Listing> ALL =
        Map.of(
            "qp",
            new Listing(
                RES_QP_GET,
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_QP(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_QP_ENTRY(),
                RES_LQPN),
            "pd",
            new Listing(
                RdmaNetlink.RDMA_NLDEV_CMD_RES_PD_GET(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_PD(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_PD_ENTRY(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_PDN()),
            "cq",
            new Listing(
                RdmaNetlink.RDMA_NLDEV_CMD_RES_CQ_GET(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_CQ(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_CQ_ENTRY(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_CQN()),
            "mr",
            new Listing(
                RdmaNetlink.RDMA_NLDEV_CMD_RES_MR_GET(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_MR(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_MR_ENTRY(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_MRN()),
            "cm_id",
            new Listing(
                RdmaNetlink.RDMA_NLDEV_CMD_RES_CM_ID_GET(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_CM_ID(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_CM_ID_ENTRY(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_CM_IDN()),
            "ctx",
            new Listing(
                RdmaNetlink.RDMA_NLDEV_CMD_RES_CTX_GET(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_CTX(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_CTX_ENTRY(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_CTXN()),
            "srq",
            new Listing(
                RdmaNetlink.RDMA_NLDEV_CMD_RES_SRQ_GET(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_SRQ(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_SRQ_ENTRY(),
                RdmaNetlink.RDMA_NLDEV_ATTR_RES_SRQN()));

    /** The listing of a type, by the name that the summary gives it. */
    public static Listing of(String type) {
      Listing listing = ALL.get(type);
      if (listing == null) {
        throw new IllegalArgumentException("no listing of " + type);
      }
      return listing;
    }
  }

  /** The kernel is older than the command. */
  public static boolean isUnknownCommand(NativeException e) {
    return e.errno() == LibC.EINVAL() || e.errno() == LibC.EOPNOTSUPP();
  }

  /** What was asked about has been removed. */
  public static boolean isGone(NativeException e) {
    return e.errno() == LibC.ENODEV() || e.errno() == LibC.ENOENT();
  }
}
