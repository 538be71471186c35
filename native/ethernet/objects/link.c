// SPDX-License-Identifier: MIT
/* Whether a device and its port are there, according to the device's own events. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "link.h"

#include <errno.h>
#include <string.h>

#include "objects.h"

int watch_link(struct link *link, struct ibv_context *context, struct et_settings *settings)
{
	link->context = context;
	if (read_without_waiting(context->async_fd))
		return failed(settings, 0, "cannot wait for events of %s: %s", settings->device, strerrordesc_np(errno));
	return 0;
}

static void hear_of(struct link *link, struct port *port, unsigned int queue, const struct ibv_async_event *event)
{
	bool is_ours = event->element.port_num == (int)port->settings.device_port;

	if (event->event_type == IBV_EVENT_DEVICE_FATAL) {
		link->is_gone = true;
	} else if (event->event_type == IBV_EVENT_PORT_ERR && is_ours) {
		link->is_down = true;
		add_to_count(port, queue, ET_DOWN, 1);
	} else if (event->event_type == IBV_EVENT_PORT_ACTIVE && is_ours) {
		link->is_down = false;
	}
}

int state_of_link(const struct link *link)
{
	if (link->is_gone)
		return -ENODEV;
	return link->is_down ? -ENETDOWN : 0;
}

int look_at_events(struct link *link, struct port *port, unsigned int queue)
{
	struct ibv_async_event event;

	while (ibv_get_async_event(link->context, &event) == 0) {
		hear_of(link, port, queue, &event);
		ibv_ack_async_event(&event);
	}
	return state_of_link(link);
}
