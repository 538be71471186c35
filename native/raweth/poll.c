// SPDX-License-Identifier: MIT
#include "poll.h"

#include <errno.h>

#include "receive.h"
#include "table.h"

typedef int start_function(struct ibv_cq_ex *, struct ibv_poll_cq_attr *);

/* The device's own start_poll, by completion queue. */
static struct table starts = TABLE_INITIALIZER;

/* First the completions of raw packet queue pairs, then the device's. */
int poll_completions(struct ibv_cq *cq, int most, struct ibv_wc *wc)
{
	struct device *device = device_of(cq->context);
	struct completions *completions = completions_of(cq);
	int taken, others;

	if (!completions || most <= 0)
		return device->real.poll_cq(cq, most, wc);
	if (atomic_load(&completions->receivers) > 0)
		receive_frames(device, completions, (unsigned int)most);
	taken = completions_take(completions, most, wc);
	if (taken < 0 || taken == most)
		return taken;
	others = device->real.poll_cq(cq, most - taken, wc + taken);
	if (others < 0)
		return taken > 0 ? taken : others;
	return taken + others;
}

/* Refused: nobody would wake the program when a frame comes in. */
int poll_request_notice(struct ibv_cq *cq, int solicited_only)
{
	struct completions *completions = completions_of(cq);

	if (completions && atomic_load(&completions->users) > 0)
		return EOPNOTSUPP;
	return device_of(cq->context)->real.req_notify_cq(cq, solicited_only);
}

static int start_poll(struct ibv_cq_ex *cq, struct ibv_poll_cq_attr *attr)
{
	start_function *real = (start_function *)table_get(&starts, cq);
	struct completions *completions = completions_of(ibv_cq_ex_to_cq(cq));

	if (completions && atomic_load(&completions->users) > 0)
		return EOPNOTSUPP;
	return real(cq, attr);
}

int poll_watch_extended(struct ibv_cq_ex *cq)
{
	if (!cq->start_poll)
		return 0;
	if (table_put(&starts, cq, (void *)cq->start_poll))
		return ENOMEM;
	cq->start_poll = start_poll;
	return 0;
}

void poll_forget_extended(struct ibv_cq *cq)
{
	table_remove(&starts, cq);
}
