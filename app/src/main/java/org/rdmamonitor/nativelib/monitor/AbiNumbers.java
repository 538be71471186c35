// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.util.Map;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;

/** The enumerations of bpf/rdma_monitor.h, by name. */
public final class AbiNumbers {
  private static final Map<String, Integer> VERBS =
      Map.ofEntries(
          Map.entry("QP_CREATE", RdmaMonitorAbi.RM_QP_CREATE()),
          Map.entry("QP_MODIFY", RdmaMonitorAbi.RM_QP_MODIFY()),
          Map.entry("QP_DESTROY", RdmaMonitorAbi.RM_QP_DESTROY()),
          Map.entry("PD_ALLOC", RdmaMonitorAbi.RM_PD_ALLOC()),
          Map.entry("PD_DEALLOC", RdmaMonitorAbi.RM_PD_DEALLOC()),
          Map.entry("CQ_CREATE", RdmaMonitorAbi.RM_CQ_CREATE()),
          Map.entry("CQ_DESTROY", RdmaMonitorAbi.RM_CQ_DESTROY()),
          Map.entry("MR_REG", RdmaMonitorAbi.RM_MR_REG()),
          Map.entry("MR_DEREG", RdmaMonitorAbi.RM_MR_DEREG()),
          Map.entry("CM_REQ", RdmaMonitorAbi.RM_CM_REQ()),
          Map.entry("GID_QUERY", RdmaMonitorAbi.RM_GID_QUERY()),
          Map.entry("FLOW_CREATE", RdmaMonitorAbi.RM_FLOW_CREATE()),
          Map.entry("FLOW_DESTROY", RdmaMonitorAbi.RM_FLOW_DESTROY()));

  private static final Map<String, Integer> TYPES =
      Map.of(
          "PD", RdmaMonitorAbi.RM_TYPE_PD(),
          "CQ", RdmaMonitorAbi.RM_TYPE_CQ(),
          "QP", RdmaMonitorAbi.RM_TYPE_QP(),
          "CM_ID", RdmaMonitorAbi.RM_TYPE_CM_ID(),
          "MR", RdmaMonitorAbi.RM_TYPE_MR(),
          "CTX", RdmaMonitorAbi.RM_TYPE_CTX(),
          "SRQ", RdmaMonitorAbi.RM_TYPE_SRQ());

  private static final Map<String, Integer> MEASURES =
      Map.of(
          "OBJECTS", RdmaMonitorAbi.RM_MEASURE_OBJECTS(),
          "RATE", RdmaMonitorAbi.RM_MEASURE_RATE(),
          "ALL_CALLS", RdmaMonitorAbi.RM_MEASURE_ALL_CALLS(),
          "SIZE", RdmaMonitorAbi.RM_MEASURE_SIZE(),
          "PEER", RdmaMonitorAbi.RM_MEASURE_PEER(),
          "HANDLE", RdmaMonitorAbi.RM_MEASURE_HANDLE());

  private static final Map<String, Integer> ENFORCEMENTS =
      Map.of(
          "OBSERVE", RdmaMonitorAbi.RM_OBSERVE(),
          "DENY", RdmaMonitorAbi.RM_DENY(),
          "STRICT", RdmaMonitorAbi.RM_STRICT());

  private AbiNumbers() {}

  /** The number of a verb, {@code QP_CREATE}. */
  public static int verb(String name) {
    return find(VERBS, name);
  }

  /** The number of a measure of limits, {@code ALL_CALLS}. */
  public static int measure(String name) {
    return find(MEASURES, name);
  }

  /** The number of a resource type, {@code QP}. */
  public static int type(String name) {
    return find(TYPES, name);
  }

  /** The number of a mode of enforcement: 0 observes, 1 denies, 2 is strict. */
  public static int enforcement(String name) {
    return find(ENFORCEMENTS, name);
  }

  /** The most copies of a row's counters that there can be. */
  public static int maxShards() {
    return RdmaMonitorAbi.RM_MAX_SHARDS();
  }

  private static int find(Map<String, Integer> numbers, String name) {
    Integer number = numbers.get(name);
    if (number == null) {
      throw new IllegalArgumentException("bpf/rdma_monitor.h has no number for " + name);
    }
    return number;
  }
}
