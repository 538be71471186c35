/* SPDX-License-Identifier: MIT */
/* In which order a device and this process see what the other writes to memory that both use. A compiler's atomics are
 * about processors alone: what a device reads over its bus, and what goes to its registers, needs more on some machines.
 * Both are used together, so that the thread sanitizer sees the pairs too. */
#ifndef ORDER_H
#define ORDER_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__x86_64__)
#define ORDER_IS_KNOWN true
/* Ordinary memory: writes are seen in their order, after what was read before, and reads are done in theirs, by devices too. */
#define ORDER_BEFORE() __asm__ volatile("" ::: "memory")
#define ORDER_READS() __asm__ volatile("" ::: "memory")
/* A register is mapped so that writes to it may be gathered, which nothing but this keeps apart from others. */
#define ORDER_REGISTER() __asm__ volatile("sfence" ::: "memory")
#elif defined(__aarch64__)
#define ORDER_IS_KNOWN true
/* Of the outer shareable domain, where devices are; the compiler's own are of the inner one. What goes before a write to a
 * record are reads too: those of a place that is given back. */
#define ORDER_BEFORE() __asm__ volatile("dmb osh" ::: "memory")
#define ORDER_READS() __asm__ volatile("dmb oshld" ::: "memory")
#define ORDER_REGISTER() __asm__ volatile("dsb st" ::: "memory")
#else
#define ORDER_IS_KNOWN false
#define ORDER_BEFORE() __sync_synchronize()
#define ORDER_READS() __sync_synchronize()
#define ORDER_REGISTER() __sync_synchronize()
#endif

/* What was written before is there when the device sees this record, and what was read before is done with: the device
 * may write there as soon as it sees it. The device reads the record first, and then what it tells of. */
static inline void tell_device(uint32_t *record, uint32_t value)
{
	ORDER_BEFORE();
	__atomic_store_n(record, value, __ATOMIC_RELEASE);
}

/* The byte that the device writes last: what is read after it is what the device wrote before it. */
static inline uint8_t hear_device(const uint8_t *last)
{
	uint8_t value = __atomic_load_n(last, __ATOMIC_ACQUIRE);

	ORDER_READS();
	return value;
}

/* Eight bytes at once to a register: after the record that it is about, which the device may read at once then, and not
 * left behind in a buffer of the processor's. */
static inline void ring_register(uint64_t *doorbell, uint64_t value)
{
	ORDER_REGISTER();
	__atomic_store_n(doorbell, value, __ATOMIC_RELAXED);
	ORDER_REGISTER();
}

#endif
