// SPDX-License-Identifier: MIT
/* The objects of libibverbs that a port is made of. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "objects.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define KEY_SIZE 40

#define PIECES_TO_SEND 2

/*
 * The device
 */

static int no_device(struct et_settings *settings)
{
	return failed(settings, -ENODEV, "libibverbs knows no device %s; where it has no node in /dev/infiniband, pass that to the container",
		      settings->device);
}

/* If the module is missing, there are devices, but libibverbs finds no node of them. */
static int no_devices(struct et_settings *settings)
{
	return failed(settings, -EOPNOTSUPP,
		      "libibverbs knows no RDMA device: the kernel's module ib_uverbs is not loaded (modprobe ib_uverbs), or the nodes in /dev/infiniband are missing here");
}

static int cannot_open_device(struct et_settings *settings)
{
	int error = errno;

	return failed(settings, -error, "the node of %s in /dev/infiniband cannot be opened (%s): this process has to see it and may read and write it",
		      settings->device, strerrordesc_np(error));
}

int open_device(struct objects_of_port *objects, struct et_settings *settings)
{
	struct ibv_device **devices = ibv_get_device_list(NULL), **device = devices;
	bool is_found, are_none;

	objects->membership = -1;
	if (!devices)
		return no_devices(settings);
	are_none = !*devices;
	while (*device && strcmp(ibv_get_device_name(*device), settings->device))
		device++;
	is_found = *device;
	if (is_found)
		objects->context = ibv_open_device(*device);
	ibv_free_device_list(devices);
	if (!is_found)
		return are_none ? no_devices(settings) : no_device(settings);
	return objects->context ? 0 : cannot_open_device(settings);
}

/* `what` is a verb with its object, such as "make a queue pair". */
static int cannot_do(struct et_settings *settings, int error, const char *what)
{
	if (error == EPERM)
		return failed(settings, -error, "raw packet queues need the capability CAP_NET_RAW: run this as root");
	return failed(settings, -error, "cannot %s on %s: %s", what, settings->device, strerrordesc_np(error));
}

int read_without_waiting(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	return flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) ? -1 : 0;
}

/*
 * Queues
 */

static int modify_sending(const struct objects *objects, enum ibv_qp_state state)
{
	struct ibv_qp_attr attributes = {.qp_state = state, .port_num = (uint8_t)objects->port};

	return -ibv_modify_qp(objects->sends, &attributes, IBV_QP_STATE | (state == IBV_QPS_INIT ? IBV_QP_PORT : 0));
}

int start_sending(const struct objects *objects)
{
	static const enum ibv_qp_state states[] = {IBV_QPS_INIT, IBV_QPS_RTR, IBV_QPS_RTS};
	int result = 0;

	for (size_t i = 0; result == 0 && i < sizeof(states) / sizeof(states[0]); i++)
		result = modify_sending(objects, states[i]);
	return result;
}

int stop_sending(const struct objects *objects)
{
	return modify_sending(objects, IBV_QPS_RESET);
}

static int modify_receiving(const struct objects *objects, enum ibv_wq_state state)
{
	struct ibv_wq_attr attributes = {.attr_mask = IBV_WQ_ATTR_STATE, .wq_state = state};

	return -ibv_modify_wq(objects->receives, &attributes);
}

int start_receiving(const struct objects *objects)
{
	return modify_receiving(objects, IBV_WQS_RDY);
}

int stop_receiving(const struct objects *objects)
{
	return modify_receiving(objects, IBV_WQS_RESET);
}

static int make_receiving(struct objects_of_port *objects, struct objects *queue, struct et_settings *settings)
{
	struct ibv_wq_init_attr wanted = {
		.wq_type = IBV_WQT_RQ,
		.max_wr = settings->receive_size,
		.max_sge = 1,
		.pd = objects->domain,
	};
	int error;

	queue->channel = ibv_create_comp_channel(objects->context);
	if (!queue->channel)
		return cannot_do(settings, errno, "make a completion channel");
	queue->received = ibv_create_cq(objects->context, (int)settings->receive_size, NULL, queue->channel, 0);
	if (!queue->received)
		return cannot_do(settings, errno, "make a completion queue to receive");
	wanted.cq = queue->received;
	queue->receives = ibv_create_wq(objects->context, &wanted);
	if (!queue->receives)
		return cannot_do(settings, errno, "make a work queue to receive");
	error = -start_receiving(queue);
	return error ? cannot_do(settings, error, "start a work queue") : 0;
}

