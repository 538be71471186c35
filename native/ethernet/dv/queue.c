// SPDX-License-Identifier: MIT
/* One queue of a port: the objects of libibverbs, and their rings. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "queue.h"

#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "format.h"

#define ROOM_OF_FRAME ((size_t)2048)
#define CACHE_LINE 64u
#define PIECES_OF_REQUEST 1u /* of a receive request: one place has room for the longest frame */

static size_t round_up(size_t number, size_t to)
{
	return (number + to - 1) / to * to;
}

/* Finds a completion queue's memory. From here on only the rings update its consumer index. */
static int describe_completions(struct ibv_cq *cq, struct completion_memory *memory)
{
	struct mlx5dv_cq found = {0};
	struct mlx5dv_obj object = {.cq = {.in = cq, .out = &found}};
	int error = mlx5dv_init_obj(&object, MLX5DV_OBJ_CQ);

	*memory = (struct completion_memory){
		.entries = found.buf,
		.count = found.cqe_cnt,
		.size = found.cqe_size,
		.records = found.dbrec,
		.registers = found.cq_uar,
		.number = found.cqn,
	};
	return error;
}

static int describe_sending(const struct objects *objects, struct send_memory *memory, struct completion_memory *completions)
{
	struct mlx5dv_qp found = {0};
	struct mlx5dv_obj object = {.qp = {.in = objects->sends, .out = &found}};
	int error = mlx5dv_init_obj(&object, MLX5DV_OBJ_QP);

	if (error)
		return error;
	memory->blocks = found.sq.buf;
	/* A ring with blocks of another size is given a count that is refused later. */
	memory->block_count = found.sq.stride == BLOCK_SIZE ? found.sq.wqe_cnt : 0;
	memory->records = found.dbrec;
	memory->doorbell = found.bf.reg;
	memory->number = objects->sends->qp_num;
	return describe_completions(objects->sent, completions);
}

static int describe_receiving(const struct objects *objects, struct receive_memory *memory, struct completion_memory *completions)
{
	struct mlx5dv_rwq found = {0};
	struct mlx5dv_obj object = {.rwq = {.in = objects->receives, .out = &found}};
	int error = mlx5dv_init_obj(&object, MLX5DV_OBJ_RWQ);

	if (error)
		return error;
	memory->requests = found.buf;
	memory->count = found.wqe_cnt;
	memory->stride = found.stride;
	memory->records = found.dbrec;
	return describe_completions(objects->received, completions);
}

static int no_rings(struct et_settings *settings, const char *fault)
{
	return failed(settings, -EOPNOTSUPP, "libmlx5 gives no rings of %s that can be used: %s", settings->device, fault);
}

/* How large the room for frames to send is: an average length for each frame; if frames must be in one piece, the longest for
 * each. */
static size_t room_to_send(const struct et_settings *settings)
{
	size_t each = ROOM_OF_FRAME;

	while (settings->one_segment && each < settings->frame_size)
		each *= 2;
	return each * settings->transmit_size;
}

static int open_sender(struct queue *queue, struct ibv_pd *domain, unsigned int header, struct et_settings *settings)
{
	struct send_memory memory = {
		.header = header,
		.frames = settings->transmit_size,
		.in_one_piece = settings->one_segment,
	};
	size_t size = room_to_send(settings);
	struct completion_memory completions;
	const char *fault;
	int error = describe_sending(&queue->objects, &memory, &completions);

	if (error)
		return no_rings(settings, strerrordesc_np(error));
	error = make_region(domain, size, &queue->room);
	if (error)
		return no_memory(settings, error, size);
	memory.room = queue->room.begin;
	memory.room_size = size;
	memory.key = queue->room.registered->lkey;
	fault = fault_of_sending(&memory, &completions);
	if (fault)
		return no_rings(settings, fault);
	return begin_sender(&queue->sender, &memory, &completions) ? 0 : failed(settings, -ENOMEM, "no memory");
}

static int open_receiver(struct queue *queue, struct ibv_pd *domain, struct et_settings *settings)
{
	struct receive_memory memory = {.place_size = round_up(settings->frame_size, CACHE_LINE)};
	struct completion_memory completions;
	const char *fault;
	int error = describe_receiving(&queue->objects, &memory, &completions);
	size_t size = memory.place_size * memory.count;

	if (error)
		return no_rings(settings, strerrordesc_np(error));
	fault = fault_of_receiving(&memory, &completions);
	if (fault)
		return no_rings(settings, fault);
	/* Longer requests have a signature in front of the pieces, which the device checks. */
	if (memory.stride != PIECES_OF_REQUEST * SEGMENT_SIZE)
		return failed(settings, -EOPNOTSUPP, "requests to receive have %u bytes where 16 are due: unset MLX5_RWQ_SIGNATURE",
			      memory.stride);
	error = make_region(domain, size, &queue->places);
	if (error)
		return no_memory(settings, error, size);
	memory.places = queue->places.begin;
	memory.key = queue->places.registered->lkey;
	begin_receiver(&queue->receiver, &memory, &completions);
	post_all(&queue->receiver);
	return 0;
}

int open_queue(struct queue *queue, const struct objects *objects, struct ibv_pd *domain, unsigned int header,
	       struct et_settings *settings)
{
	int result;

	queue->objects = *objects;
	if (read_without_waiting(objects->channel->fd))
		return failed(settings, 0, "cannot wait for completions of %s: %s", settings->device, strerrordesc_np(errno));
	result = objects->sends ? open_sender(queue, domain, header, settings) : 0;
	return result ? result : open_receiver(queue, domain, settings);
}

void close_queue(struct queue *queue)
{
	end_sender(&queue->sender);
	free_region(&queue->room);
	free_region(&queue->places);
}

int restart_sending(struct queue *queue)
{
	int result = stop_sending(&queue->objects);

	if (result)
		return result;
	/* What was posted before causes no more completions. */
	reset_sender(&queue->sender);
	return start_sending(&queue->objects);
}

int restart_receiving(struct queue *queue)
{
	int result = stop_receiving(&queue->objects);

	if (result)
		return result;
	reset_receiver(&queue->receiver);
	result = start_receiving(&queue->objects);
	if (result)
		return result;
	post_all(&queue->receiver);
	queue->has_failed = false;
	return 0;
}

/* Takes the events that have come; there is one for each time that notice was asked for. */
static void take_notices(struct queue *queue)
{
	struct ibv_cq *cq;
	void *context;

	while (ibv_get_cq_event(queue->objects.channel, &cq, &context) == 0) {
		ibv_ack_cq_events(cq, 1);
		notice_came(&queue->receiver.completions);
		queue->is_asked = false;
	}
}

int await_notice(struct queue *queue)
{
	take_notices(queue);
	if (!queue->is_asked)
		ask_for_notice(&queue->receiver.completions);
	queue->is_asked = true;
	return queue->objects.channel->fd;
}
