// SPDX-License-Identifier: MIT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "completions.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>

#include "intercept.h"
#include "log.h"
#include "parse.h"
#include "settings.h"
#include "usage.h"

#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/* A poll needs no look-up, since a stand-in belongs to one function of a driver, whatever the completion queue. A driver has a
 * few such functions, and chooses one by the device and by how the completion queue was made. */
#define SLOTS 32
#define EACH_SLOT(DO)                                                                                                        \
	DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)                 \
	DO(16) DO(17) DO(18) DO(19) DO(20) DO(21) DO(22) DO(23) DO(24) DO(25) DO(26) DO(27) DO(28) DO(29) DO(30) DO(31)

typedef void any_function(void);
typedef int poll_function(struct ibv_cq *, int, struct ibv_wc *);
typedef int start_function(struct ibv_cq_ex *, struct ibv_poll_cq_attr *);
typedef int next_function(struct ibv_cq_ex *);

/* Functions of drivers, and the stand-in for each. A slot is never given back. */
struct stand_ins {
	_Atomic(any_function *) real[SLOTS];
	any_function *const ours[SLOTS];
};

#define QUEUE_PAIRS (1U << 24)
#define WORD_BITS (8 * sizeof(unsigned long))
#define TOLD_SIZE (QUEUE_PAIRS / 8)
#define CONTEXTS 256

/* A bit for each queue pair number of a context: whether its first bad completion has been reported. Pages of it get memory
 * only when a bit in them is set. */
static struct {
	_Atomic(const struct ibv_context *) context;
	_Atomic(_Atomic unsigned long *) told;
} contexts[CONTEXTS];

static _Atomic unsigned long *told_of(const struct ibv_context *context)
{
	for (int i = 0; i < CONTEXTS; i++) {
		if (atomic_load_explicit(&contexts[i].context, memory_order_acquire) == context)
			return atomic_load_explicit(&contexts[i].told, memory_order_relaxed);
	}
	return NULL;
}

static bool is_watched(const struct ibv_context *context)
{
	return context && told_of(context);
}

