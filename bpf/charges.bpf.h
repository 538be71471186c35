/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * How a new object is charged: against its promise, plus any difference in size; and when it is reported, or its process
 * killed, because it is larger than promised, or nothing was promised.
 */
#ifndef RDMA_MONITOR_CHARGES_BPF_H
#define RDMA_MONITOR_CHARGES_BPF_H

#include "quotas.bpf.h"

/*
 * Finds the tenants that a new object counts for, and the size that was promised; `known` is the thread's promise. True if the
 * object was promised.
 */
static __always_inline bool find_promise(struct rm_object *object, const struct rm_promise *known, __u32 *size)
{
	if (known && known->type == object->type && !(known->flags & RM_PROMISE_CONDEMNED)) {
		__builtin_memcpy(object->shares, known->shares, sizeof(object->shares));
		*size = known->size;
		return true;
	}
	find_shares(object->shares);
	return false;
}

/*
 * For an object that is larger than promised, or too large to be counted: in strict mode, if a limit is exceeded, its
 * process is killed; else the object is reported.
 */
static __noinline int trip_size(struct rm_object *object, __u32 verb)
{
	__u32 over = NOBODY, size;

	if (!object)
		return 0;
	size = size_holding(object->type);
	if (is_beyond_count(object->type, object->size))
		over = who_limits(object->shares, 1 << size, 0);
	if (is_over(RM_HOST, size))
		over = RM_HOST;
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (object->shares[i] && is_over(object->shares[i], size))
			over = object->shares[i];
	}
	if (over == NOBODY || config.enforcement != RM_STRICT || bpf_send_signal(SIGKILL)) {
		note_passed_all(object->shares, size, verb);
		return 0;
	}
	note_refusal(RM_EVENT_KILLED, REFUSAL(NO_ROOM, over), verb, object->type);
	return 0;
}

/*
 * The largest that an honest request can make an object. Drivers make completion queues with more entries than are asked for:
 * they round up to a power of two, double that, and have a minimum.
 */
static __always_inline __s64 most_made_of(__u32 type, __u32 promised)
{
	return type == RM_TYPE_CQ && promised ? 4 * (__s64)promised + 256 : promised;
}

/* Charges the difference between a new object's size and the promised one. */
static __always_inline void charge_size(struct rm_object *object, __u32 type, __u32 promised, bool kernel, __u32 verb)
{
	__s32 held = object->sized ? size_held(type, object->size) : 0, more = held - (__s32)promised;
	bool is_larger = held > most_made_of(type, promised) || (object->sized && is_beyond_count(type, object->size));

	if (more)
		charge_all(object->shares, size_holding(type), more);
	if (is_larger && !kernel && is_limited(object->shares, size_holding(type)) && !is_let_through())
		trip_size(object, verb);
}

/* Reports an object that was made without asking the gate: as an object of its type if that is limited, otherwise as a call. */
static __noinline int tell_passed(struct rm_object *object, __u32 type, __u32 verb)
{
	struct limits limits;
	__u32 rate;

	if (!object)
		return 0;
	limits = limits_of(object->shares);
	if (limits.limited & 1 << type) {
		note_passed_all(object->shares, type, verb);
		return 0;
	}
	if (!(limits.rated & rates_of(verb)))
		return 0;
	rate = limits.rated & rates_of(verb) & ~(1 << RM_ALL_CALLS) ? verb : RM_ALL_CALLS;
	return tell_refusal(RM_EVENT_PASSED, verb, who_limits(object->shares, 0, 1 << RATE(rate)), rate, type);
}

/* A new object takes over its promise, or is charged if it has none. `known` is the thread's promise. */
static __always_inline void charge_object(struct rm_object *object, __u32 type, struct rm_promise *known, bool promised,
					  __u32 size, bool kernel, __u32 verb)
{
	/* A process that is being killed has been reported already. */
	bool is_expected = known && (known->creates == type || known->flags & RM_PROMISE_CONDEMNED);

	promised = promised && drop_promise(own_thread(), known);
	if (size_holding(type) != NO_SIZE)
		charge_size(object, type, promised ? size : 0, kernel, verb);
	/* A promise was charged when it was made. */
	if (promised)
		return;
	charge_all(object->shares, type, 1);
	if (!kernel && !is_expected && !is_own_process())
		tell_passed(object, type, verb);
}

#endif
