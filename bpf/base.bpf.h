/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What all parts build on: the kernel's types, the types shared with the user side, and the values that the user side sets
 * before loading. */
#ifndef RDMA_MONITOR_BASE_BPF_H
#define RDMA_MONITOR_BASE_BPF_H

#include <stdbool.h>
#include <linux/types.h>
#include <linux/ptrace.h>
#include <linux/bpf.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_endian.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#include "kernel_types.h"
#include "rdma_monitor.h"

const volatile struct rm_config config = { .trust_structs = 1 };

volatile struct rm_offsets offsets = {
	.bundle_inbuf = RM_OFFSET_UNKNOWN,
	.bundle_file = RM_OFFSET_UNKNOWN,
	.bundle_context = RM_OFFSET_UNKNOWN,
	.file_context = RM_OFFSET_UNKNOWN,
	.cm_entry = RM_OFFSET_UNKNOWN,
	.cm_device = RM_OFFSET_UNKNOWN,
	.uobject_type = RM_OFFSET_UNKNOWN,
	.cm_peer = RM_OFFSET_UNKNOWN,
	.cm_qpn = RM_OFFSET_UNKNOWN,
};

/*
 * Masks a number to be below a power of two, in a way that the verifier sees. If it were compared in C, the compiler might
 * compare another copy of the number.
 */
#define BELOW(number, limit)                                                      \
	({                                                                        \
		__u64 number_ = (number);                                         \
		asm volatile("%0 &= %1" : "+r"(number_) : "i"((limit) - 1));      \
		number_;                                                          \
	})

/*
 * Claims something, by the number of those who do. Of several programs that do so at the same time one at most finds itself
 * alone, and keeps it until it takes its claim back; additions are atomic, and none needs the value before, which BPF programs
 * cannot get before Linux 5.12.
 */
static __always_inline bool claim_alone(__u32 *claims)
{
	__sync_fetch_and_add(claims, 1);
	if (*(volatile __u32 *)claims == 1)
		return true;
	__sync_fetch_and_add(claims, -1);
	return false;
}

#endif
