/* SPDX-License-Identifier: MIT */
/* The objects of libibverbs that a port consists of: queues to send and to receive, and the rules that steer frames to them.
 * What goes through the queues' rings is not the business of these files. */
#ifndef OBJECTS_H
#define OBJECTS_H

#include <infiniband/verbs.h>

#include "../internal.h"

#define MOST_HASHES 7	/* queue pairs that spread flows, each for one combination of headers */
#define MOST_RULES (MOST_HASHES + 1) /* one for each of these, and one for broadcast and multicast */

/* What belongs to one queue of the device, made by libibverbs. Notice of received frames comes by the channel. */
struct objects {
	struct ibv_qp *sends; /* NULL: nothing is sent */
	struct ibv_cq *sent;
	struct ibv_wq *receives;
	struct ibv_cq *received;
	struct ibv_comp_channel *channel;
	unsigned int port; /* of the device */
	unsigned int inline_bytes; /* how many bytes of a frame a send request may have in itself */
};

struct objects_of_port {
	struct ibv_context *context;
	struct ibv_pd *domain;
	struct objects queues[ET_MOST_QUEUES];
	unsigned int count; /* how many queues there are */
	struct ibv_rwq_ind_table *all, *first; /* indirection tables: of all queues, and of the first only */
	int membership;			       /* the socket that adds the address to the interface; -1: none */
	struct ibv_qp *hashes[MOST_HASHES];
	struct ibv_flow *rules[MOST_RULES];
};

/* Opens the device of this name. */
int open_device(struct objects_of_port *objects, struct et_settings *settings);

/* Makes the queues; no frames come in yet. A send request may have this many bytes of a frame in itself, if the device supports
 * it. */
int make_queues(struct objects_of_port *objects, unsigned int inline_bytes, struct et_settings *settings);

/* Takes a queue pair that was just made, or stopped, to where it sends; or to where it has forgotten everything that was
 * posted. The other two do the same with a work queue. 0 or -errno. */
int start_sending(const struct objects *objects);
int stop_sending(const struct objects *objects);
int start_receiving(const struct objects *objects);
int stop_receiving(const struct objects *objects);

/* Makes reading from the descriptor of a device or a channel non-blocking. -1 and errno on failure. */
int read_without_waiting(int fd);

/* Lets frames come in: makes the interface accept them, and sets the rules that steer those for the port's address, broadcast
 * and multicast to the queues. */
int steer_frames(struct objects_of_port *objects, struct et_settings *settings);

/* The first stops the device from using these queues, so that their memory may be freed; the second frees the objects. */
void stop_objects(struct objects_of_port *objects);
void free_objects(struct objects_of_port *objects);

#endif
