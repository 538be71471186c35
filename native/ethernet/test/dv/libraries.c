// SPDX-License-Identifier: MIT
/* libibverbs and libmlx5 over devices that are made up. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "libraries.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <infiniband/mlx5dv.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct made made;

static struct ibv_device device = {.name = "mlx5_7"};
static struct verbs_context verbs;
static int events[2];
static uint32_t next_key;
static struct region *next_region; /* of the rings that were described last */

struct made_queue_pair {
	struct ibv_qp qp;
	struct device_sender *sender; /* NULL: it spreads flows */
};

struct made_work_queue {
	struct ibv_wq wq;
	struct device_receiver *receiver;
};

struct made_completions {
	struct ibv_cq cq;
	struct device_completions *of; /* of the queue that was made with it */
	unsigned int wanted;
};

/* Those that somebody waits for. */
static struct made_completions *noticed[MOST_MADE];
static unsigned int noticed_count;

struct made_channel {
	struct ibv_comp_channel channel;
	int other; /* where notices are written */
};

static bool fails(void)
{
	if (made.fails_at && --made.fails_at == 0) {
		errno = made.fails_with;
		return true;
	}
	return false;
}

/* NULL, if it is the one that fails. */
static void *make(size_t size)
{
	void *object;

	if (fails())
		return NULL;
	object = calloc(1, size);
	CHECK(object);
	made.objects++;
	return object;
}

static int destroy(void *object)
{
	CHECK(made.objects);
	made.objects--;
	free(object);
	return 0;
}

void begin_libraries(void)
{
	CHECK(made.objects == 0);
	noticed_count = 0;
	made = (struct made){.flags = MLX5DV_CONTEXT_FLAGS_CQE_V1, .stride = 16, .fails_with = ENOMEM};
}

/*
 * Devices
 */

struct ibv_device **ibv_get_device_list(int *count)
{
	struct ibv_device **list;

	(void)count;
	if (fails())
		return NULL;
	list = calloc(2, sizeof(*list));
	CHECK(list);
	list[0] = made.has_no_devices ? NULL : &device;
	return list;
}

void ibv_free_device_list(struct ibv_device **list)
{
	free(list);
}

const char *ibv_get_device_name(struct ibv_device *of)
{
	return of->name;
}

int ibv_close_device(struct ibv_context *context)
{
	if (context == &verbs.context) {
		close(events[0]);
		close(events[1]);
		made.objects--;
		return 0;
	}
	return destroy(context);
}

bool mlx5dv_is_supported(struct ibv_device *of)
{
	CHECK(of == &device);
	return !made.is_foreign;
}

int mlx5dv_query_device(struct ibv_context *context, struct mlx5dv_context *answer)
{
	CHECK(context == &verbs.context);
	if (fails())
		return made.fails_with;
	answer->version = made.version;
	answer->flags = made.flags;
	return 0;
}

struct ibv_context *mlx5dv_open_device(struct ibv_device *of, struct mlx5dv_context_attr *attributes)
{
	CHECK(of == &device && attributes->flags == MLX5DV_CONTEXT_FLAGS_DEVX);
	return made.has_no_firmware_commands ? NULL : make(sizeof(struct ibv_context));
}

int mlx5dv_devx_general_cmd(struct ibv_context *context, const void *in, size_t in_size, void *out, size_t out_size)
{
	const unsigned char *question = in;
	unsigned char *answer = out;

	CHECK(context && in_size == 16 && out_size >= 16 + 256);
	memset(answer, 0, out_size);
	if (question[0] == 0x01 && question[1] == 0x00 && question[6] == 0 && question[7] == 0x03)
		answer[16 + 2] = 1 << 4; /* as the port says */
	else if (question[0] == 0x07 && question[1] == 0x54)
		answer[16] = (unsigned char)made.inline_demand;
	else
		CHECK(!"a command that is known");
	return 0;
}

void tell_event(enum ibv_event_type type, unsigned int port)
{
	unsigned char told[] = {(unsigned char)type, (unsigned char)port};

	CHECK(write(events[1], told, sizeof(told)) == sizeof(told));
}

int ibv_get_async_event(struct ibv_context *context, struct ibv_async_event *event)
{
	unsigned char told[2];

	if (read(context->async_fd, told, sizeof(told)) != sizeof(told))
		return -1;
	*event = (struct ibv_async_event){.event_type = told[0], .element.port_num = told[1]};
	return 0;
}

void ibv_ack_async_event(struct ibv_async_event *event)
{
	(void)event;
}

/*
 * The interface
 */

unsigned int if_nametoindex(const char *name)
{
	return strcmp(name, "eth7") ? 0 : 7;
}