static int make_sending(struct objects_of_port *objects, struct objects *queue, unsigned int inline_bytes, struct et_settings *settings)
{
	struct ibv_qp_init_attr wanted = {
		.qp_type = IBV_QPT_RAW_PACKET,
		.cap = {.max_send_wr = settings->transmit_size, .max_send_sge = PIECES_TO_SEND, .max_inline_data = inline_bytes},
	};
	int error;

	queue->sent = ibv_create_cq(objects->context, (int)settings->transmit_size, NULL, NULL, 0);
	if (!queue->sent)
		return cannot_do(settings, errno, "make a completion queue to send");
	wanted.send_cq = wanted.recv_cq = queue->sent;
	queue->sends = ibv_create_qp(objects->domain, &wanted);
	if (!queue->sends && inline_bytes && errno == EINVAL) {
		wanted.cap.max_inline_data = 0;
		queue->sends = ibv_create_qp(objects->domain, &wanted);
	}
	queue->inline_bytes = wanted.cap.max_inline_data;
	if (!queue->sends)
		return cannot_do(settings, errno, "make a queue pair to send");
	error = -start_sending(queue);
	return error ? cannot_do(settings, error, "start a queue pair") : 0;
}

int make_queues(struct objects_of_port *objects, unsigned int inline_bytes, struct et_settings *settings)
{
	int result = 0;

	objects->domain = ibv_alloc_pd(objects->context);
	if (!objects->domain)
		return cannot_do(settings, errno, "make a protection domain");
	while (result == 0 && objects->count < settings->queues) {
		struct objects *queue = &objects->queues[objects->count++];

		queue->port = settings->device_port;
		result = make_receiving(objects, queue, settings);
		if (result == 0 && !settings->listens)
			result = make_sending(objects, queue, inline_bytes, settings);
	}
	return result;
}

/*
 * Spreading of flows
 */

/* Frames with one combination of headers: by which fields they are spread, and how a rule recognises them. */
struct hash {
	unsigned int rss;    /* enum et_rss; 0: all other frames */
	uint64_t fields;     /* of ibv_rx_hash_fields */
	unsigned int network, transport; /* of ibv_flow_spec_type; 0: any */
};

#define FIELDS_OF_IPV4 (IBV_RX_HASH_SRC_IPV4 | IBV_RX_HASH_DST_IPV4)
#define FIELDS_OF_IPV6 (IBV_RX_HASH_SRC_IPV6 | IBV_RX_HASH_DST_IPV6)
#define PORTS_OF_TCP (IBV_RX_HASH_SRC_PORT_TCP | IBV_RX_HASH_DST_PORT_TCP)
#define PORTS_OF_UDP (IBV_RX_HASH_SRC_PORT_UDP | IBV_RX_HASH_DST_PORT_UDP)

static const struct hash hashes[MOST_HASHES] = {
	{ET_RSS_IPV4_TCP, FIELDS_OF_IPV4 | PORTS_OF_TCP, IBV_FLOW_SPEC_IPV4, IBV_FLOW_SPEC_TCP},
	{ET_RSS_IPV4_UDP, FIELDS_OF_IPV4 | PORTS_OF_UDP, IBV_FLOW_SPEC_IPV4, IBV_FLOW_SPEC_UDP},
	{ET_RSS_IPV6_TCP, FIELDS_OF_IPV6 | PORTS_OF_TCP, IBV_FLOW_SPEC_IPV6, IBV_FLOW_SPEC_TCP},
	{ET_RSS_IPV6_UDP, FIELDS_OF_IPV6 | PORTS_OF_UDP, IBV_FLOW_SPEC_IPV6, IBV_FLOW_SPEC_UDP},
	{ET_RSS_IPV4, FIELDS_OF_IPV4, IBV_FLOW_SPEC_IPV4, 0},
	{ET_RSS_IPV6, FIELDS_OF_IPV6, IBV_FLOW_SPEC_IPV6, 0},
	{0, 0, 0, 0},
};

/* With one queue there is nothing to spread: it takes all frames. */
static bool is_wanted(const struct hash *hash, const struct et_settings *settings)
{
	if (!hash->rss)
		return true;
	return settings->queues > 1 && (!settings->rss || settings->rss & hash->rss);
}

static struct ibv_rwq_ind_table *make_table(struct objects_of_port *objects, unsigned int queues, unsigned int size_shift)
{
	struct ibv_wq *entries[8 * ET_MOST_QUEUES];
	struct ibv_rwq_ind_table_init_attr wanted = {.log_ind_tbl_size = size_shift, .ind_tbl = entries};

