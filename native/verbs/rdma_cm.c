// SPDX-License-Identifier: MIT
/*
 * The connection manager. librdmacm is loaded when it is first wanted, so that all else works where
 * it is not installed; without its header these functions are there and say so.
 */
#include "rdma_verbs.h"

#include "rdma_internal.h"

#if __has_include(<rdma/rdma_cma.h>)
#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <pthread.h>
#include <rdma/rdma_cma.h>
#include <string.h>

/* The functions of librdmacm that are used. */
#define FUNCTIONS(each)              \
	each(rdma_create_event_channel)  \
	each(rdma_destroy_event_channel) \
	each(rdma_get_cm_event)          \
	each(rdma_ack_cm_event)          \
	each(rdma_create_id)             \
	each(rdma_destroy_id)            \
	each(rdma_migrate_id)            \
	each(rdma_bind_addr)             \
	each(rdma_listen)                \
	each(rdma_get_src_port)          \
	each(rdma_resolve_addr)          \
	each(rdma_resolve_route)         \
	each(rdma_init_qp_attr)          \
	each(rdma_connect)               \
	each(rdma_accept)                \
	each(rdma_reject)                \
	each(rdma_establish)             \
	each(rdma_disconnect)

#define MEMBER(name) __typeof__(name) *name;
static struct {
	FUNCTIONS(MEMBER)
} cm;

static int loaded = ELIBACC;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
	void *library = dlopen("librdmacm.so.1", RTLD_NOW | RTLD_LOCAL);

	if (!library)
		return;
#define FIND(name)                                       \
	cm.name = (__typeof__(cm.name))dlsym(library, #name); \
	if (!cm.name)                                        \
		return;
	FUNCTIONS(FIND)
	loaded = 0;
}

EXPORT int rv_cm_load(void)
{
	pthread_once(&once, load);
	return loaded;
}

EXPORT int rv_cm_create_channel(void **channel)
{
	struct rdma_event_channel *made;
	int error;

	errno = 0;
	made = cm.rdma_create_event_channel();
	if (!made)
		return failure();
	/* An event that librdmacm deals with by itself leaves nothing to be read. */
	error = unblock(made->fd);
	if (error)
		cm.rdma_destroy_event_channel(made);
	else
		*channel = made;
	return error;
}

EXPORT int rv_cm_destroy_channel(void *channel)
{
	cm.rdma_destroy_event_channel(channel);
	return 0;
}

static enum rv_cm_event_type type_of(enum rdma_cm_event_type type)
{
	switch (type) {
	case RDMA_CM_EVENT_ADDR_RESOLVED:
		return RV_CM_ADDRESS_RESOLVED;
	case RDMA_CM_EVENT_ADDR_ERROR:
		return RV_CM_ADDRESS_FAILED;
	case RDMA_CM_EVENT_ROUTE_RESOLVED:
		return RV_CM_ROUTE_RESOLVED;
	case RDMA_CM_EVENT_ROUTE_ERROR:
		return RV_CM_ROUTE_FAILED;
	case RDMA_CM_EVENT_CONNECT_REQUEST:
		return RV_CM_REQUESTED;
	case RDMA_CM_EVENT_CONNECT_RESPONSE:
		return RV_CM_ANSWERED;
	case RDMA_CM_EVENT_CONNECT_ERROR:
		return RV_CM_FAILED;
	case RDMA_CM_EVENT_UNREACHABLE:
		return RV_CM_UNREACHABLE;
	case RDMA_CM_EVENT_REJECTED:
		return RV_CM_REJECTED;
	case RDMA_CM_EVENT_ESTABLISHED:
		return RV_CM_ESTABLISHED;
	case RDMA_CM_EVENT_DISCONNECTED:
		return RV_CM_DISCONNECTED;
	case RDMA_CM_EVENT_DEVICE_REMOVAL:
		return RV_CM_DEVICE_REMOVED;
	default:
		return RV_CM_OTHER;
	}
}