int socket(int domain, int type, int protocol)
{
	CHECK(domain == AF_PACKET && type == (SOCK_RAW | SOCK_CLOEXEC) && protocol == 0);
	made.memberships = 0;
	return fails() ? -1 : open("/dev/null", O_RDONLY | O_CLOEXEC);
}

int setsockopt(int fd, int level, int option, const void *value, socklen_t size)
{
	const struct packet_mreq *wanted = value;

	CHECK(fd >= 0 && level == SOL_PACKET && option == PACKET_ADD_MEMBERSHIP && size == sizeof(*wanted));
	CHECK(wanted->mr_ifindex == 7);
	if (fails())
		return -1;
	made.memberships |= 1u << wanted->mr_type;
	return 0;
}

/*
 * Memory and completions
 */

struct ibv_pd *ibv_alloc_pd(struct ibv_context *context)
{
	struct ibv_pd *pd = make(sizeof(*pd));

	if (pd)
		pd->context = context;
	return pd;
}

int ibv_dealloc_pd(struct ibv_pd *pd)
{
	return destroy(pd);
}

#undef ibv_reg_mr
struct ibv_mr *ibv_reg_mr(struct ibv_pd *pd, void *memory, size_t length, int access)
{
	struct ibv_mr *mr = make(sizeof(*mr));

	CHECK(pd && access == IBV_ACCESS_LOCAL_WRITE);
	if (!mr)
		return NULL;
	mr->lkey = ++next_key;
	CHECK(next_region);
	*next_region = (struct region){.begin = memory, .size = length, .key = mr->lkey};
	next_region = NULL;
	return mr;
}

int ibv_dereg_mr(struct ibv_mr *mr)
{
	return destroy(mr);
}

struct ibv_comp_channel *ibv_create_comp_channel(struct ibv_context *context)
{
	struct made_channel *channel = make(sizeof(*channel));
	int ends[2];

	if (!channel)
		return NULL;
	CHECK(pipe(ends) == 0);
	channel->channel.context = context;
	channel->channel.fd = ends[0];
	channel->other = ends[1];
	return &channel->channel;
}

int ibv_destroy_comp_channel(struct ibv_comp_channel *channel)
{
	close(channel->fd);
	close(((struct made_channel *)channel)->other);
	return destroy(channel);
}

struct ibv_cq *ibv_create_cq(struct ibv_context *context, int entries, void *own, struct ibv_comp_channel *channel, int vector)
{
	struct made_completions *completions = make(sizeof(*completions));

	CHECK(context && !own && !vector && entries > 0);
	if (!completions)
		return NULL;
	completions->wanted = (unsigned int)entries;
	completions->cq.channel = channel;
	if (channel)
		noticed[noticed_count++] = completions;
	return &completions->cq;
}

int ibv_destroy_cq(struct ibv_cq *cq)
{
	return destroy(cq);
}

int ibv_get_cq_event(struct ibv_comp_channel *channel, struct ibv_cq **cq, void **context)
{
	(void)context;
	return read(channel->fd, cq, sizeof(struct ibv_cq *)) == sizeof(struct ibv_cq *) ? 0 : -1;
}

void ibv_ack_cq_events(struct ibv_cq *cq, unsigned int count)
{
	CHECK(cq && count == 1);
}

/*
 * Queues
 */

/* The device frees what it was given by others itself. */
static void free_made_sender(struct device_sender *sender)
{
	sender->region.begin = NULL;
	free_sender(sender);
	free(sender);
}

static void free_made_receiver(struct device_receiver *receiver)
{
	receiver->region.begin = NULL;
	free_receiver(receiver);
	free(receiver);
}

struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *wanted)
{
	struct made_queue_pair *pair = make(sizeof(*pair));
	struct made_completions *completions = (struct made_completions *)wanted->send_cq;
	unsigned int blocks = 1;

	CHECK(pd && wanted->qp_type == IBV_QPT_RAW_PACKET && wanted->cap.max_recv_wr == 0 && !wanted->sq_sig_all);
	if (!pair)
		return NULL;
	pair->sender = calloc(1, sizeof(*pair->sender));
	CHECK(pair->sender);
	while (blocks < 2 * wanted->cap.max_send_wr)
		blocks *= 2;
	make_sender(pair->sender, blocks, completions->wanted, 64, 64);
	free(pair->sender->region.begin);
	pair->sender->region.begin = NULL;
	pair->sender->header = made.inline_demand >= 2 && !made.has_no_firmware_commands ? 60 : 18;
	completions->of = &pair->sender->completions;
	pair->qp.qp_num = pair->sender->number;
	made.senders[made.sender_count++] = pair->sender;
	return &pair->qp;
}

