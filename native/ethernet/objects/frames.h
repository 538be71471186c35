/* SPDX-License-Identifier: MIT */
/* Frames that a device has received, and frames that it is to send. */
#ifndef FRAMES_H
#define FRAMES_H

#include "../internal.h"

/* Whether to give out a frame; counts it as dropped if not. */
bool is_for_port(struct port *port, unsigned int queue, const unsigned char *data, unsigned int length);

/* Notes the time, the same for all these frames, and counts them as received. */
void note_received(struct port *port, unsigned int queue, struct et_frame *frames, unsigned int count);

#endif
