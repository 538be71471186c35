// SPDX-License-Identifier: MIT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "device.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "settings.h"
#include "table.h"

#define FIRST_NUMBER 0x800000u
#define NUMBERS 0x7fffffu

struct completions_link {
	struct completions_link *next;
	struct completions *completions;
};

/* Devices by context, completions by completion queue, how many objects use a protection domain. */
static struct table devices = TABLE_INITIALIZER, queues = TABLE_INITIALIZER, domains = TABLE_INITIALIZER;

struct device *device_of(const struct ibv_context *context)
{
	return table_get(&devices, context);
}

struct raw_qp *raw_qp_of(struct ibv_qp *qp)
{
	return qp->qp_type == IBV_QPT_RAW_PACKET && device_of(qp->context) ? (struct raw_qp *)qp : NULL;
}

/* Only soft-RoCE has this file: the interface's name. */
static bool find_netdev(const struct ibv_context *context, char netdev[IFNAMSIZ])
{
	char path[300], format[16];
	FILE *file;
	bool found;

	snprintf(path, sizeof(path), "%s/parent", context->device->ibdev_path);
	file = fopen(path, "re");
	if (!file)
		return false;
	snprintf(format, sizeof(format), "%%%ds", IFNAMSIZ - 1);
	found = fscanf(file, format, netdev) == 1;
	fclose(file);
	return found;
}

struct device *device_open(struct ibv_context *context)
{
	char netdev[IFNAMSIZ];
	struct device *device;

	errno = 0;
	if (!find_netdev(context, netdev)) {
		errno = 0;
		return NULL;
	}
	device = calloc(1, sizeof(*device));
	if (!device || table_put(&devices, context, device)) {
		free(device);
		errno = ENOMEM;
		return NULL;
	}
	device->context = context;
	memcpy(device->netdev, netdev, sizeof(device->netdev));
	pthread_mutex_init(&device->lock, NULL);
	return device;
}

static void tell_statistics(struct device *device)
{
	if (!settings_statistics() || !device->port)
		return;
	fprintf(stderr, "librdma_raweth: %s:", device->netdev);
#define TELL(name, text) fprintf(stderr, " %llu %s,", atomic_load(&device->statistics.name), text);
	STATISTICS(TELL)
#undef TELL
	fprintf(stderr, " %llu without room\n", (unsigned long long)port_lost(device->port));
}

void device_close(struct device *device)
{
	tell_statistics(device);
	table_remove(&devices, device->context);
	while (device->completions) {
		struct completions_link *link = device->completions;

		device->completions = link->next;
		table_remove(&queues, link->completions->cq);
		completions_free(link->completions);
		free(link);
	}
	if (device->port)
		port_close(device->port);
	pthread_mutex_destroy(&device->lock);
	free(device);
}

/* A frame has an Ethernet header, and may have a tag. */
int device_refresh_mtu(struct device *device)
{
	size_t mtu = port_mtu(device->port);

	if (!mtu)
		return ENODEV;
	atomic_store(&device->longest_frame, mtu + ETHERNET_HEADER + VLAN_TAG);
	return 0;
}

int device_need_port(struct device *device)
{
	if (!device->port)
		device->port = port_open(device->netdev);
	return device->port ? device_refresh_mtu(device) : errno;
}

struct completions *completions_of(const struct ibv_cq *cq)
{
	return table_get(&queues, cq);
}

static struct completions *new_completions(struct device *device, struct ibv_cq *cq)
{
	struct completions_link *link = malloc(sizeof(*link));
	struct completions *completions = completions_create(cq);

	if (!link || !completions || table_put(&queues, cq, completions)) {
		free(link);
		if (completions)
			completions_free(completions);
		errno = ENOMEM;
		return NULL;
	}
	*link = (struct completions_link){.next = device->completions, .completions = completions};
	device->completions = link;
	return completions;
}

struct completions *device_use_cq(struct device *device, struct ibv_cq *cq, bool receives)
{
	struct completions *completions = completions_of(cq);

	if (!completions)
		completions = new_completions(device, cq);
	if (!completions)
		return NULL;
	atomic_fetch_add(&completions->users, 1);
	if (receives)
		atomic_fetch_add(&completions->receivers, 1);
	return completions;
}

void device_leave_cq(struct completions *completions, bool receives)
{
	if (receives)
		atomic_fetch_sub(&completions->receivers, 1);
	atomic_fetch_sub(&completions->users, 1);
}

static void unlink_completions(struct device *device, struct completions *completions)
{
	struct completions_link **at = &device->completions, *link;

	while ((*at)->completions != completions)
		at = &(*at)->next;
	link = *at;
	*at = link->next;
	free(link);
}

int device_forget_cq(struct device *device, struct ibv_cq *cq)
{
	struct completions *completions;
	int error = 0;

	pthread_mutex_lock(&device->lock);
	completions = completions_of(cq);
	if (completions && atomic_load(&completions->users) > 0) {
		error = EBUSY;
	} else if (completions) {
		table_remove(&queues, cq);
		unlink_completions(device, completions);
		completions_free(completions);
	}
	pthread_mutex_unlock(&device->lock);
	return error;
}

int device_use_pd(struct ibv_pd *pd)
{
	uintptr_t users = (uintptr_t)table_remove(&domains, pd);

	return table_put(&domains, pd, (void *)(users + 1));
}

void device_leave_pd(struct ibv_pd *pd)
{
	uintptr_t users = (uintptr_t)table_remove(&domains, pd);

	if (users > 1)
		(void)table_put(&domains, pd, (void *)(users - 1));
}

bool device_pd_in_use(struct ibv_pd *pd)
{
	return table_get(&domains, pd);
}

/* From the half of the numbers that soft-RoCE never uses. */
uint32_t device_new_number(void)
{
	static atomic_uint last;

	return FIRST_NUMBER | (atomic_fetch_add(&last, 1) & NUMBERS);
}

enum ibv_qp_state raw_qp_state(const struct raw_qp *qp)
{
	if (!qp->spread && (atomic_load(&qp->send.completions->overrun) || atomic_load(&qp->requests.completions->overrun)))
		return IBV_QPS_ERR;
	return (enum ibv_qp_state)atomic_load(&qp->state);
}
