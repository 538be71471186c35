/* SPDX-License-Identifier: MIT */
/* Memory ordering between a device and this process, which both write to the same memory. A compiler's atomics are about
 * processors only; what a device reads over its bus, and what goes to its registers, needs more on some machines. Both are used
 * together, so that the thread sanitizer sees the pairs too. */
#ifndef ORDER_H
#define ORDER_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__x86_64__)
#define ORDER_IS_KNOWN true
/* Ordinary memory: a device, too, sees writes in program order and after earlier reads, and reads are done in program order. */
#define ORDER_BEFORE() __asm__ volatile("" ::: "memory")
#define ORDER_READS() __asm__ volatile("" ::: "memory")
/* Registers are mapped write-combining: only this fence keeps writes to them apart and in order. */
#define ORDER_REGISTER() __asm__ volatile("sfence" ::: "memory")
#elif defined(__aarch64__)
#define ORDER_IS_KNOWN true
/* Barriers of the outer shareable domain, which includes devices; the compiler's own are of the inner one. Before a record is
 * written reads must be complete too: those from a place that the record gives back to the device. */
#define ORDER_BEFORE() __asm__ volatile("dmb osh" ::: "memory")
#define ORDER_READS() __asm__ volatile("dmb oshld" ::: "memory")
#define ORDER_REGISTER() __asm__ volatile("dsb st" ::: "memory")
#else
#define ORDER_IS_KNOWN false
#define ORDER_BEFORE() __sync_synchronize()
#define ORDER_READS() __sync_synchronize()
#define ORDER_REGISTER() __sync_synchronize()
#endif

/* When the device sees this value in the record, everything written before is visible to it, and everything read before has
 * been read, so the device may overwrite that at once. The device reads the record first, and then what it tells of. */
static inline void tell_device(uint32_t *record, uint32_t value)
{
	ORDER_BEFORE();
	__atomic_store_n(record, value, __ATOMIC_RELEASE);
}

/* Reads the byte that the device writes last: reads after this see what the device wrote before that byte. */
static inline uint8_t hear_device(const uint8_t *last)
{
	uint8_t value = __atomic_load_n(last, __ATOMIC_ACQUIRE);

	ORDER_READS();
	return value;
}

/* Writes eight bytes to a register, in one access: after the record that the write is about, since the device may read the
 * record right away; and without leaving them in a buffer of the processor. */
static inline void ring_register(uint64_t *doorbell, uint64_t value)
{
	ORDER_REGISTER();
	__atomic_store_n(doorbell, value, __ATOMIC_RELAXED);
	ORDER_REGISTER();
}

#endif
