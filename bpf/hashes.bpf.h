/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
#ifndef RDMA_MONITOR_HASHES_BPF_H
#define RDMA_MONITOR_HASHES_BPF_H

#include "base.bpf.h"

/* Spreads differences between numbers over all bits, the upper ones most (Knuth's multiplicative hash, by the golden ratio). */
static __always_inline __u64 spread(__u64 number)
{
	return number * 0x9e3779b97f4a7c15ull;
}

#endif
