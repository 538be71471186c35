// SPDX-License-Identifier: MIT
#include "quota.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "collector.h"
#include "log.h"
#include "report.h"
#include "settings.h"
#include "usage.h"

/* By kind of object: as what the object counts, and as what its size; COUNTERS if that is not counted. */
static const struct {
	enum counter objects, size;
} counters[OBJECT_KINDS] = {
	[OBJECT_PD] = {COUNT_PD, COUNTERS},   [OBJECT_CQ] = {COUNT_CQ, COUNT_CQ_ENTRIES},
	[OBJECT_SRQ] = {COUNT_SRQ, COUNTERS}, [OBJECT_WQ] = {COUNTERS, COUNTERS},
	[OBJECT_QP] = {COUNT_QP, COUNTERS},   [OBJECT_MR] = {COUNT_MR, COUNT_BYTES},
};

static struct amounts amounts(const struct demand *demand)
{
	static const enum counter of_transport[] = {
		[TRANSPORT_OTHER] = COUNTERS, [TRANSPORT_RC] = COUNT_RC,   [TRANSPORT_UC] = COUNT_UC,
		[TRANSPORT_UD] = COUNT_UD,    [TRANSPORT_XRC] = COUNT_XRC,
	};
	enum counter kind = counters[demand->kind].objects, size = counters[demand->kind].size;
	enum counter transport = of_transport[demand->transport];
	struct amounts amounts = {{0}};

	if (kind < COUNTERS)
		amounts.of[kind] = 1;
	if (transport < COUNTERS)
		amounts.of[transport] = 1;
	amounts.of[COUNT_SEND_WR] = demand->send_wr;
	amounts.of[COUNT_RECV_WR] = demand->recv_wr;
	if (size < COUNTERS)
		amounts.of[size] = demand->size;
	return amounts;
}

/* For each counter, how much more the first demand has than the second. */
static struct amounts excess(const struct demand *first, const struct demand *second)
{
	struct amounts more = amounts(first), less = amounts(second);

	for (int i = 0; i < COUNTERS; i++)
		more.of[i] = more.of[i] > less.of[i] ? more.of[i] - less.of[i] : 0;
	return more;
}

static bool is_limited(const struct settings *set, enum counter counter)
{
	return counter < COUNTERS && set->limits[counter] != UNLIMITED;
}

bool quota_watches(enum object_kind kind)
{
	const struct settings *set = settings();

	if (!set->enable)
		return false;
	report_once();
	if (*set->malformed)
		return true;
	switch (kind) {
	case OBJECT_WQ:
	case OBJECT_QP:
		return set->qp_control;
	case OBJECT_MR:
		return set->mr_control;
	case OBJECT_CQ:
		if (set->qp_control && set->collector != COLLECTOR_OFF)
			return true;
		break;
	case OBJECT_SRQ:
		if (set->qp_control)
			return true;
		break;
	case OBJECT_PD:
		break;
	case OBJECT_KINDS:
		return false;
	}
	return is_limited(set, counters[kind].objects) || is_limited(set, counters[kind].size);
}

static void refuse(const char *call, const char *why)
{
	usage_count_refusal();
	log_line(LEVEL_ERROR, "refused %s: %s", call, why);
	errno = settings()->error;
}

/* Checks limits on a single object. */
static bool fits(const char *call, const char *variable, uint64_t limit, uint32_t wanted, const char *what)
{
	char why[256];

	if (wanted <= limit)
		return true;
	snprintf(why, sizeof(why), "%" PRIu32 " %s in one queue pair; %s is %" PRIu64, wanted, what, variable, limit);
	refuse(call, why);
	return false;
}

static bool acceptable(const char *call, const struct demand *demand)
{
	const struct settings *set = settings();

	if (*set->malformed) {
		refuse(call, set->malformed);
		return false;
	}
	if (demand->kind != OBJECT_QP)
		return true;
	return fits(call, "RDMA_INTERCEPT_MAX_SEND_WR_LIMIT", set->send_wr_of_qp, demand->send_wr,
		    counter_name(COUNT_SEND_WR)) &&
	       fits(call, "RDMA_INTERCEPT_MAX_RECV_WR_LIMIT", set->recv_wr_of_qp, demand->recv_wr,
		    counter_name(COUNT_RECV_WR));
}

/* First decides by what is counted in this process. */
static bool take_or_refuse(const char *call, const struct amounts *wanted)
{
	uint64_t in_use;
	enum counter full = usage_take(wanted, &in_use);
	char why[256];

	if (full == COUNTERS)
		return true;
	snprintf(why, sizeof(why), "%" PRIu64 " %s in use, %" PRIu64 " more wanted; %s is %" PRIu64 "%s", in_use,
		 counter_name(full), wanted->of[full], limit_name(full), settings()->limits[full],
		 full == COUNT_BYTES ? " bytes" : "");
	refuse(call, why);
	return false;
}

/* Then asks the collector; if it refuses, gives back what was taken in this process. */
static bool collect_or_refuse(const char *call, const struct demand *demand, const struct amounts *taken, bool *granted)
{
	char why[256];

	if (collector_reserve(demand, granted, why, sizeof(why)))
		return true;
	usage_give_back(taken);
	refuse(call, why);
	return false;
}

bool quota_reserve(const char *call, const struct demand *demand, struct grant *grant)
{
	struct amounts wanted = amounts(demand);

	*grant = (struct grant){.demand = *demand, .collected_size = demand->size};
	if (!acceptable(call, demand) || !take_or_refuse(call, &wanted) ||
	    !collect_or_refuse(call, demand, &wanted, &grant->collected))
		return false;
	log_line(LEVEL_DEBUG, "granted %s", call);
	return true;
}

void quota_release(const struct grant *grant)
{
	struct amounts back = amounts(&grant->demand);
	struct demand collected = grant->demand;
	int saved = errno;

	usage_give_back(&back);
	collected.size = grant->collected_size;
	if (grant->collected)
		collector_release(&collected);
	errno = saved;
}

/* The collector cannot change an object's size, so growth is requested as one extra object of the added size. */
bool quota_begin_change(const char *call, const struct grant *before, const struct demand *demand, struct grant *after)
{
	struct amounts more = excess(demand, &before->demand);
	struct demand growth = {.kind = demand->kind};
	bool granted;

	*after = *before;
	after->demand = *demand;
	if (!acceptable(call, demand) || !take_or_refuse(call, &more))
		return false;
	if (!before->collected || demand->size <= before->collected_size)
		return true;
	growth.size = demand->size - before->collected_size;
	if (!collect_or_refuse(call, &growth, &more, &granted))
		return false;
	if (granted)
		after->collected_size = demand->size;
	return true;
}

/* After growth the extra object is given back, but its size is kept. The collector learns that an object has shrunk only when
 * the object is destroyed. */
void quota_end_change(const struct grant *before, const struct grant *after, bool changed)
{
	struct amounts back = changed ? excess(&before->demand, &after->demand) :
					excess(&after->demand, &before->demand);
	uint64_t growth = after->collected_size - before->collected_size;
	struct demand extra = {.kind = after->demand.kind, .size = changed ? 0 : growth};
	int saved = errno;

	usage_give_back(&back);
	if (growth)
		collector_release(&extra);
	errno = saved;
}
