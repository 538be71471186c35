/* SPDX-License-Identifier: MIT */
/* Stamps in the payload of frames. By them the receiver and the sender tell which frames were lost, duplicated, reordered or
 * changed, and how long they were under way. */
#ifndef STAMP_H
#define STAMP_H

#include "layers.h"

#define STAMP_SIZE 16

/* Whether the frame is on its way out, or has been sent back. */
enum way { WAY_OUT = 0x2b, WAY_BACK = 0x2c };

struct stamp {
	unsigned int run;  /* 16 bits, not 0 */
	unsigned int flow; /* below ET_MOST_FLOWS */
	enum way way;
	uint32_t sequence; /* of its flow */
	uint64_t time;	   /* when it was sent, by the sender's clock; below TIME_SPAN */
};

/* Times in stamps are modulo this many nanoseconds: 18 minutes. */
#define TIME_SPAN (UINT64_C(1) << 40)

/* Writes a stamp over zeros, or over an earlier stamp of the same template, and updates the checksum. */
void put_stamp(unsigned char *data, const struct et_template *template, const struct stamp *stamp, unsigned int checksum);

/* Finds the stamp of a frame, if it has one; checks the payload behind it too. */
bool find_stamp(const struct et_frame *frame, struct layers *layers, struct stamp *stamp, bool *is_changed);

/* Marks a stamped frame as being on its way back. */
void turn_stamp(unsigned char *data, const struct layers *layers);

/* What has come of each flow. */
struct tracker;

/* NULL: no memory. */
struct tracker *new_tracker(void);
void free_tracker(struct tracker *tracker);

/* Counts a frame that has come. at: now(), or 0 if the stamp is by another host's clock. */
void track(struct tracker *tracker, const struct stamp *stamp, unsigned long long at, struct et_progress *progress);

#endif
