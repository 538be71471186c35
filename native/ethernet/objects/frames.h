/* SPDX-License-Identifier: MIT */
/* Frames that a device has taken in, and those that it is to send. */
#ifndef FRAMES_H
#define FRAMES_H

#include "../internal.h"

/* Whether it is one to be given out; counted if not. */
bool is_for_port(struct port *port, unsigned int queue, const unsigned char *data, unsigned int length);

/* When they were taken, which all of them share, and that they were. */
void note_received(struct port *port, unsigned int queue, struct et_frame *frames, unsigned int count);

/* Whether it has a length that can be; counted if not. */
bool can_be_sent(struct port *port, unsigned int queue, const struct et_frame *frame);

#endif
