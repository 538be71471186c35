/* SPDX-License-Identifier: MIT */
/* The objects of libibverbs that a port is made of: queues to send and to receive, and the rules that steer frames to
 * them. What goes through the rings of the queues is no matter of these files. */
#ifndef OBJECTS_H
#define OBJECTS_H

#include <infiniband/verbs.h>

#include "../internal.h"

#define MOST_HASHES 7	/* queue pairs that spread flows, each by one kind of header */
#define MOST_RULES (MOST_HASHES + 1) /* one for each, and one for groups */

/* What belongs to a queue of the device, made by libibverbs. Notice of what is received comes by the channel. */
struct objects {
	struct ibv_qp *sends; /* NULL: nothing is sent */
	struct ibv_cq *sent;
	struct ibv_wq *receives;
	struct ibv_cq *received;
	struct ibv_comp_channel *channel;
	unsigned int port; /* of the device */
	unsigned int inline_bytes; /* that a request to send may have in itself */
};

struct objects_of_port {
	struct ibv_context *context;
	struct ibv_pd *domain;
	struct objects queues[ET_MOST_QUEUES];
	unsigned int count; /* of queues */
	struct ibv_rwq_ind_table *all, *first; /* tables of the queues, and of one of them */
	int membership;			       /* of the interface, as a socket; -1: none */
	struct ibv_qp *hashes[MOST_HASHES];
	struct ibv_flow *rules[MOST_RULES];
};

/* The device, by its name. */
int open_device(struct objects_of_port *objects, struct et_settings *settings);

/* The queues; nothing comes in yet. Requests to send may have so many bytes of the frame in themselves, if the device
 * can. */
int make_queues(struct objects_of_port *objects, unsigned int inline_bytes, struct et_settings *settings);

/* Takes a queue pair that was made, or stopped, to where it sends; or to where it has forgotten all that was posted.
 * The same of a work queue. 0 or -errno. */
int start_sending(const struct objects *objects);
int stop_sending(const struct objects *objects);
int start_receiving(const struct objects *objects);
int stop_receiving(const struct objects *objects);

/* Reading from the descriptor of a device or a channel is not to wait. -1 and errno. */
int read_without_waiting(int fd);

/* Lets frames come in: makes the interface let them through, and sets the rules that steer those for the port's
 * address, broadcast and multicast to the queues. */
int steer_frames(struct objects_of_port *objects, struct et_settings *settings);

/* The first stops the device from using these queues, so that their memory may be freed; the second frees the rest. */
void stop_objects(struct objects_of_port *objects);
void free_objects(struct objects_of_port *objects);

#endif