	for (unsigned int i = 0; i < 1u << size_shift; i++)
		entries[i] = objects->queues[i % queues].receives;
	return ibv_create_rwq_ind_table(objects->context, &wanted);
}

/* One table has the queues in turn; if their number is not a power of two, it is longer, so that each gets about as many flows.
 * The other table has only the first queue: for frames that are not spread. */
static int make_tables(struct objects_of_port *objects, struct et_settings *settings)
{
	unsigned int shift = 0;

	while (1u << shift < settings->queues)
		shift++;
	if (settings->queues & (settings->queues - 1))
		shift += 3;
	objects->first = make_table(objects, 1, 0);
	if (objects->first && settings->queues > 1)
		objects->all = make_table(objects, settings->queues, shift);
	return objects->first && (objects->all || settings->queues == 1) ? 0 : cannot_do(settings, errno, "make a table of work queues");
}

/* A key that gives both directions of a flow the same hash. */
static void fill_key(unsigned char *key)
{
	for (unsigned int i = 0; i < KEY_SIZE; i += 2) {
		key[i] = 0x6d;
		key[i + 1] = 0x5a;
	}
}

static int make_hash(struct objects_of_port *objects, unsigned int number, struct et_settings *settings)
{
	unsigned char key[KEY_SIZE];
	struct ibv_qp_init_attr_ex wanted = {
		.qp_type = IBV_QPT_RAW_PACKET,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_IND_TABLE | IBV_QP_INIT_ATTR_RX_HASH,
		.pd = objects->domain,
		.rwq_ind_tbl = hashes[number].fields ? objects->all : objects->first,
		.rx_hash_conf = {.rx_hash_function = IBV_RX_HASH_FUNC_TOEPLITZ, .rx_hash_key_len = KEY_SIZE, .rx_hash_key = key},
	};

	fill_key(key);
	wanted.rx_hash_conf.rx_hash_fields_mask = hashes[number].fields;
	objects->hashes[number] = ibv_create_qp_ex(objects->context, &wanted);
	return objects->hashes[number] ? 0 : cannot_do(settings, errno, "make a queue pair that spreads flows (see --rss)");
}

/*
 * Rules
 */

/* A rule as the kernel takes it; the headers to be matched follow it, the others are left out. */
struct rule {
	struct ibv_flow_attr head;
	unsigned char specs[sizeof(struct ibv_flow_spec_eth) + sizeof(struct ibv_flow_spec_ipv6) +
			    sizeof(struct ibv_flow_spec_tcp_udp)];
};

static void add_spec(struct rule *rule, const void *spec, unsigned short size)
{
	memcpy((unsigned char *)rule + rule->head.size, spec, size);
	rule->head.size = (uint16_t)(rule->head.size + size);
	rule->head.num_of_specs++;
}

/* Matches only that the header is there, and none of its addresses or ports. */
static void add_headers(struct rule *rule, const struct hash *hash)
{
	struct ibv_flow_spec_ipv4 ipv4 = {.type = IBV_FLOW_SPEC_IPV4, .size = sizeof(ipv4)};
	struct ibv_flow_spec_ipv6 ipv6 = {.type = IBV_FLOW_SPEC_IPV6, .size = sizeof(ipv6)};
	struct ibv_flow_spec_tcp_udp transport = {.type = hash->transport, .size = sizeof(transport)};

	if (hash->network == IBV_FLOW_SPEC_IPV4)
		add_spec(rule, &ipv4, sizeof(ipv4));
	else if (hash->network)
		add_spec(rule, &ipv6, sizeof(ipv6));
	if (hash->transport)
		add_spec(rule, &transport, sizeof(transport));
}

static int cannot_steer(struct et_settings *settings, int error)
{
	if (error == EPERM)
		return cannot_do(settings, error, "steer frames");
	if (error == EBUSY || error == EEXIST)
		return failed(settings, -error, "%s has a rule for this address already: another process has it, so give another by --mac",
			      settings->device);
	return cannot_do(settings, error, "make a rule that steers frames");
}

/* Adds a rule for frames whose destination is this address in the bits of the mask. */
static struct ibv_flow *add_rule(struct ibv_qp *to, const struct hash *hash, const unsigned char *address,
				 const unsigned char *mask, unsigned int port, unsigned int flags)
{
	struct rule rule = {.head = {.type = IBV_FLOW_ATTR_NORMAL, .size = sizeof(rule.head), .port = (uint8_t)port, .flags = flags}};
	struct ibv_flow_spec_eth ethernet = {.type = IBV_FLOW_SPEC_ETH, .size = sizeof(ethernet)};

	/* Rules that match more of a frame go first. */
	rule.head.priority = (uint16_t)(hash->transport ? 0 : hash->network ? 1 : 2);
	memcpy(ethernet.val.dst_mac, address, ADDRESS_SIZE);
	memcpy(ethernet.mask.dst_mac, mask, ADDRESS_SIZE);
	add_spec(&rule, &ethernet, sizeof(ethernet));
	add_headers(&rule, hash);
	return ibv_create_flow(to, &rule.head);
}