static struct ibv_qp *create_qp_ex(struct ibv_context *context, struct ibv_qp_init_attr_ex *wanted)
{
	struct made_queue_pair *pair = make(sizeof(*pair));
	uint64_t fields = wanted->rx_hash_conf.rx_hash_fields_mask;

	CHECK(wanted->comp_mask == (IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_IND_TABLE | IBV_QP_INIT_ATTR_RX_HASH));
	CHECK(wanted->rx_hash_conf.rx_hash_function == IBV_RX_HASH_FUNC_TOEPLITZ && wanted->rx_hash_conf.rx_hash_key_len == 40);
	/* As the kernel has it: one kind of network header, and one of transport; none of a table with one entry. */
	CHECK(!(fields & (IBV_RX_HASH_SRC_IPV4 | IBV_RX_HASH_DST_IPV4)) || !(fields & (IBV_RX_HASH_SRC_IPV6 | IBV_RX_HASH_DST_IPV6)));
	CHECK(!(fields & (IBV_RX_HASH_SRC_PORT_TCP | IBV_RX_HASH_DST_PORT_TCP)) ||
	      !(fields & (IBV_RX_HASH_SRC_PORT_UDP | IBV_RX_HASH_DST_PORT_UDP)));
	CHECK((fields == 0) == (wanted->rwq_ind_tbl->ind_tbl_num == 0));
	if (!pair)
		return NULL;
	pair->qp.context = context;
	made.hashes[made.hash_count++] = wanted->rx_hash_conf.rx_hash_fields_mask;
	return &pair->qp;
}

int ibv_destroy_qp(struct ibv_qp *qp)
{
	struct made_queue_pair *pair = (struct made_queue_pair *)qp;

	if (pair->sender)
		free_made_sender(pair->sender);
	return destroy(pair);
}

int ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attributes, int mask)
{
	struct made_queue_pair *pair = (struct made_queue_pair *)qp;
	static const enum ibv_qp_state next[] = {
		[IBV_QPS_RESET] = IBV_QPS_INIT, [IBV_QPS_INIT] = IBV_QPS_RTR, [IBV_QPS_RTR] = IBV_QPS_RTS};

	if (fails())
		return made.fails_with;
	CHECK(mask == (IBV_QP_STATE | (attributes->qp_state == IBV_QPS_INIT ? IBV_QP_PORT : 0)));
	CHECK(attributes->qp_state != IBV_QPS_INIT || attributes->port_num == 2);
	if (attributes->qp_state == IBV_QPS_RESET) {
		reset_device_sender(pair->sender);
		made.restarts++;
	} else {
		CHECK(attributes->qp_state == next[qp->state]);
	}
	qp->state = attributes->qp_state;
	return 0;
}

static struct ibv_wq *create_wq(struct ibv_context *context, struct ibv_wq_init_attr *wanted)
{
	struct made_work_queue *queue = make(sizeof(*queue));
	struct made_completions *completions = (struct made_completions *)wanted->cq;

	CHECK(context && wanted->wq_type == IBV_WQT_RQ && wanted->max_sge == 1 && wanted->pd);
	if (!queue)
		return NULL;
	queue->wq.context = context;
	queue->receiver = calloc(1, sizeof(*queue->receiver));
	CHECK(queue->receiver);
	make_receiver(queue->receiver, wanted->max_wr, made.stride, completions->wanted, 128, 64);
	free(queue->receiver->region.begin);
	queue->receiver->region.begin = NULL;
	completions->of = &queue->receiver->completions;
	made.receivers[made.receiver_count++] = queue->receiver;
	return &queue->wq;
}

static int destroy_wq(struct ibv_wq *wq)
{
	free_made_receiver(((struct made_work_queue *)wq)->receiver);
	return destroy(wq);
}

static int modify_wq(struct ibv_wq *wq, struct ibv_wq_attr *attributes)
{
	struct made_work_queue *queue = (struct made_work_queue *)wq;

	if (fails())
		return made.fails_with;
	CHECK(attributes->attr_mask == IBV_WQ_ATTR_STATE);
	CHECK(attributes->wq_state == IBV_WQS_RESET || (attributes->wq_state == IBV_WQS_RDY && wq->state == IBV_WQS_RESET));
	if (attributes->wq_state == IBV_WQS_RESET) {
		reset_device_receiver(queue->receiver);
		made.restarts++;
	}
	wq->state = attributes->wq_state;
	return 0;
}

static struct ibv_rwq_ind_table *create_table(struct ibv_context *context, struct ibv_rwq_ind_table_init_attr *wanted)
{
	struct ibv_rwq_ind_table *table = make(sizeof(*table));

