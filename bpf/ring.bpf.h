/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The ring buffer of events, and how its reader is woken. */
#ifndef RDMA_MONITOR_RING_BPF_H
#define RDMA_MONITOR_RING_BPF_H

#include "rows.bpf.h"

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 1 << 20);
} events SEC(".maps");

/*
 * Whether the reader, which has seen no event for a while, waits to be woken. Otherwise it polls for events, because waking it
 * costs time in the task that makes the call. It does not wait for ever: a wake-up that comes a moment too early is lost.
 */
volatile __u32 reader_waits SEC(".data.reader") = 0;

/* Reserves room for an event; NULL if there is none, which is counted. */
static __always_inline struct rm_event *begin_event(void)
{
	struct rm_event *event = bpf_ringbuf_reserve(&events, sizeof(*event), 0);

	if (!event)
		NOTE(events_lost);
	return event;
}

static __always_inline void submit_event(struct rm_event *event)
{
	if (reader_waits) {
		reader_waits = 0;
		bpf_ringbuf_submit(event, BPF_RB_FORCE_WAKEUP);
	} else {
		bpf_ringbuf_submit(event, BPF_RB_NO_WAKEUP);
	}
}

#endif
