// SPDX-License-Identifier: MIT
/* Devices: which there are, what they can do, and their events. Also the sizes by which Java checks its structs. */
#include "rdma_verbs.h"

#include <string.h>

#include "rdma_internal.h"

static uint32_t at_least_zero(int number)
{
	return number < 0 ? 0 : (uint32_t)number;
}

EXPORT uint32_t rv_version(void)
{
	return RV_VERSION;
}

EXPORT uint64_t rv_size(uint32_t which)
{
	switch ((enum rv_struct)which) {
	case RV_SEND_WR:
		return sizeof(struct ibv_send_wr);
	case RV_RECV_WR:
		return sizeof(struct ibv_recv_wr);
	case RV_SGE:
		return sizeof(struct ibv_sge);
	case RV_WC:
		return sizeof(struct ibv_wc);
	case RV_DEVICE_ATTR:
		return sizeof(struct rv_device_attr);
	case RV_PORT_ATTR:
		return sizeof(struct rv_port_attr);
	case RV_GID:
		return sizeof(struct rv_gid);
	case RV_REGION:
		return sizeof(struct rv_region);
	case RV_QP_INIT:
		return sizeof(struct rv_qp_init);
	case RV_QP:
		return sizeof(struct rv_qp);
	case RV_QP_ATTR:
		return sizeof(struct rv_qp_attr);
	case RV_CM_ADDRESS:
		return sizeof(struct rv_cm_address);
	case RV_CM_PARAM:
		return sizeof(struct rv_cm_param);
	case RV_CM_QP:
		return sizeof(struct rv_cm_qp);
	case RV_CM_EVENT:
		return sizeof(struct rv_cm_event);
	case RV_MEMORY:
		return sizeof(struct rv_memory);
	}
	return 0;
}

EXPORT int rv_devices(struct rv_name *names, int capacity)
{
	struct ibv_device **list;
	int count = 0;

	errno = 0;
	list = ibv_get_device_list(NULL);
	if (!list)
		return -failure();
	for (; list[count] && count < capacity; count++) {
		memset(&names[count], 0, sizeof(names[count]));
		strncpy(names[count].name, ibv_get_device_name(list[count]), RV_NAME - 1);
	}
	ibv_free_device_list(list);
	return count;
}

EXPORT int rv_is_iwarp(const char *name)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	int found = 0;

	if (!list)
		return 0;
	for (int i = 0; list[i]; i++) {
		if (strcmp(ibv_get_device_name(list[i]), name) == 0)
			found = list[i]->transport_type == IBV_TRANSPORT_IWARP;
	}
	ibv_free_device_list(list);
	return found;
}

EXPORT int rv_open(const char *name, struct ibv_context **context)
{
	struct ibv_context *opened = NULL;
	struct ibv_device **list;
	int error = ENODEV;

	errno = 0;
	list = ibv_get_device_list(NULL);
	if (!list)
		return failure();
	for (int i = 0; list[i]; i++) {
		if (strcmp(ibv_get_device_name(list[i]), name) != 0)
			continue;
		errno = 0;
		opened = ibv_open_device(list[i]);
		error = opened ? 0 : failure();
		break;
	}
	ibv_free_device_list(list);
	if (!error)
		*context = opened;
	return error;
}

EXPORT int rv_close(struct ibv_context *context)
{
	return status(ibv_close_device(context));
}

EXPORT int rv_query_device(struct ibv_context *context, struct rv_device_attr *attr)
{
	struct ibv_device_attr device = {0};
	int error = status(ibv_query_device(context, &device));

	if (error)
		return error;
	memset(attr, 0, sizeof(*attr));
	memcpy(attr->firmware, device.fw_ver, RV_NAME - 1);
	attr->node_guid = device.node_guid;
	attr->max_mr_size = device.max_mr_size;
	attr->vendor_id = device.vendor_id;
	attr->vendor_part_id = device.vendor_part_id;
	attr->capabilities = device.device_cap_flags;
	attr->atomic = device.atomic_cap;
	attr->max_qp = at_least_zero(device.max_qp);
	attr->max_qp_wr = at_least_zero(device.max_qp_wr);
	attr->max_sge = at_least_zero(device.max_sge);
	attr->max_cq = at_least_zero(device.max_cq);
	attr->max_cqe = at_least_zero(device.max_cqe);
	attr->max_mr = at_least_zero(device.max_mr);
	attr->max_pd = at_least_zero(device.max_pd);
	attr->max_mw = at_least_zero(device.max_mw);
	attr->max_ah = at_least_zero(device.max_ah);
	attr->max_qp_rd_atom = at_least_zero(device.max_qp_rd_atom);
	attr->max_qp_init_rd_atom = at_least_zero(device.max_qp_init_rd_atom);
	attr->ports = device.phys_port_cnt;
	return 0;
}

EXPORT int rv_query_port(struct ibv_context *context, uint32_t port, struct rv_port_attr *attr)
{
	struct ibv_port_attr found = {0};
	int error = port > UINT8_MAX ? EINVAL : status(ibv_query_port(context, (uint8_t)port, &found));

	if (error)
		return error;
	memset(attr, 0, sizeof(*attr));
	attr->state = found.state;
	attr->max_mtu = found.max_mtu;
	attr->active_mtu = found.active_mtu;
	attr->gids = at_least_zero(found.gid_tbl_len);
	attr->max_message = found.max_msg_sz;
	attr->lid = found.lid;
	attr->link_layer = found.link_layer;
	attr->active_width = found.active_width;
	attr->active_speed = found.active_speed;
	return 0;
}

EXPORT int rv_query_gids(struct ibv_context *context, struct rv_gid *gids, int capacity)
{
	struct ibv_gid_entry entries[RV_GIDS];
	ssize_t count = ibv_query_gid_table(context, entries, RV_GIDS, 0);

	if (count < 0)
		return (int)count;
	if (count > capacity)
		count = capacity;
	for (ssize_t i = 0; i < count; i++) {
		memcpy(gids[i].raw, entries[i].gid.raw, sizeof(gids[i].raw));
		gids[i].port = entries[i].port_num;
		gids[i].index = entries[i].gid_index;
		gids[i].type = entries[i].gid_type;
		gids[i].netdev = entries[i].ndev_ifindex;
	}
	return (int)count;
}
