/* SPDX-License-Identifier: MIT */
/* libibverbs and libmlx5, as much of them as native/ethernet/dv calls, over devices that are made up. */
#ifndef LIBRARIES_H
#define LIBRARIES_H

#include <infiniband/verbs.h>

#include "device.h"

#define MOST_MADE 32

struct made_rule {
	struct ibv_flow flow; /* the first: its address is the rule's */
	const struct ibv_qp *to;
	struct ibv_flow_attr head;
	struct ibv_flow_spec_eth ethernet;
	unsigned int network, transport; /* of ibv_flow_spec_type */
	bool is_there;
};

/* What is there now, and what has been made. */
struct made {
	unsigned int objects;		 /* there now, of all kinds */
	struct device_sender *senders[MOST_MADE];
	struct device_receiver *receivers[MOST_MADE];
	unsigned int sender_count, receiver_count;
	struct made_rule rules[MOST_MADE];
	unsigned int rule_count;
	uint64_t hashes[MOST_MADE]; /* fields of each queue pair that spreads */
	unsigned int hash_count;
	unsigned int table_size;  /* of that with a choice */
	unsigned int memberships; /* of the interface: bits by their type, PACKET_MR_... */
	unsigned int restarts; /* of queues: to send, to receive */
	/* What is to be: */
	unsigned int fails_at; /* the call, from now on, that fails; 0: none */
	int fails_with;
	bool has_no_devices;
	bool is_foreign; /* not a device of libmlx5's */
	uint8_t version;
	uint64_t flags;
	unsigned int stride;	/* of requests to receive */
	unsigned int inline_demand; /* of the port: 0 to 3 */
	bool has_no_firmware_commands;
	bool has_no_paths; /* of a frame to several */
};

extern struct made made;

/* Everything is as at first; nothing may be left of before. */
void begin_libraries(void);

/* Gives the notices that are due. */
void give_notices(void);

/* The device tells of itself. */
void tell_event(enum ibv_event_type type, unsigned int port);

#endif