static void describe(const struct rdma_cm_event *from, struct rv_cm_event *event)
{
	const struct rdma_conn_param *conn = &from->param.conn;

	memset(event, 0, sizeof(*event));
	event->id = (uintptr_t)from->id;
	event->type = type_of(from->event);
	event->status = from->status;
	if (event->type != RV_CM_REQUESTED && event->type != RV_CM_ANSWERED)
		return;
	event->reads_served = conn->responder_resources;
	event->reads_asked = conn->initiator_depth;
	if (conn->private_data) {
		uint32_t length = conn->private_data_len;

		event->private_length = length < RV_CM_PRIVATE ? length : RV_CM_PRIVATE;
		memcpy(event->private_data, conn->private_data, event->private_length);
	}
}

EXPORT int rv_cm_next_event(void *channel, int timeout, struct rv_cm_event *event)
{
	struct rdma_event_channel *from = channel;
	struct rdma_cm_event *next;
	int ready;

	ready = await_event(from->fd, timeout);
	if (ready <= 0)
		return ready;
	if (cm.rdma_get_cm_event(from, &next))
		return errno == EAGAIN || errno == EINTR ? 0 : -failure();
	describe(next, event);
	cm.rdma_ack_cm_event(next);
	return 1;
}

EXPORT int rv_cm_create_id(void *channel, void **id)
{
	struct rdma_cm_id *made;
	int error;

	errno = 0;
	error = status(cm.rdma_create_id(channel, &made, NULL, RDMA_PS_TCP));
	if (!error)
		*id = made;
	return error;
}

EXPORT int rv_cm_destroy_id(void *id)
{
	errno = 0;
	return status(cm.rdma_destroy_id(id));
}

EXPORT int rv_cm_migrate(void *id, void *channel)
{
	errno = 0;
	return status(cm.rdma_migrate_id(id, channel));
}

/* An address as sockets have it; a NULL one is left out. */
static struct sockaddr *socket_address(const struct rv_cm_address *from,
				       struct sockaddr_storage *storage)
{
	if (!from)
		return NULL;
	memset(storage, 0, sizeof(*storage));
	if (from->family == 4) {
		struct sockaddr_in *address = (struct sockaddr_in *)storage;

		address->sin_family = AF_INET;
		address->sin_port = htons((uint16_t)from->port);
		memcpy(&address->sin_addr, from->ip, sizeof(address->sin_addr));
	} else {
		struct sockaddr_in6 *address = (struct sockaddr_in6 *)storage;

		address->sin6_family = AF_INET6;
		address->sin6_port = htons((uint16_t)from->port);
		address->sin6_scope_id = from->scope;
		memcpy(&address->sin6_addr, from->ip, sizeof(address->sin6_addr));
	}
	return (struct sockaddr *)storage;
}

EXPORT int rv_cm_listen(void *id, const struct rv_cm_address *address, int backlog)
{
	struct sockaddr_storage storage;
	int error;

	errno = 0;
	error = status(cm.rdma_bind_addr(id, socket_address(address, &storage)));
	return error ? error : status(cm.rdma_listen(id, backlog));
}

EXPORT int rv_cm_port(void *id)
{
	return ntohs(cm.rdma_get_src_port(id));
}

EXPORT int rv_cm_device(void *id, struct rv_name *device)
{
	const struct rdma_cm_id *of = id;

	if (!of->verbs)
		return -ENODEV;
	memset(device, 0, sizeof(*device));
	strncpy(device->name, ibv_get_device_name(of->verbs->device), RV_NAME - 1);
	return of->port_num;
}

EXPORT int rv_cm_resolve_address(void *id, const struct rv_cm_address *source,
				 const struct rv_cm_address *destination, int timeout)
{
	struct sockaddr_storage from;
	struct sockaddr_storage to;

	errno = 0;
	return status(cm.rdma_resolve_addr(id, socket_address(source, &from),
					   socket_address(destination, &to), timeout));
}

EXPORT int rv_cm_resolve_route(void *id, int timeout)
{
	errno = 0;
	return status(cm.rdma_resolve_route(id, timeout));
}

static uint8_t least(uint32_t one, uint32_t other)
{
	return (uint8_t)(one < other ? one : other);
}

