/* SPDX-License-Identifier: MIT */
/* What the files of this back end share: AF_XDP sockets, one for each hardware queue, and the program that steers frames to
 * them. */
#ifndef XDP_H
#define XDP_H

#include <linux/if_xdp.h>
#include <xdp/xsk.h>

#include "internal.h"

/* The kernel reserves this much at the beginning of each place, before the frame. */
#define ROOM_BEFORE_FRAME 256u

/* A place may not be longer than a page. */
#define LEAST_PLACE 2048u
#define MOST_PLACE 4096u

/* Hardware queues. */
struct channels {
	unsigned int receive, transmit;
};

/* 0 if the interface is gone. */
int find_channels(const char *interface, struct channels *channels);

/* Whether the driver hands over VLAN tags beside the frame, where a socket does not see them. */
bool takes_tags_out(const char *interface);

/* The program, and how it is attached; all of it goes with the process. */
struct steering {
	struct bpf_object *object;
	int program, sockets; /* descriptors, owned by the object */
	int link;	      /* -1: not attached */
	bool is_generic;
};

/* Fails, with the reason in settings->why, if the interface has an XDP program already. */
int refuse_second_program(struct et_settings *settings, unsigned int index);
int load_steering(struct steering *steering, struct et_settings *settings, const struct channels *channels);
int attach_steering(struct steering *steering, struct et_settings *settings, unsigned int index);
void remove_steering(struct steering *steering);

/* A socket with memory for its frames. */
struct xdp_socket {
	struct xsk_socket *socket;
	struct xsk_umem *umem;
	unsigned char *area;
	size_t area_size;
	unsigned int place; /* bytes of each */
	struct xsk_ring_cons received, completed;
	struct xsk_ring_prod filling, sending;
	bool is_zero_copy;
	uint64_t lent[ET_BURST]; /* places of frames that are given out */
	unsigned int lent_count;
	uint64_t *unused; /* free places for frames to send; NULL: it sends nothing */
	unsigned int unused_count;
};

struct socket_plan {
	unsigned int channel;
	unsigned int place;
	bool is_zero_copy;
	bool sends;
};

int open_socket(struct xdp_socket *socket, const struct socket_plan *plan, const struct et_settings *settings);
void close_socket(struct xdp_socket *socket);
int descriptor_of(const struct xdp_socket *socket);

/* Gives the places of lent frames back to the kernel. */
void give_places_back(struct xdp_socket *socket);

/* Lends at most this many frames, up to ET_BURST. */
unsigned int take_frames(struct xdp_socket *socket, struct et_frame *frames, unsigned int most);

/* Puts a copy of a frame into the ring to send; false if there is no place. */
bool put_frame(struct xdp_socket *socket, const struct et_frame *frame);

/* Takes back the places of frames that have been sent. */
void reclaim_places(struct xdp_socket *socket);

/* Has the kernel send what is in the ring, if it must be told to. Returns an errno, or 0; *lost grows by the number of frames
 * that the device did not take. */
int kick(struct xdp_socket *socket, unsigned long long *lost);

/* Counts what the kernel has dropped, by cause. */
void count_socket(const struct xdp_socket *socket, struct et_counters *counters);

/*
 * Of frames and numbers alone.
 */

/* How large a place for frames of this size is; 0 if none is large enough. */
unsigned int place_for(unsigned int frame_size);

/* The longest frame that fits into the largest place. */
unsigned int longest_frame(void);

/* Another stack of this host, at the other end of a veth, leaves checksums to a device although there is none. If it has, this
 * notes in the frame that the checksum must still be filled in. */
void find_missing_checksum(struct et_frame *frame);

/* Sorts what the kernel counts as dropped by the reason. */
void count_statistics(const struct xdp_statistics *statistics, struct et_counters *counters);

#endif
