// SPDX-License-Identifier: MIT
/* Ports: what is common to all ways for frames to get in and out. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT unsigned int et_version(void)
{
	return ET_VERSION;
}

EXPORT unsigned long et_size_of_settings(void)
{
	return sizeof(struct et_settings);
}

EXPORT unsigned long et_size_of_progress(void)
{
	return sizeof(struct et_progress);
}

EXPORT unsigned long et_size_of_traffic(void)
{
	return sizeof(struct et_traffic);
}

EXPORT unsigned long et_size_of_frame(void)
{
	return sizeof(struct et_frame);
}

EXPORT unsigned long et_size_of_tap(void)
{
	return sizeof(struct et_tap);
}

static bool is_ring_size(unsigned int size)
{
	return size >= 64 && size <= 65536 && (size & (size - 1)) == 0;
}

static int check(struct et_settings *settings)
{
	if (settings->mode >= ET_MODES)
		return failed(settings, -EINVAL, "there is no mode %u", settings->mode);
	if (!memchr(settings->interface, 0, sizeof(settings->interface)) || !*settings->interface)
		return failed(settings, -EINVAL, "the interface has no name");
	if (settings->queues < 1 || settings->queues > ET_MOST_QUEUES)
		return failed(settings, -EINVAL, "%u queues; there may be 1 to %d", settings->queues, ET_MOST_QUEUES);
	if (!is_ring_size(settings->receive_size) || !is_ring_size(settings->transmit_size))
		return failed(settings, -EINVAL, "a ring has a power of two of frames, 64 to 65536");
	if (settings->frame_size < 60 || settings->frame_size > ET_MOST_FRAME)
		return failed(settings, -EINVAL, "frames are 60 to %d bytes", ET_MOST_FRAME);
	if (!memchr(settings->device, 0, sizeof(settings->device)))
		return failed(settings, -EINVAL, "the name of the RDMA device is too long");
	return 0;
}

EXPORT int et_open(struct et_settings *settings, unsigned long long *handle)
{
	const struct backend *backend;
	struct port *port;
	int result;

	*settings->why = 0;
	result = check(settings);
	if (result)
		return result;
	backend = find_backend(settings, &result);
	if (!backend)
		return result;
	port = aligned_alloc(64, (sizeof(*port) + 63) / 64 * 64);
	if (!port)
		return failed(settings, -ENOMEM, "no memory");
	memset(port, 0, sizeof(*port));
	port->settings = *settings;
	port->backend = backend;
	result = port->backend->open(port, settings);
	if (result) {
		free(port);
		return result;
	}
	*handle = (unsigned long long)(uintptr_t)port;
	return 0;
}

EXPORT void et_close(unsigned long long handle)
{
	struct port *port = port_of(handle);

	port->backend->close(port);
	free(port);
}

EXPORT int et_receive(unsigned long long handle, unsigned int queue, struct et_frame *frames, unsigned int most)
{
	struct port *port = port_of(handle);

	if (queue >= port->settings.queues)
		return -EINVAL;
	return port->backend->receive(port, queue, frames, most < ET_BURST ? most : ET_BURST);
}

EXPORT int et_send(unsigned long long handle, unsigned int queue, const struct et_frame *frames, unsigned int count)
{
	struct port *port = port_of(handle);

	if (queue >= port->settings.queues || port->settings.listens)
		return -EINVAL;
	return port->backend->send(port, queue, frames, count);
}

EXPORT int et_wait(unsigned long long handle, unsigned int queue, int milliseconds)
{
	struct port *port = port_of(handle);

	return queue < port->settings.queues ? port->backend->wait(port, queue, milliseconds) : -EINVAL;
}

EXPORT void et_count(unsigned long long handle, struct et_counters *counters)
{
	struct port *port = port_of(handle);

	memset(counters, 0, sizeof(*counters));
	for (unsigned int queue = 0; queue < port->settings.queues; queue++) {
		for (int i = 0; i < ET_COUNTS; i++)
			counters->of[i] += atomic_load_explicit(&port->counts[queue].of[i], memory_order_relaxed);
	}
	port->backend->count(port, counters);
}
