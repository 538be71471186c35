// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;
import org.rdmamonitor.nativelib.generated.rv_qp_attr;

/**
 * What the states of a queue pair need, by its kind (InfiniBand specification, table of states).
 */
final class QueuePairAttributes {
  private static final int TO_INIT =
      RdmaVerbs.IBV_QP_STATE() | RdmaVerbs.IBV_QP_PKEY_INDEX() | RdmaVerbs.IBV_QP_PORT();
  private static final int TO_RTR_CONNECTED =
      RdmaVerbs.IBV_QP_STATE()
          | RdmaVerbs.IBV_QP_AV()
          | RdmaVerbs.IBV_QP_PATH_MTU()
          | RdmaVerbs.IBV_QP_DEST_QPN()
          | RdmaVerbs.IBV_QP_RQ_PSN();
  private static final int TO_RTR_RELIABLE =
      TO_RTR_CONNECTED | RdmaVerbs.IBV_QP_MAX_DEST_RD_ATOMIC() | RdmaVerbs.IBV_QP_MIN_RNR_TIMER();
  private static final int TO_RTS = RdmaVerbs.IBV_QP_STATE() | RdmaVerbs.IBV_QP_SQ_PSN();
  private static final int TO_RTS_RELIABLE =
      TO_RTS
          | RdmaVerbs.IBV_QP_TIMEOUT()
          | RdmaVerbs.IBV_QP_RETRY_CNT()
          | RdmaVerbs.IBV_QP_RNR_RETRY()
          | RdmaVerbs.IBV_QP_MAX_QP_RD_ATOMIC();

  private QueuePairAttributes() {}

  static int init(MemorySegment attr, Transport transport, int port, Set<Access> access, int qkey) {
    rv_qp_attr.state(attr, RdmaVerbs.IBV_QPS_INIT());
    rv_qp_attr.port(attr, port);
    rv_qp_attr.access(attr, Access.flags(access));
    rv_qp_attr.qkey(attr, qkey);
    return TO_INIT
        | (transport == Transport.UD ? RdmaVerbs.IBV_QP_QKEY() : RdmaVerbs.IBV_QP_ACCESS_FLAGS());
  }

  static int readyToReceive(MemorySegment attr, Transport transport, Connection to) {
    setRoute(attr, to.route());
    rv_qp_attr.state(attr, RdmaVerbs.IBV_QPS_RTR());
    rv_qp_attr.mtu(attr, to.mtu().number());
    rv_qp_attr.remote_qp(attr, to.remoteQueuePair());
    rv_qp_attr.rq_psn(attr, to.receivePsn());
    rv_qp_attr.max_dest_rd_atomic(attr, to.readsServed());
    rv_qp_attr.min_rnr_timer(attr, to.minRnrTimer());
    return switch (transport) {
      case RC -> TO_RTR_RELIABLE;
      case UC -> TO_RTR_CONNECTED;
      case UD -> RdmaVerbs.IBV_QP_STATE();
    };
  }

  static int readyToSend(MemorySegment attr, Transport transport, Connection to) {
    rv_qp_attr.state(attr, RdmaVerbs.IBV_QPS_RTS());
    rv_qp_attr.sq_psn(attr, to.sendPsn());
    rv_qp_attr.timeout(attr, to.timeout());
    rv_qp_attr.retry_count(attr, to.retries());
    rv_qp_attr.rnr_retry(attr, to.rnrRetries());
    rv_qp_attr.max_rd_atomic(attr, to.readsAsked());
    return transport == Transport.RC ? TO_RTS_RELIABLE : TO_RTS;
  }

  static void setRoute(MemorySegment attr, Route route) {
    rv_qp_attr.gid(attr).copyFrom(MemorySegment.ofArray(route.destination().bytes()));
    rv_qp_attr.gid_index(attr, route.gidIndex());
    rv_qp_attr.hop_limit(attr, route.hopLimit());
    rv_qp_attr.traffic_class(attr, route.trafficClass());
    rv_qp_attr.flow_label(attr, route.flowLabel());
    rv_qp_attr.is_global(attr, route.global() ? 1 : 0);
    rv_qp_attr.lid(attr, route.lid());
    rv_qp_attr.service_level(attr, route.serviceLevel());
    rv_qp_attr.port(attr, route.port());
  }
}
