// SPDX-License-Identifier: MIT
#include "qp_state.h"

#include <stdbool.h>

int qp_next_state(const struct ibv_qp *qp, const union ibv_gid *gid, struct ibv_qp_attr *attr)
{
	bool reliable = qp->qp_type == IBV_QPT_RC, datagram = qp->qp_type == IBV_QPT_UD;

	switch (qp->state) {
	case IBV_QPS_RESET:
		*attr = (struct ibv_qp_attr){ .qp_state = IBV_QPS_INIT, .port_num = PORT,
					      .qkey = 0x1234, .qp_access_flags = IBV_ACCESS_REMOTE_READ };
		return IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | (datagram ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS);
	case IBV_QPS_INIT:
		*attr = (struct ibv_qp_attr){
			.qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024, .dest_qp_num = qp->qp_num,
			.max_dest_rd_atomic = 1, .min_rnr_timer = 12,
			.ah_attr = { .is_global = 1, .port_num = PORT,
				     .grh = { .dgid = *gid, .sgid_index = GID_INDEX, .hop_limit = 64 } } };
		return IBV_QP_STATE |
		       (datagram ? 0 : IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN) |
		       (reliable ? IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER : 0);
	case IBV_QPS_RTR:
		*attr = (struct ibv_qp_attr){ .qp_state = IBV_QPS_RTS, .timeout = 14, .retry_cnt = 7,
					      .rnr_retry = 7, .max_rd_atomic = 1 };
		return IBV_QP_STATE | IBV_QP_SQ_PSN |
		       (reliable ? IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC : 0);
	default:
		*attr = (struct ibv_qp_attr){ .qp_state = IBV_QPS_RESET };
		return IBV_QP_STATE;
	}
}