EXPORT int rv_cm_modify_qp(void *id, struct ibv_qp *qp, uint32_t state, const struct rv_cm_qp *own)
{
	struct ibv_qp_attr attr = {.qp_state = (enum ibv_qp_state)state};
	int mask = 0;
	int error;

	errno = 0;
	error = status(cm.rdma_init_qp_attr(id, &attr, &mask));
	if (error)
		return error;
	attr.qp_access_flags = own->access;
	if (own->mtu < (uint32_t)attr.path_mtu)
		attr.path_mtu = (enum ibv_mtu)own->mtu;
	attr.max_dest_rd_atomic = least(attr.max_dest_rd_atomic, own->reads_served);
	attr.max_rd_atomic = least(attr.max_rd_atomic, own->reads_asked);
	attr.min_rnr_timer = (uint8_t)own->min_rnr_timer;
	attr.timeout = (uint8_t)own->timeout;
	return status(ibv_modify_qp(qp, &attr, mask));
}

static int conn_param(const struct rv_cm_param *from, struct rdma_conn_param *param)
{
	if (from->private_length > RV_CM_PRIVATE)
		return EINVAL;
	*param = (struct rdma_conn_param){
		.private_data = from->private_data,
		.private_data_len = (uint8_t)from->private_length,
		.responder_resources = (uint8_t)from->reads_served,
		.initiator_depth = (uint8_t)from->reads_asked,
		.flow_control = 1,
		.retry_count = (uint8_t)from->retry_count,
		.rnr_retry_count = (uint8_t)from->rnr_retry,
		.qp_num = from->qp,
	};
	return 0;
}

EXPORT int rv_cm_connect(void *id, const struct rv_cm_param *from)
{
	struct rdma_conn_param param;
	int error = conn_param(from, &param);

	errno = 0;
	return error ? error : status(cm.rdma_connect(id, &param));
}

EXPORT int rv_cm_accept(void *id, const struct rv_cm_param *from)
{
	struct rdma_conn_param param;
	int error = conn_param(from, &param);

	errno = 0;
	return error ? error : status(cm.rdma_accept(id, &param));
}

EXPORT int rv_cm_reject(void *id)
{
	errno = 0;
	return status(cm.rdma_reject(id, NULL, 0));
}

EXPORT int rv_cm_establish(void *id)
{
	errno = 0;
	return status(cm.rdma_establish(id));
}

EXPORT int rv_cm_disconnect(void *id)
{
	errno = 0;
	return status(cm.rdma_disconnect(id));
}

#else

/* A function that the header is missing for. */
#define MISSING(declaration)                \
	EXPORT int declaration              \
	{                                   \
		return -ENOSYS;             \
	}
#pragma GCC diagnostic ignored "-Wunused-parameter"

EXPORT int rv_cm_load(void)
{
	return ENOSYS;
}

MISSING(rv_cm_create_channel(void **channel))
MISSING(rv_cm_destroy_channel(void *channel))
MISSING(rv_cm_next_event(void *channel, int timeout, struct rv_cm_event *event))
MISSING(rv_cm_create_id(void *channel, void **id))
MISSING(rv_cm_destroy_id(void *id))
MISSING(rv_cm_migrate(void *id, void *channel))
MISSING(rv_cm_listen(void *id, const struct rv_cm_address *address, int backlog))
MISSING(rv_cm_port(void *id))
MISSING(rv_cm_device(void *id, struct rv_name *device))
MISSING(rv_cm_resolve_address(void *id, const struct rv_cm_address *source,
			      const struct rv_cm_address *destination, int timeout))
MISSING(rv_cm_resolve_route(void *id, int timeout))
MISSING(rv_cm_modify_qp(void *id, struct ibv_qp *qp, uint32_t state, const struct rv_cm_qp *own))
MISSING(rv_cm_connect(void *id, const struct rv_cm_param *from))
MISSING(rv_cm_accept(void *id, const struct rv_cm_param *from))
MISSING(rv_cm_reject(void *id))
MISSING(rv_cm_establish(void *id))
MISSING(rv_cm_disconnect(void *id))

#endif
