/* SPDX-License-Identifier: MIT */
#ifndef RECEIVE_H
#define RECEIVE_H

#include "device.h"

/* Takes frames in until there are as many completions as wanted, or no more frames. */
void receive_frames(struct device *device, struct completions *completions, unsigned int wanted);

#endif
