// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Fills a ring buffer on demand (BPF_PROG_TEST_RUN), so that its readers can be tested and timed on any kernel from
 * 5.10, without RDMA and without probes.
 */
#include <linux/bpf.h>
#include <linux/types.h>
#include <bpf/bpf_helpers.h>
#include "rdma_monitor.h"

#define RUN_LIMIT 1024 /* records of one run: the verifier walks them all */

char LICENSE[] SEC("license") = "Dual MIT/GPL";

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 1 << 20); /* as the monitor's own */
} events SEC(".maps");

struct request {
	__u64 records;
};

/* Writes so many struct rm_event; returns how many found room. */
SEC("raw_tp")
int fill(struct request *request)
{
	__u64 records = request->records;
	__u32 i;

	for (i = 0; i < RUN_LIMIT && i < records; i++) {
		struct rm_event *event = bpf_ringbuf_reserve(&events, sizeof(*event), 0);

		if (!event)
			break;
		event->time_ns = bpf_ktime_get_ns();
		event->duration_ns = 1000 + i;
		event->cgroup = 4711;
		event->verb = i % RM_VERBS;
		event->flags = RM_EVENT_ID | RM_EVENT_DURATION;
		event->device = i & 1;
		event->object_id = i;
		event->pid = 4242;
		event->tid = 4243;
		event->error = 0;
		__builtin_memset(&event->detail, 0, sizeof(event->detail));
		event->detail.size = (__u64)i << 12;
		bpf_get_current_comm(event->comm, sizeof(event->comm));
		bpf_ringbuf_submit(event, BPF_RB_NO_WAKEUP);
	}
	return i;
}

/*
 * Writes so many records of 1 to 128 bytes: record i has 1 + (37 * i & 127) bytes, all of them i & 255. Every eighth is
 * discarded instead. Returns how many were written, which is all of them or the ring was too small.
 */
SEC("raw_tp")
int fill_mixed(struct request *request)
{
	__u64 records = request->records;
	__u64 bytes[16];
	__u32 i, k;

	for (i = 0; i < RUN_LIMIT && i < records; i++) {
		if ((i & 7) == 7) {
			void *unwanted = bpf_ringbuf_reserve(&events, 16, 0);

			if (!unwanted)
				break;
			bpf_ringbuf_discard(unwanted, BPF_RB_NO_WAKEUP);
			continue;
		}
		for (k = 0; k < 16; k++)
			bytes[k] = (i & 255) * 0x0101010101010101ull;
		if (bpf_ringbuf_output(&events, bytes, 1 + (37 * i & 127), BPF_RB_NO_WAKEUP))
			break;
	}
	return i;
}
