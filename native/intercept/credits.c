// SPDX-License-Identifier: MIT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "credits.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kept.h"

_Static_assert(offsetof(struct credit_page, credits) == 8 * 8 && offsetof(struct credit_page, taken) == 16 * 8 &&
		       offsetof(struct credit_page, given) == 24 * 8,
	       "both ends have to agree");

/* Memory that is all zeros in a child (MADV_WIPEONFORK), however it was forked: so the child cannot take its parent's credits,
 * and no call has to check which process this is. */
static _Atomic(_Atomic(struct credit_page *) *) own;

/* The file stays open: a collector that is restarted finds the page by it. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct kept_file file = {.fd = -1};

static struct credit_page *page_of_this_process(void)
{
	_Atomic(struct credit_page *) *place = atomic_load_explicit(&own, memory_order_acquire);

	return place ? atomic_load_explicit(place, memory_order_acquire) : NULL;
}

/* CREDIT_KINDS: there are no credits for this kind of object. */
static enum credit_kind credit_of(enum object_kind kind)
{
	switch (kind) {
	case OBJECT_QP:
		return CREDIT_QP;
	case OBJECT_CQ:
		return CREDIT_CQ;
	case OBJECT_MR:
		return CREDIT_MR;
	default:
		return CREDIT_KINDS;
	}
}

static uint64_t objects_in(uint64_t word)
{
	return word >> CREDITS_COUNT_SHIFT & CREDITS_MOST_OBJECTS;
}

static uint64_t size_in(uint64_t word)
{
	return word & CREDITS_MOST_SIZE;
}

static uint64_t one_of(uint64_t size)
{
	return (UINT64_C(1) << CREDITS_COUNT_SHIFT) + size;
}

static bool is_enough(uint64_t word, uint64_t size)
{
	return !(word & CREDITS_SHUT) && objects_in(word) > 0 && size_in(word) >= size;
}

static bool has_room(uint64_t word, uint64_t size)
{
	return objects_in(word) < CREDITS_MOST_OBJECTS && size <= CREDITS_MOST_SIZE - size_in(word);
}

static void count(_Atomic uint64_t *sums, enum credit_kind kind, uint64_t objects, uint64_t size)
{
	static const enum credit_size size_of[CREDIT_KINDS] = {
		[CREDIT_QP] = CREDIT_SUMS, [CREDIT_CQ] = CREDIT_CQ_ENTRIES, [CREDIT_MR] = CREDIT_MR_BYTES,
	};

	atomic_fetch_add(&sums[kind], objects);
	if (size && size_of[kind] < CREDIT_SUMS)
		atomic_fetch_add(&sums[size_of[kind]], size);
}

static struct credit_page *usable(enum credit_kind kind, uint64_t size)
{
	struct credit_page *page = kind < CREDIT_KINDS && size <= CREDITS_MOST_SIZE ? page_of_this_process() : NULL;

	return page && atomic_load_explicit(&page->used, memory_order_relaxed) ? page : NULL;
}

bool credits_take(enum object_kind object, uint64_t size)
{
	enum credit_kind kind = credit_of(object);
	struct credit_page *page = usable(kind, size);
	uint64_t word = page ? atomic_load(&page->credits[kind]) : 0;

	if (!is_enough(word, size))
		return false;
	count(page->taken, kind, 1, size);
	while (is_enough(word, size)) {
		if (atomic_compare_exchange_weak(&page->credits[kind], &word, word - one_of(size)))
			return true;
	}
	count(page->taken, kind, UINT64_MAX, -size);
	return false;
}

bool credits_give(enum object_kind object, uint64_t size)
{
	enum credit_kind kind = credit_of(object);
	struct credit_page *page = usable(kind, size);
	uint64_t word;

	if (!page)
		return false;
	count(page->given, kind, 1, size);
	word = atomic_load(&page->credits[kind]);
	while (has_room(word, size)) {
		if (atomic_compare_exchange_weak(&page->credits[kind], &word, word + one_of(size)))
			return true;
	}
	count(page->given, kind, UINT64_MAX, -size);
	return false;
}

static _Atomic(struct credit_page *) *place_for_page(void)
{
	_Atomic(struct credit_page *) *place = atomic_load(&own);
	void *made;

	if (place)
		return place;
	made = mmap(NULL, CREDITS_PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (made == MAP_FAILED)
		return NULL;
	if (madvise(made, CREDITS_PAGE_SIZE, MADV_WIPEONFORK) < 0) {
		munmap(made, CREDITS_PAGE_SIZE);
		return NULL;
	}
	atomic_store(&own, made);
	return made;
}

static struct credit_page *map(int fd)
{
	struct credit_page *page;
	struct stat now;

	if (fstat(fd, &now) < 0 || now.st_size < CREDITS_PAGE_SIZE)
		return NULL;
	page = mmap(NULL, CREDITS_PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (page == MAP_FAILED)
		return NULL;
	if (page->version == CREDITS_VERSION && madvise(page, CREDITS_PAGE_SIZE, MADV_DONTFORK) == 0)
		return page;
	munmap(page, CREDITS_PAGE_SIZE);
	return NULL;
}

/* The old page is not unmapped: another thread may be using it. */
static void move_credits(struct credit_page *from, struct credit_page *to)
{
	for (int kind = 0; kind < CREDIT_KINDS; kind++) {
		uint64_t word = atomic_exchange(&from->credits[kind], CREDITS_SHUT);

		atomic_fetch_add(&to->credits[kind], word & ~CREDITS_SHUT);
	}
}

/* Adopts a page. If the collector was asked again, it is the same page as before; or another one, if the collector had lost
 * that. */
void credits_adopt(int fd)
{
	_Atomic(struct credit_page *) *place;
	struct credit_page *page, *before;

	pthread_mutex_lock(&lock);
	place = place_for_page();
	before = place ? atomic_load(place) : NULL;
	page = place && !(before && is_kept_file(&file, fd)) ? map(fd) : NULL;
	if (page) {
		atomic_store(place, page);
		if (before)
			move_credits(before, page);
		close_kept_file(&file);
		keep_file(&file, fd);
	} else {
		close(fd);
	}
	pthread_mutex_unlock(&lock);
}

void credits_drop(void)
{
	_Atomic(struct credit_page *) *place = atomic_load(&own);

	if (place)
		atomic_store(place, NULL);
}

void credits_after_fork(void)
{
	lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	close_kept_file(&file);
}
