// SPDX-License-Identifier: MIT
#include "requests.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct request {
	uint64_t wr_id;
	unsigned int piece_count;
};

int requests_init(struct requests *requests, uint32_t number, uint32_t capacity, uint32_t most_pieces,
		  struct completions *completions)
{
	*requests = (struct requests){.number = number, .capacity = capacity, .most_pieces = most_pieces,
				      .completions = completions};
	if (capacity > 0) {
		requests->ring = calloc(capacity, sizeof(*requests->ring));
		requests->pieces = calloc((size_t)capacity * (most_pieces ? most_pieces : 1), sizeof(*requests->pieces));
		if (!requests->ring || !requests->pieces) {
			free(requests->ring);
			free(requests->pieces);
			return ENOMEM;
		}
	}
	pthread_mutex_init(&requests->lock, NULL);
	return 0;
}

void requests_free(struct requests *requests)
{
	pthread_mutex_destroy(&requests->lock);
	free(requests->ring);
	free(requests->pieces);
}

static void complete(struct requests *requests, uint64_t wr_id, enum ibv_wc_status status, size_t length, unsigned int wc_flags)
{
	const struct ibv_wc wc = {.wr_id = wr_id, .status = status, .opcode = IBV_WC_RECV, .byte_len = (uint32_t)length,
				  .qp_num = requests->number, .wc_flags = wc_flags};

	completions_add(requests->completions, &wc, requests, NULL, 0);
}

static int post_one(struct requests *requests, const struct ibv_recv_wr *wr)
{
	unsigned int slot;

	if (requests->intake == INTAKE_CLOSED || wr->num_sge < 0 || (unsigned int)wr->num_sge > requests->most_pieces)
		return EINVAL;
	if (requests->intake == INTAKE_FLUSHING) {
		complete(requests, wr->wr_id, IBV_WC_WR_FLUSH_ERR, 0, 0);
		return 0;
	}
	if (requests->count == requests->capacity)
		return ENOMEM;
	slot = (requests->head + requests->count) % requests->capacity;
	requests->ring[slot] = (struct request){.wr_id = wr->wr_id, .piece_count = (unsigned int)wr->num_sge};
	if (wr->num_sge > 0)
		memcpy(&requests->pieces[(size_t)slot * requests->most_pieces], wr->sg_list,
		       (size_t)wr->num_sge * sizeof(*wr->sg_list));
	requests->count++;
	return 0;
}

int requests_post(struct requests *requests, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	int error = 0;

	pthread_mutex_lock(&requests->lock);
	for (; wr; wr = wr->next) {
		error = post_one(requests, wr);
		if (error) {
			*bad_wr = wr;
			break;
		}
	}
	pthread_mutex_unlock(&requests->lock);
	return error;
}

static struct request *take_oldest(struct requests *requests, const struct ibv_sge **pieces)
{
	unsigned int slot = requests->head;

	*pieces = &requests->pieces[(size_t)slot * requests->most_pieces];
	requests->head = (slot + 1) % requests->capacity;
	requests->count--;
	return &requests->ring[slot];
}

void requests_set_intake(struct requests *requests, enum intake intake)
{
	const struct ibv_sge *pieces;

	pthread_mutex_lock(&requests->lock);
	requests->intake = intake;
	while (intake == INTAKE_FLUSHING && requests->count > 0)
		complete(requests, take_oldest(requests, &pieces)->wr_id, IBV_WC_WR_FLUSH_ERR, 0, 0);
	if (intake == INTAKE_CLOSED) {
		requests->count = 0;
		completions_purge(requests->completions, requests);
	}
	pthread_mutex_unlock(&requests->lock);
}

static size_t room_in(const struct ibv_sge *pieces, unsigned int count)
{
	size_t room = 0;

	for (unsigned int i = 0; i < count; i++)
		room += pieces[i].length;
	return room;
}

/* Fills one piece after the other. */
static void scatter(const struct ibv_sge *piece, const uint8_t *from, size_t length, size_t *offset)
{
	size_t skipped = *offset;

	*offset += length;
	for (; length > 0; piece++) {
		size_t size = piece->length > skipped ? piece->length - skipped : 0;

		if (size > length)
			size = length;
		if (size > 0)
			memcpy((uint8_t *)(uintptr_t)piece->addr + skipped, from, size);
		skipped -= skipped < piece->length ? skipped : piece->length;
		from += size;
		length -= size;
	}
}

/* A request that is too small is used up: it completes with an error, and nothing is written. */
static enum delivery deliver(struct requests *requests, const struct iovec *parts, int count, unsigned int wc_flags)
{
	const struct ibv_sge *pieces;
	struct request *request = take_oldest(requests, &pieces);
	size_t length = 0, offset = 0;

	for (int i = 0; i < count; i++)
		length += parts[i].iov_len;
	if (length > room_in(pieces, request->piece_count)) {
		complete(requests, request->wr_id, IBV_WC_LOC_LEN_ERR, 0, 0);
		return TOO_LONG;
	}
	for (int i = 0; i < count; i++)
		scatter(pieces, parts[i].iov_base, parts[i].iov_len, &offset);
	complete(requests, request->wr_id, IBV_WC_SUCCESS, length, wc_flags);
	return DELIVERED;
}

enum delivery requests_deliver(struct requests *requests, const struct iovec *parts, int count, unsigned int wc_flags)
{
	enum delivery delivery;

	pthread_mutex_lock(&requests->lock);
	if (requests->intake != INTAKE_OPEN || atomic_load(&requests->completions->overrun))
		delivery = NOT_OPEN;
	else if (requests->count == 0)
		delivery = NO_REQUEST;
	else
		delivery = deliver(requests, parts, count, wc_flags);
	pthread_mutex_unlock(&requests->lock);
	return delivery;
}
