/* SPDX-License-Identifier: MIT */
/*
 * The conversation between the two ends of the lab's relay, which carries a command's standard streams, signals,
 * window size and exit status over one virtio-serial port. Frames are a type byte, a length (three bytes, little
 * endian) and that many bytes of payload.
 */
#ifndef LAB_RELAY_H
#define LAB_RELAY_H

#include <stddef.h>
#include <stdint.h>

#define RELAY_HEADER 4
#define RELAY_CHUNK 32768	/* the most that one write to a virtio-serial port takes */
#define RELAY_WINDOW 65536	/* bytes of stdin on their way that the guest has not acknowledged */
#define RELAY_MAX_PAYLOAD (1u << 22)

enum relay_type {
	/* host to guest */
	RELAY_START = 'S',	/* struct relay_start, then directory, arguments and environment, NUL-terminated */
	RELAY_STDIN = 'I',	/* no payload: end of file */
	RELAY_WINSIZE = 'W',	/* struct relay_winsize */
	RELAY_SIGNAL = 'K',	/* one byte: the signal's number */
	/* guest to host */
	RELAY_HELLO = 'H',	/* ready for RELAY_START */
	RELAY_STDOUT = '1',
	RELAY_STDERR = '2',
	RELAY_TERMINAL = 'T',
	RELAY_ACK = 'A',	/* uint32_t: bytes of stdin that the command has been given */
	RELAY_EXIT = 'X',	/* one byte: the exit status; nothing follows */
	RELAY_FAILED = 'F',	/* a sentence: why the command could not be started; nothing follows */
};

struct relay_winsize {
	uint16_t rows, columns;
};

struct relay_start {
	uint32_t arguments;
	uint32_t variables;
	struct relay_winsize window;
	uint8_t terminal[3];	/* which of stdin, stdout, stderr are terminals */
	uint8_t unused;
};

struct relay_buffer {
	uint8_t *data;
	size_t length, capacity;
};

/* All of these end the process with relay_die when they cannot do what they say. */
void relay_write(int fd, const void *data, size_t length);
void relay_send(int fd, enum relay_type type, const void *payload, size_t length);
void relay_append(struct relay_buffer *buffer, const void *data, size_t length);
void relay_drop(struct relay_buffer *buffer, size_t length);

/* Reads what is there into the buffer; returns 0 at the end of the stream. */
int relay_fill(int fd, struct relay_buffer *buffer);

/* The first frame of the buffer, if it is complete: returns 1 and the frame, else 0. */
int relay_frame(const struct relay_buffer *buffer, enum relay_type *type, const uint8_t **payload, size_t *length);
void relay_next(struct relay_buffer *buffer);

/* Given by each end: says what went wrong and ends the process. */
void relay_die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

#endif