static bool begin_watch(const struct ibv_context *context)
{
	_Atomic unsigned long *told =
		mmap(NULL, TOLD_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if ((void *)told == MAP_FAILED)
		return false;
	for (int i = 0; i < CONTEXTS; i++) {
		_Atomic unsigned long *none = NULL;

		if (atomic_compare_exchange_strong(&contexts[i].told, &none, told)) {
			atomic_store_explicit(&contexts[i].context, context, memory_order_release);
			return true;
		}
	}
	munmap((void *)told, TOLD_SIZE);
	return false;
}

static void end_watch(const struct ibv_context *context)
{
	for (int i = 0; i < CONTEXTS; i++) {
		const struct ibv_context *expected = context;

		if (atomic_compare_exchange_strong(&contexts[i].context, &expected, NULL)) {
			munmap((void *)atomic_load(&contexts[i].told), TOLD_SIZE);
			atomic_store(&contexts[i].told, NULL);
		}
	}
}

/* Not inlined, so that there is one place for the uprobe; protected, so that this function is the one that is called. */
__attribute__((visibility("protected"), noinline, noclone)) void
rdma_intercept_bad_completion(uint32_t queue_pair, uint32_t status, uint32_t vendor_error, int device)
{
	__asm__ volatile("nop" : : "r"(queue_pair), "r"(status), "r"(vendor_error), "r"(device));
}

/* The names of the enumeration in verbs.h, without their common prefix. */
static const char *status_name(uint32_t status)
{
#define NAME(name) [IBV_WC_##name] = #name
	static const char *const names[] = {
		NAME(LOC_LEN_ERR),	 NAME(LOC_QP_OP_ERR),	   NAME(LOC_EEC_OP_ERR),
		NAME(LOC_PROT_ERR),	 NAME(MW_BIND_ERR),	   NAME(BAD_RESP_ERR),
		NAME(LOC_ACCESS_ERR),	 NAME(REM_INV_REQ_ERR),	   NAME(REM_ACCESS_ERR),
		NAME(REM_OP_ERR),	 NAME(RETRY_EXC_ERR),	   NAME(RNR_RETRY_EXC_ERR),
		NAME(LOC_RDD_VIOL_ERR),	 NAME(REM_INV_RD_REQ_ERR), NAME(REM_ABORT_ERR),
		NAME(INV_EECN_ERR),	 NAME(INV_EEC_STATE_ERR),  NAME(FATAL_ERR),
		NAME(RESP_TIMEOUT_ERR),	 NAME(GENERAL_ERR),	   NAME(TM_ERR),
	};
#undef NAME
	const char *name = status < sizeof(names) / sizeof(names[0]) ? names[status] : NULL;

	return name ? name : "unknown";
}

static void tell(const struct ibv_context *context, uint32_t queue_pair, uint32_t status, uint32_t vendor_error)
{
	char device[64];

	rdma_intercept_bad_completion(queue_pair, status, vendor_error, context->cmd_fd);
	printable(device, sizeof(device), context->device ? context->device->name : "?");
	log_line(LEVEL_ERROR, "first bad completion of queue pair %u on %s: %s (status %u), vendor error 0x%x", queue_pair,
		 device, status_name(status), status, vendor_error);
}

/* Whether a status is the consequence of an earlier failure, or no failure. Work that is flushed was never tried: its queue
 * pair had failed before, or its program had brought it to the error state. By the other status a device hands over a message
 * whose tag it has found. */
static bool is_no_cause(uint32_t status)
{
	return status == IBV_WC_WR_FLUSH_ERR || status == IBV_WC_TM_RNDV_INCOMPLETE;
}

static __attribute__((noinline, cold)) void note_bad(const struct ibv_context *context, uint32_t queue_pair, uint32_t status,
						     uint32_t vendor_error)
{
	uint32_t number = queue_pair % QUEUE_PAIRS;
	unsigned long bit = 1UL << number % WORD_BITS;
	_Atomic unsigned long *told;

	if (is_no_cause(status)) {
		if (status == IBV_WC_WR_FLUSH_ERR)
			usage_count_flushed();
		return;
	}
	told = told_of(context);
	if (!told || atomic_fetch_or(&told[number / WORD_BITS], bit) & bit)
		return;
	usage_count_bad_completion();
	tell(context, number, status, vendor_error);
}

static inline __attribute__((always_inline)) int looked_at_poll(any_function *real, struct ibv_cq *queue, int most,
								struct ibv_wc *completions)
{
	int count = ((poll_function *)real)(queue, most, completions);

	for (int i = 0; i < count; i++) {
		if (UNLIKELY(completions[i].status != IBV_WC_SUCCESS))
			note_bad(queue->context, completions[i].qp_num, completions[i].status,
				 completions[i].vendor_err);
	}
	return count;
}

/* Looks at the current completion of an extended completion queue. */
static __attribute__((noinline, cold)) void note_current(struct ibv_cq_ex *queue)
{
	uint32_t vendor_error = queue->read_vendor_err ? queue->read_vendor_err(queue) : 0;

	note_bad(queue->context, queue->read_qp_num(queue), queue->status, vendor_error);
}

static inline __attribute__((always_inline)) int looked_at(int result, struct ibv_cq_ex *queue)
{
	if (result == 0 && UNLIKELY(queue->status != IBV_WC_SUCCESS))
		note_current(queue);
	return result;
}

static struct stand_ins polls, starts, nexts;

#define REAL_OF(kind, slot) atomic_load_explicit(&kind.real[slot], memory_order_relaxed)
#define DEFINE_STAND_INS(slot)                                                                   \
	static int poll_##slot(struct ibv_cq *queue, int most, struct ibv_wc *completions)       \
	{                                                                                        \
		return looked_at_poll(REAL_OF(polls, slot), queue, most, completions);           \
	}                                                                                        \
	static int start_##slot(struct ibv_cq_ex *queue, struct ibv_poll_cq_attr *attributes)    \
	{                                                                                        \
		return looked_at(((start_function *)REAL_OF(starts, slot))(queue, attributes), queue); \
	}                                                                                        \
	static int next_##slot(struct ibv_cq_ex *queue)                                          \
	{                                                                                        \
		return looked_at(((next_function *)REAL_OF(nexts, slot))(queue), queue);         \
	}
EACH_SLOT(DEFINE_STAND_INS)

#define POLL(slot) (any_function *)poll_##slot,
#define START(slot) (any_function *)start_##slot,
#define NEXT(slot) (any_function *)next_##slot,
static struct stand_ins polls = {.ours = {EACH_SLOT(POLL)}};
static struct stand_ins starts = {.ours = {EACH_SLOT(START)}};
static struct stand_ins nexts = {.ours = {EACH_SLOT(NEXT)}};

/* The driver's function that a stand-in stands for; NULL if the function is no stand-in. */
static any_function *behind(struct stand_ins *kind, any_function *function)
{
	for (int i = 0; i < SLOTS; i++) {
		if (kind->ours[i] == function)
			return kind->real[i];
	}
	return NULL;
}

/* The stand-in for a function; the function itself if it is a stand-in already; NULL if there is no slot left. */
static any_function *stand_in(struct stand_ins *kind, any_function *function)
{
	if (behind(kind, function))
		return function;
	for (int i = 0; i < SLOTS; i++) {
		any_function *known = NULL;

		if (atomic_compare_exchange_strong(&kind->real[i], &known, function) || known == function)
			return kind->ours[i];
	}
	return NULL;
}

static bool is_wanted(void)
{
	return settings()->enable && settings()->completions && !*settings()->malformed;
}

void watch_polls(struct ibv_context *context)
{
	static atomic_bool has_told;
	any_function *function = (any_function *)context->ops.poll_cq;
	any_function *ours = NULL;
	int saved = errno;

	if (!is_wanted() || !function || is_watched(context))
		return;
	if (begin_watch(context)) {
		ours = stand_in(&polls, function);
		if (ours)
			context->ops.poll_cq = (poll_function *)ours;
		else
			end_watch(context);
	}
	if (!ours && !atomic_exchange(&has_told, true))
		log_line(LEVEL_WARN, "completions of further devices that are opened are not looked at: there is no room");
	errno = saved;
}

void unwatch_polls(struct ibv_context *context)
{
	any_function *real = behind(&polls, (any_function *)context->ops.poll_cq);

	if (real)
		context->ops.poll_cq = (poll_function *)real;
	end_watch(context);
}

#define KNOWN_ATTRIBUTES (IBV_CQ_INIT_ATTR_MASK_FLAGS | IBV_CQ_INIT_ATTR_MASK_PD)

struct ibv_cq_init_attr_ex *watched_attributes(struct ibv_cq_init_attr_ex *asked, struct ibv_cq_init_attr_ex *changed)
{
	/* With a newer libibverbs the structure may be longer than is known here. */
	if (!is_wanted() || asked->comp_mask & ~(uint32_t)KNOWN_ATTRIBUTES)
		return asked;
	*changed = *asked;
	changed->wc_flags |= IBV_WC_EX_WITH_QP_NUM;
	return changed;
}

struct ibv_cq_ex *watch_queue(struct ibv_cq_ex *queue)
{
	any_function *start, *next;

	/* Some drivers make an extended completion queue that can only be polled like any other. */
	if (!queue || !is_watched(queue->context) || !queue->start_poll || !queue->next_poll || !queue->read_qp_num)
		return queue;
	start = stand_in(&starts, (any_function *)queue->start_poll);
	next = stand_in(&nexts, (any_function *)queue->next_poll);
	if (start && next) {
		queue->start_poll = (start_function *)start;
		queue->next_poll = (next_function *)next;
	}
	return queue;
}

struct ibv_qp *watch_queue_pair(struct ibv_context *context, struct ibv_qp *made)
{
	_Atomic unsigned long *told = made && is_wanted() ? told_of(context) : NULL;
	uint32_t number;

	if (told) {
		number = made->qp_num % QUEUE_PAIRS;
		atomic_fetch_and(&told[number / WORD_BITS], ~(1UL << number % WORD_BITS));
	}
	return made;
}