/* Steers frames to one of the queue pairs: those for the port's own address, or all. */
static int steer_to(struct objects_of_port *objects, unsigned int number, struct et_settings *settings)
{
	static const unsigned char all[ADDRESS_SIZE] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, none[ADDRESS_SIZE];
	const unsigned char *address = settings->everything ? none : settings->mac;

	objects->rules[number] = add_rule(objects->hashes[number], &hashes[number], address, settings->everything ? none : all,
					  settings->device_port, 0);
	return objects->rules[number] ? 0 : cannot_steer(settings, errno);
}

/* Steers broadcast and multicast, which the host must get too. They are not spread: a frame that is passed on would also match
 * the next rule for its headers, and be received twice. */
static int steer_groups(struct objects_of_port *objects, struct et_settings *settings)
{
	static const unsigned char group[ADDRESS_SIZE] = {1};
	const unsigned int rest = MOST_HASHES - 1;

	objects->rules[MOST_HASHES] = add_rule(objects->hashes[rest], &hashes[rest], group, group, settings->device_port,
					       IBV_FLOW_ATTR_FLAGS_DONT_TRAP);
	if (objects->rules[MOST_HASHES])
		return 0;
	if (errno == EOPNOTSUPP || errno == EINVAL)
		return failed(settings, -EOPNOTSUPP, "%s cannot give broadcast and multicast to two, and the host needs them",
			      settings->device);
	return cannot_steer(settings, errno);
}

/* Devices have a table of the addresses of their functions, and drop frames for other addresses before any rule applies. So the
 * address is added to the interface's by a socket that receives nothing; closing the socket removes it. */
static int become_member(struct objects_of_port *objects, struct et_settings *settings)
{
	unsigned int index = if_nametoindex(settings->interface);

	if (!index)
		return failed(settings, -ENODEV, "there is no interface %s", settings->interface);
	objects->membership = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
	if (objects->membership < 0 || take_in_addresses(objects->membership, index, settings))
		return cannot_do(settings, errno, "add an address of its own");
	return 0;
}

int steer_frames(struct objects_of_port *objects, struct et_settings *settings)
{
	int result = become_member(objects, settings);

	if (result == 0)
		result = make_tables(objects, settings);
	for (unsigned int number = 0; result == 0 && number < MOST_HASHES; number++) {
		if (!is_wanted(&hashes[number], settings))
			continue;
		result = make_hash(objects, number, settings);
		if (result == 0)
			result = steer_to(objects, number, settings);
	}
	if (result == 0 && !settings->everything)
		result = steer_groups(objects, settings);
	return result;
}

/*
 * The end
 */

void stop_objects(struct objects_of_port *objects)
{
	if (objects->membership >= 0)
		close(objects->membership);
	for (unsigned int i = 0; i < MOST_RULES; i++) {
		if (objects->rules[i])
			ibv_destroy_flow(objects->rules[i]);
	}
	for (unsigned int i = 0; i < MOST_HASHES; i++) {
		if (objects->hashes[i])
			ibv_destroy_qp(objects->hashes[i]);
	}
	if (objects->all)
		ibv_destroy_rwq_ind_table(objects->all);
	if (objects->first)
		ibv_destroy_rwq_ind_table(objects->first);
	for (unsigned int i = 0; i < objects->count; i++) {
		if (objects->queues[i].receives)
			ibv_destroy_wq(objects->queues[i].receives);
		if (objects->queues[i].sends)
			ibv_destroy_qp(objects->queues[i].sends);
	}
}

void free_objects(struct objects_of_port *objects)
{
	for (unsigned int i = 0; i < objects->count; i++) {
		struct objects *queue = &objects->queues[i];

		if (queue->received)
			ibv_destroy_cq(queue->received);
		if (queue->sent)
			ibv_destroy_cq(queue->sent);
		if (queue->channel)
			ibv_destroy_comp_channel(queue->channel);
	}
	if (objects->domain)
		ibv_dealloc_pd(objects->domain);
	if (objects->context)
		ibv_close_device(objects->context);
}
