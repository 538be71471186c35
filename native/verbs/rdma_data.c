// SPDX-License-Identifier: MIT
/* The data path: work requests and completions. */
#include "rdma_verbs.h"


#include "rdma_internal.h"

EXPORT int rv_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	return status(ibv_post_send(qp, wr, bad));
}

EXPORT int rv_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return status(ibv_post_recv(qp, wr, bad));
}

EXPORT int rv_poll_cq(struct ibv_cq *cq, int capacity, struct ibv_wc *completions)
{
	return ibv_poll_cq(cq, capacity, completions);
}

EXPORT int rv_spin_cq(struct ibv_cq *cq, int capacity, struct ibv_wc *completions, int polls)
{
	int taken = 0;

	while (taken == 0 && polls-- > 0)
		taken = ibv_poll_cq(cq, capacity, completions);
	return taken;
}

EXPORT int rv_spin_byte(const uint8_t *at, int value, int looks)
{
	while (looks-- > 0)
		if (__atomic_load_n(at, __ATOMIC_ACQUIRE) == value)
			return 1;
	return 0;
}
