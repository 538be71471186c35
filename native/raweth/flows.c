// SPDX-License-Identifier: MIT
#include "flows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What the interface has to receive for a rule: everything, unless the rule names one address. */
static enum reach reach_of(struct port *port, const struct rule *rule)
{
	static const uint8_t ones[6] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

	if (rule->type == IBV_FLOW_ATTR_MC_DEFAULT)
		return REACH_ALL_MULTICAST;
	if (rule->type != IBV_FLOW_ATTR_NORMAL || memcmp(rule->ethernet_mask.dst_mac, ones, 6) != 0)
		return REACH_ALL;
	if (port_has_address(port, rule->ethernet.dst_mac) || memcmp(rule->ethernet.dst_mac, ones, 6) == 0)
		return REACH_OWN;
	return REACH_ADDRESS;
}

/* Inserts a rule after those that come before it or are equal to it in order. With the device's lock. */
static void insert(struct device *device, struct flow *flow)
{
	struct flow **at = &device->flows;

	while (*at && rule_compare(&(*at)->rule, &flow->rule) <= 0)
		at = &(*at)->next;
	flow->next = *at;
	*at = flow;
	flow->qp->flows++;
}

/* Frames that came in while there was no rule are for nobody. */
static void discard(struct device *device)
{
	struct frame frame;

	while (port_next(device->port, &frame)) {
		count(&device->statistics.unmatched);
		port_release(device->port);
	}
}

static int start(struct flow *flow)
{
	struct device *device = flow->qp->device;
	int error = port_listen(device->port);

	if (error)
		return error;
	if (!device->flows)
		discard(device);
	flow->reach = reach_of(device->port, &flow->rule);
	error = port_join(device->port, flow->reach, flow->rule.ethernet.dst_mac);
	if (!error)
		insert(device, flow);
	return error;
}

static struct ibv_flow *make(struct raw_qp *qp, const struct rule *rule, bool is_group)
{
	struct flow *flow = calloc(1, sizeof(*flow));
	int error;

	if (!flow)
		return NULL;
	flow->flow.context = qp->device->context;
	flow->rule = *rule;
	flow->qp = qp;
	flow->is_group = is_group;
	pthread_mutex_lock(&qp->device->lock);
	error = start(flow);
	pthread_mutex_unlock(&qp->device->lock);
	if (error) {
		free(flow);
		errno = error;
		return NULL;
	}
	return &flow->flow;
}

struct ibv_flow *flows_create(struct raw_qp *qp, const struct ibv_flow_attr *attr)
{
	struct rule rule;
	int error = rule_compile(&rule, attr);

	if (error) {
		errno = error;
		return NULL;
	}
	return make(qp, &rule, false);
}

/* With the device's lock. */
static void take_out(struct flow *flow)
{
	struct device *device = flow->qp->device;
	struct flow **at = &device->flows;

	while (*at != flow)
		at = &(*at)->next;
	*at = flow->next;
	flow->qp->flows--;
	port_leave(device->port, flow->reach, flow->rule.ethernet.dst_mac);
}

int flows_destroy(struct ibv_flow *flow)
{
	struct flow *made = (struct flow *)flow;
	struct device *device = made->qp->device;

	pthread_mutex_lock(&device->lock);
	take_out(made);
	pthread_mutex_unlock(&device->lock);
	free(made);
	return 0;
}

int flows_attach(struct raw_qp *qp, const union ibv_gid *gid)
{
	struct rule rule;

	if (!is_multicast(gid->raw + 10))
		return EINVAL;
	rule_of_mac(&rule, gid->raw + 10);
	return make(qp, &rule, true) ? 0 : errno;
}

int flows_detach(struct raw_qp *qp, const union ibv_gid *gid)
{
	struct device *device = qp->device;
	struct flow *flow;

	pthread_mutex_lock(&device->lock);
	for (flow = device->flows; flow; flow = flow->next) {
		if (flow->is_group && flow->qp == qp && memcmp(flow->rule.ethernet.dst_mac, gid->raw + 10, 6) == 0)
			break;
	}
	if (flow)
		take_out(flow);
	pthread_mutex_unlock(&device->lock);
	free(flow);
	return flow ? 0 : EINVAL;
}
