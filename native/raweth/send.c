// SPDX-License-Identifier: MIT
/* Frames are sent as soon as they are posted: the kernel does the queueing. The send queue of a queue pair counts as
 * full when as many requests as it holds have completions that were not taken out. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "send.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "checksum.h"

#define BATCH 32

struct batch {
	struct raw_qp *qp;
	unsigned int count;
	const struct ibv_send_wr *requests[BATCH];
	struct mmsghdr frames[BATCH];
	/* One more, for the padding of short frames. */
	struct iovec pieces[BATCH][MOST_PIECES + 1];
};

/* With the send queue's lock. A request without a completion of its own is freed with the next that has one. */
static void complete(struct raw_qp *qp, const struct ibv_send_wr *wr, enum ibv_wc_status status)
{
	struct send_queue *send = &qp->send;
	const struct ibv_wc wc = {.wr_id = wr->wr_id, .status = status, .opcode = IBV_WC_SEND, .qp_num = qp->qp.qp_num};

	if (status == IBV_WC_SUCCESS && !send->all_signaled && !(wr->send_flags & IBV_SEND_SIGNALED)) {
		send->unsignaled++;
		return;
	}
	completions_add(send->completions, &wc, send, &send->in_use, send->unsignaled + 1);
	send->unsignaled = 0;
}

static void complete_failed(struct raw_qp *qp, const struct ibv_send_wr *wr, int error)
{
	count(&qp->device->statistics.not_sent);
	switch (error) {
	case EMSGSIZE:
		complete(qp, wr, IBV_WC_LOC_LEN_ERR);
		break;
	case EFAULT:
		complete(qp, wr, IBV_WC_LOC_PROT_ERR);
		break;
	case ENETDOWN:
		/* As by a device whose link is down: no one takes it. */
		complete(qp, wr, IBV_WC_SUCCESS);
		break;
	default:
		complete(qp, wr, IBV_WC_GENERAL_ERR);
	}
}

static void flush(struct batch *batch)
{
	unsigned int done = 0;

	while (done < batch->count) {
		int sent = port_send(batch->qp->device->port, batch->frames + done, batch->count - done);

		if (sent < 0)
			complete_failed(batch->qp, batch->requests[done++], errno);
		for (; sent > 0; sent--) {
			count(&batch->qp->device->statistics.sent);
			complete(batch->qp, batch->requests[done++], IBV_WC_SUCCESS);
		}
	}
	batch->count = 0;
}

static size_t length_of(const struct ibv_send_wr *wr)
{
	size_t length = 0;

	for (int i = 0; i < wr->num_sge; i++)
		length += wr->sg_list[i].length;
	return length;
}

/* Checks what has to be refused at once, without a completion. */
static int check(const struct raw_qp *qp, const struct ibv_send_wr *wr)
{
	const struct send_queue *send = &qp->send;

	if (wr->opcode != IBV_WR_SEND)
		return EOPNOTSUPP;
	if (wr->num_sge < 0 || (unsigned int)wr->num_sge > send->most_pieces)
		return EINVAL;
	if (wr->send_flags & IBV_SEND_INLINE && length_of(wr) > send->most_inline)
		return EINVAL;
	return atomic_load(&send->in_use) >= send->capacity ? ENOMEM : 0;
}

static unsigned int gather(struct iovec *pieces, const struct ibv_send_wr *wr)
{
	unsigned int used = 0;

	for (int i = 0; i < wr->num_sge; i++) {
		if (wr->sg_list[i].length > 0)
			pieces[used++] = (struct iovec){(void *)(uintptr_t)wr->sg_list[i].addr, wr->sg_list[i].length};
	}
	return used;
}

/* Puts a frame together in memory of the library's own, so that checksums can be written. */
static bool copy(struct batch *batch, struct iovec *pieces, unsigned int *used)
{
	struct send_queue *send = &batch->qp->send;
	size_t size = atomic_load(&batch->qp->device->longest_frame), length = 0;
	uint8_t *to;

	if (send->copy_size < size) {
		/* Frames of the same batch are in what is there now. */
		if (batch->count > 0)
			return false;
		free(send->copies);
		send->copies = malloc(size * BATCH);
		send->copy_size = send->copies ? size : 0;
	}
	if (!send->copies)
		return false;
	to = send->copies + batch->count * send->copy_size;
	for (unsigned int i = 0; i < *used; length += pieces[i++].iov_len)
		memcpy(to + length, pieces[i].iov_base, pieces[i].iov_len);
	checksum_fill(to, length);
	pieces[0] = (struct iovec){to, length};
	*used = 1;
	return true;
}

static void append(struct batch *batch, const struct ibv_send_wr *wr, size_t length)
{
	static uint8_t zeros[LEAST_FRAME];
	struct iovec *pieces = batch->pieces[batch->count];
	unsigned int used = gather(pieces, wr);

	if (wr->send_flags & IBV_SEND_IP_CSUM && !copy(batch, pieces, &used)) {
		flush(batch);
		pieces = batch->pieces[0];
		used = gather(pieces, wr);
		if (!copy(batch, pieces, &used)) {
			complete_failed(batch->qp, wr, ENOMEM);
			return;
		}
	}
	if (length < LEAST_FRAME)
		pieces[used++] = (struct iovec){zeros, LEAST_FRAME - length};
	batch->requests[batch->count] = wr;
	batch->frames[batch->count++] = (struct mmsghdr){.msg_hdr = {.msg_iov = pieces, .msg_iovlen = used}};
	if (batch->count == BATCH)
		flush(batch);
}

/* Completions come in the order of the requests. */
static void post_one(struct batch *batch, const struct ibv_send_wr *wr, bool has_failed)
{
	struct raw_qp *qp = batch->qp;
	size_t length = length_of(wr);

	atomic_fetch_add(&qp->send.in_use, 1);
	if (has_failed) {
		complete(qp, wr, IBV_WC_WR_FLUSH_ERR);
	} else if (length < ETHERNET_HEADER || length > atomic_load(&qp->device->longest_frame)) {
		flush(batch);
		complete_failed(qp, wr, EMSGSIZE);
	} else {
		append(batch, wr, length);
	}
}

int send_post(struct raw_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	enum ibv_qp_state state = raw_qp_state(qp);
	struct batch batch;
	int error = 0;

	if (qp->spread || (state != IBV_QPS_RTS && state != IBV_QPS_ERR)) {
		*bad_wr = wr;
		return EINVAL;
	}
	batch.qp = qp;
	batch.count = 0;
	pthread_mutex_lock(&qp->send.lock);
	for (; wr; wr = wr->next) {
		error = check(qp, wr);
		if (error) {
			*bad_wr = wr;
			break;
		}
		post_one(&batch, wr, state == IBV_QPS_ERR);
	}
	flush(&batch);
	pthread_mutex_unlock(&qp->send.lock);
	return error;
}
