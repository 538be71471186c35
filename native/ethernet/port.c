// SPDX-License-Identifier: MIT
/* Ports: what all back ends have in common. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <net/if.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

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

/* Claims the address on this interface for this port, by the name of an abstract socket (unix(7)). Each network namespace has
 * its own such names, and they go with the process, however that ends. Where there are no such sockets, another port with the
 * address goes unnoticed. */
static int claim_address(struct port *port, struct et_settings *settings)
{
	const unsigned char *mac = settings->mac;
	struct sockaddr_un name = {.sun_family = AF_UNIX};
	int length;

	if (!settings->alone)
		return 0;
	length = snprintf(name.sun_path + 1, sizeof(name.sun_path) - 1, "rdma-monitor/ethernet/%u/%02x%02x%02x%02x%02x%02x",
			  if_nametoindex(settings->interface), mac[0], mac[1], mac[2], mac[3], mac[4], mac[5]);
	port->claim = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (port->claim < 0 || !bind(port->claim, (struct sockaddr *)&name,
				     (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length)))
		return 0;
	if (errno != EADDRINUSE)
		return 0;
	return failed(settings, -EADDRINUSE,
		      "another process of this host answers as %02x:%02x:%02x:%02x:%02x:%02x on %s already: give another address by --mac",
		      mac[0], mac[1], mac[2], mac[3], mac[4], mac[5], settings->interface);
}

static void free_port(struct port *port)
{
	if (port->claim >= 0)
		close(port->claim);
	free(port);
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
	port->claim = -1;
	result = claim_address(port, settings);
	if (result == 0)
		result = port->backend->open(port, settings);
	if (result) {
		free_port(port);
		return result;
	}
	*handle = (unsigned long long)(uintptr_t)port;
	return 0;
}

EXPORT void et_close(unsigned long long handle)
{
	struct port *port = port_of(handle);

	port->backend->close(port);
	free_port(port);
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
	int taken;

	if (queue >= port->settings.queues || port->settings.listens)
		return -EINVAL;
	taken = port->backend->send(port, queue, frames, count);
	if (taken < (int)count)
		add_to_count(port, queue, ET_SEND_FULL, count - (taken > 0 ? (unsigned int)taken : 0));
	return taken;
}

EXPORT int et_wait(unsigned long long handle, unsigned int queue, int milliseconds)
{
	struct port *port = port_of(handle);

	return queue < port->settings.queues ? port->backend->wait(port, queue, milliseconds) : -EINVAL;
}

static void add_counts(struct port *port, unsigned int queue, struct et_counters *counters)
{
	for (int i = 0; queue < port->settings.queues && i < ET_COUNTS; i++)
		counters->of[i] += atomic_load_explicit(&port->counts[queue].of[i], memory_order_relaxed);
	port->backend->count(port, queue, counters);
}

EXPORT void et_count(unsigned long long handle, struct et_counters *counters)
{
	struct port *port = port_of(handle);

	memset(counters, 0, sizeof(*counters));
	for (unsigned int queue = 0; queue <= port->settings.queues; queue++)
		add_counts(port, queue, counters);
}

EXPORT void et_count_queue(unsigned long long handle, unsigned int queue, struct et_counters *counters)
{
	struct port *port = port_of(handle);

	memset(counters, 0, sizeof(*counters));
	if (queue < port->settings.queues)
		add_counts(port, queue, counters);
}
