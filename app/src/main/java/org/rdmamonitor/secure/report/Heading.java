// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.report;

import java.util.Optional;
import org.rdmamonitor.secure.transfer.TransferPlan;
import org.rdmamonitor.secure.wire.Measure;

/**
 * What is measured, and how.
 *
 * @param transportType of the device: {@code IB}
 * @param mtu of the path, in bytes
 * @param linkType of the port: {@code Ethernet}
 * @param gidIndex of this end's address; none without a global route
 * @param inline up to how many bytes messages carry their data themselves
 * @param outstandingReads READs and atomics at a time
 * @param connectionManager whether rdma_cm connected the queue pairs
 */
public record Heading(
    TransferPlan plan,
    String device,
    String transportType,
    int queuePairs,
    int mtu,
    String linkType,
    Optional<Integer> gidIndex,
    int inline,
    int outstandingReads,
    boolean connectionManager) {
  boolean isBandwidth() {
    return plan.measure() == Measure.BANDWIDTH;
  }

  boolean reads() {
    return switch (plan.operation()) {
      case READ, COMPARE_AND_SWAP, FETCH_AND_ADD -> true;
      default -> false;
    };
  }

  boolean isBatched() {
    return isBandwidth() && plan.tuning().batch() > 1;
  }

  String connection() {
    return plan.transport().name();
  }

  /** The operation's name in titles. */
  String operation() {
    return switch (plan.operation()) {
      case SEND -> "Send";
      case WRITE -> "RDMA_Write";
      case WRITE_WITH_IMMEDIATE -> "RDMA_Write_imm";
      case READ -> "RDMA_Read";
      case COMPARE_AND_SWAP -> "Atomic CMP_AND_SWAP";
      case FETCH_AND_ADD -> "Atomic FETCH_AND_ADD";
    };
  }

  /** {@code Send Bidirectional Post List BW Test}. */
  String title() {
    StringBuilder title = new StringBuilder(operation());
    if (plan.bidirectional()) {
      title.append(" Bidirectional");
    }
    if (isBatched()) {
      title.append(" Post List");
    }
    return title.append(isBandwidth() ? " BW" : " Latency").append(" Test").toString();
  }
}
