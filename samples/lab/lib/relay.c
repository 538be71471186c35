// SPDX-License-Identifier: MIT
// Framing, shared by both ends of the relay.
#define _GNU_SOURCE
#include "relay.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void relay_write(int fd, const void *data, size_t length)
{
	const uint8_t *at = data;

	while (length > 0) {
		ssize_t written = write(fd, at, length < RELAY_CHUNK ? length : RELAY_CHUNK);

		if (written >= 0) {
			at += written;
			length -= (size_t)written;
		} else if (errno == EAGAIN) {
			struct pollfd wait = { .fd = fd, .events = POLLOUT };

			if (poll(&wait, 1, -1) < 0 && errno != EINTR)
				relay_die("poll: %s", strerror(errno));
		} else if (errno != EINTR) {
			relay_die("write: %s", strerror(errno));
		}
	}
}

void relay_send(int fd, enum relay_type type, const void *payload, size_t length)
{
	uint8_t frame[RELAY_HEADER + RELAY_CHUNK];
	uint8_t header[RELAY_HEADER] = { (uint8_t)type, (uint8_t)length, (uint8_t)(length >> 8), (uint8_t)(length >> 16) };

	if (length > RELAY_CHUNK) {
		relay_write(fd, header, sizeof(header));
		relay_write(fd, payload, length);
		return;
	}
	memcpy(frame, header, sizeof(header));
	if (length > 0)
		memcpy(frame + RELAY_HEADER, payload, length);
	relay_write(fd, frame, RELAY_HEADER + length);
}

void relay_append(struct relay_buffer *buffer, const void *data, size_t length)
{
	if (buffer->length + length > buffer->capacity) {
		buffer->capacity = 2 * (buffer->length + length);
		buffer->data = realloc(buffer->data, buffer->capacity);
		if (!buffer->data)
			relay_die("out of memory");
	}
	memcpy(buffer->data + buffer->length, data, length);
	buffer->length += length;
}

void relay_drop(struct relay_buffer *buffer, size_t length)
{
	memmove(buffer->data, buffer->data + length, buffer->length - length);
	buffer->length -= length;
}

int relay_fill(int fd, struct relay_buffer *buffer)
{
	uint8_t chunk[RELAY_CHUNK];
	ssize_t got = read(fd, chunk, sizeof(chunk));

	if (got < 0)
		return errno == EAGAIN || errno == EINTR;
	relay_append(buffer, chunk, (size_t)got);
	return got > 0;
}

int relay_frame(const struct relay_buffer *buffer, enum relay_type *type, const uint8_t **payload, size_t *length)
{
	const uint8_t *at = buffer->data;

	if (buffer->length < RELAY_HEADER)
		return 0;
	*type = at[0];
	*length = (size_t)at[1] | (size_t)at[2] << 8 | (size_t)at[3] << 16;
	*payload = at + RELAY_HEADER;
	if (*length > RELAY_MAX_PAYLOAD)
		relay_die("a frame of %zu bytes: the two ends of the relay disagree", *length);
	return buffer->length >= RELAY_HEADER + *length;
}

void relay_next(struct relay_buffer *buffer)
{
	enum relay_type type;
	const uint8_t *payload;
	size_t length;

	if (relay_frame(buffer, &type, &payload, &length))
		relay_drop(buffer, RELAY_HEADER + length);
}
