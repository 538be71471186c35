/* SPDX-License-Identifier: MIT */
/* What mlx5 devices read and write in memory, according to their programmer's reference manual. All numbers have their most
 * significant byte first. */
#ifndef FORMAT_H
#define FORMAT_H

#include <stdint.h>

/* A send request consists of segments of 16 bytes, and occupies whole blocks of 64. */
#define SEGMENT_SIZE 16u
#define BLOCK_SIZE 64u
#define SEGMENTS_IN_BLOCK (BLOCK_SIZE / SEGMENT_SIZE)

struct control_segment {
	uint32_t index_opcode;	  /* 8 bits of modifier, 16 bits: the request's first block, 8 bits */
	uint32_t number_segments; /* 24 bits: number of the queue, 2 bits, 6 bits: how many segments the request has */
	uint8_t signature;
	uint8_t stream[2];
	uint8_t flags;
	uint32_t immediate;
};

#define OPCODE_SEND 0x0a
#define FLAG_COMPLETION 0x08 /* the device reports when the request is done */

/* It has the first bytes of the frame: 2 of them here, the others in as many segments behind it as they take. */
struct ethernet_segment {
	uint32_t reserved;
	uint8_t checksums;
	uint8_t reserved2;
	uint16_t segment_size;
	uint32_t reserved3;
	uint16_t inline_size;
	uint8_t inline_begin[2];
};

/* Where data is. If the data itself follows, the segment has only the first number. */
struct data_segment {
	uint32_t length;
	uint32_t key;
	uint64_t address;
};

#define DATA_IS_INLINE 0x80000000u
#define KEY_OF_NOTHING 0x100u

struct completion {
	uint8_t reserved[44];
	uint32_t length;
	uint8_t reserved2[6];
	uint8_t vendor_syndrome; /* which error it is */
	uint8_t syndrome;
	uint32_t number;
	uint16_t counter; /* sending: the first block of the request; receiving: the request */
	uint8_t signature;
	uint8_t kind_owner; /* 4 bits of kind, 2 bits of form, 1 bit, 1 owner bit */
};

enum completion_kind {
	KIND_SENT = 0,
	KIND_RECEIVED = 2,
	KIND_SEND_ERROR = 13,
	KIND_RECEIVE_ERROR = 14,
	KIND_NONE = 15,
};

#define OWNER_BIT 1u

enum syndrome {
	SYNDROME_LENGTH = 0x01,
	SYNDROME_REQUEST = 0x02,
	SYNDROME_PROTECTION = 0x04,
	SYNDROME_FLUSHED = 0x05,
};

/* Indices of the doorbell records, words in memory where this process tells the device a queue's counters. */
enum { RECORD_RECEIVE, RECORD_SEND };
enum { RECORD_TAKEN, RECORD_ARMED };

#define ARM_REGISTER 0x20 /* its place in the page of registers */
#define ARM_TURN_SHIFT 28
#define COMPLETION_NUMBER 0xffffffu
#define QUEUE_NUMBER 0xffffu

_Static_assert(sizeof(struct control_segment) == SEGMENT_SIZE, "the control segment");
_Static_assert(sizeof(struct ethernet_segment) == SEGMENT_SIZE, "the Ethernet segment");
_Static_assert(sizeof(struct data_segment) == SEGMENT_SIZE, "the data segment");
_Static_assert(sizeof(struct completion) == 64, "the completion");

#endif