	if (!table)
		return NULL;
	for (unsigned int i = 0; i < 1u << wanted->log_ind_tbl_size; i++)
		CHECK(wanted->ind_tbl[i]);
	if (wanted->log_ind_tbl_size)
		made.table_size = 1u << wanted->log_ind_tbl_size;
	table->context = context;
	table->ind_tbl_num = wanted->log_ind_tbl_size;
	return table;
}

static int destroy_table(struct ibv_rwq_ind_table *table)
{
	return destroy(table);
}

static struct ibv_flow *create_flow(struct ibv_qp *qp, struct ibv_flow_attr *wanted)
{
	const unsigned char *spec = (unsigned char *)(wanted + 1);
	struct made_rule *rule = &made.rules[made.rule_count];

	if (fails())
		return NULL;
	if (made.has_no_paths && wanted->flags & IBV_FLOW_ATTR_FLAGS_DONT_TRAP) {
		errno = EOPNOTSUPP;
		return NULL;
	}
	CHECK(made.rule_count < MOST_MADE);
	made.rule_count++;
	made.objects++;
	*rule = (struct made_rule){.to = qp, .head = *wanted, .is_there = true};
	rule->flow.context = qp->context;
	for (unsigned int i = 0; i < wanted->num_of_specs; i++) {
		uint32_t type;
		uint16_t size;

		memcpy(&type, spec, sizeof(type));
		memcpy(&size, spec + sizeof(type), sizeof(size));
		if (type == IBV_FLOW_SPEC_ETH)
			memcpy(&rule->ethernet, spec, sizeof(rule->ethernet));
		else if (type == IBV_FLOW_SPEC_IPV4 || type == IBV_FLOW_SPEC_IPV6)
			rule->network = type;
		else
			rule->transport = type;
		spec += size;
	}
	CHECK(spec == (unsigned char *)wanted + wanted->size);
	return &rule->flow;
}

static int destroy_flow(struct ibv_flow *flow)
{
	struct made_rule *rule = (struct made_rule *)flow;

	CHECK(rule->is_there);
	rule->is_there = false;
	made.objects--;
	return 0;
}

struct ibv_context *ibv_open_device(struct ibv_device *of)
{
	CHECK(of == &device);
	if (fails())
		return NULL;
	verbs = (struct verbs_context){
		.sz = sizeof(verbs),
		.create_wq = create_wq,
		.destroy_wq = destroy_wq,
		.modify_wq = modify_wq,
		.create_rwq_ind_table = create_table,
		.destroy_rwq_ind_table = destroy_table,
		.create_qp_ex = create_qp_ex,
		.ibv_create_flow = create_flow,
		.ibv_destroy_flow = destroy_flow,
		.context = {.device = of, .abi_compat = __VERBS_ABI_IS_EXTENDED},
	};
	CHECK(pipe(events) == 0);
	verbs.context.async_fd = events[0];
	made.objects++;
	return &verbs.context;
}

/*
 * Rings
 */

static void describe(struct ibv_cq *cq, struct mlx5dv_cq *out)
{
	struct device_completions *of = ((struct made_completions *)cq)->of;

	*out = (struct mlx5dv_cq){
		.buf = of->entries,
		.dbrec = of->records,
		.cqe_cnt = of->count,
		.cqe_size = of->size,
		.cq_uar = of->registers,
		.cqn = of->number,
	};
}

int mlx5dv_init_obj(struct mlx5dv_obj *object, uint64_t type)
{
	if (fails())
		return made.fails_with;
	if (type == MLX5DV_OBJ_CQ) {
		describe(object->cq.in, object->cq.out);
	} else if (type == MLX5DV_OBJ_QP) {
		struct device_sender *sender = ((struct made_queue_pair *)object->qp.in)->sender;

		*object->qp.out = (struct mlx5dv_qp){
			.dbrec = sender->records,
			.sq = {.buf = sender->blocks, .wqe_cnt = sender->count, .stride = 64},
			.bf = {.reg = &sender->doorbell, .size = 256},
		};
		next_region = &sender->region;
	} else {
		struct device_receiver *receiver = ((struct made_work_queue *)object->rwq.in)->receiver;

		CHECK(type == MLX5DV_OBJ_RWQ && object->rwq.in->state == IBV_WQS_RDY);
		*object->rwq.out = (struct mlx5dv_rwq){
			.buf = receiver->requests,
			.dbrec = receiver->records,
			.wqe_cnt = receiver->count,
			.stride = receiver->stride,
		};
		next_region = &receiver->region;
	}
	return 0;
}

void give_notices(void)
{
	for (unsigned int i = 0; i < noticed_count; i++) {
		struct ibv_cq *cq = &noticed[i]->cq;

		if (noticed[i]->of && gives_notice(noticed[i]->of))
			CHECK(write(((struct made_channel *)cq->channel)->other, &cq, sizeof(cq)) == sizeof(cq));
	}
}
