// SPDX-License-Identifier: MIT
/* Frames that a device has received, and frames that it is to send. */
#include "frames.h"

#include <string.h>
#include <time.h>

bool is_for_port(struct port *port, unsigned int queue, const unsigned char *data, unsigned int length)
{
	enum et_count cause;

	if (length < ETHERNET_HEADER)
		cause = ET_TOO_SHORT;
	else if (length > port->settings.frame_size)
		cause = ET_TOO_LONG;
	else if (!port->settings.everything && !(data[0] & 1) && memcmp(data, port->settings.mac, ADDRESS_SIZE))
		cause = ET_NOT_OURS;
	else
		return true;
	add_to_count(port, queue, cause, 1);
	return false;
}

void note_received(struct port *port, unsigned int queue, struct et_frame *frames, unsigned int count)
{
	unsigned long long bytes = 0;
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	for (unsigned int i = 0; i < count; i++) {
		frames[i].time = (unsigned long long)time.tv_sec * 1000000000 + (unsigned long long)time.tv_nsec;
		bytes += frames[i].length;
	}
	add_to_count(port, queue, ET_RECEIVED, count);
	add_to_count(port, queue, ET_RECEIVED_BYTES, bytes);
}
