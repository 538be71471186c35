// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Steers frames for the address of a port to its AF_XDP sockets, one for each hardware queue, and leaves all others to the
 * host's own stack. Broadcast and multicast are among the latter: a program cannot give a frame to both, so the port gets them
 * by packet(7).
 */
#include <linux/bpf.h>

#include <bpf/bpf_helpers.h>

#include "ethernet_steering.h"

const volatile struct ethernet_steering steering SEC(".rodata");

struct {
	__uint(type, BPF_MAP_TYPE_XSKMAP);
	__uint(max_entries, 1); /* the loader sets it to the number of hardware queues */
	__uint(key_size, sizeof(__u32));
	__uint(value_size, sizeof(__u32));
} sockets SEC(".maps");

static __always_inline int is_for_port(const __u8 *to)
{
	__u8 different = 0;

	for (int i = 0; i < 6; i++)
		different |= to[i] ^ steering.mac[i];
	return !different;
}

SEC("xdp")
int steer(struct xdp_md *frame)
{
	const __u8 *begin = (const __u8 *)(long)frame->data, *end = (const __u8 *)(long)frame->data_end;

	if (begin + 14 > end)
		return XDP_PASS;
	/* If a hardware queue has no socket, its frames go to the stack. */
	if (steering.everything || is_for_port(begin))
		return bpf_redirect_map(&sockets, frame->rx_queue_index, XDP_PASS);
	return XDP_PASS;
}

char _license[] SEC("license") = "Dual MIT/GPL";
