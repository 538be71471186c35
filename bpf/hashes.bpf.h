/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
#ifndef RDMA_MONITOR_HASHES_BPF_H
#define RDMA_MONITOR_HASHES_BPF_H

#include "base.bpf.h"

/* Spreads differences between numbers over all bits, the upper ones most. */
static __always_inline __u64 spread(__u64 number)
{
	return number * RM_SPREAD;
}

#endif
