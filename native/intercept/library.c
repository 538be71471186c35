// SPDX-License-Identifier: MIT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "library.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "intercept.h"

#define VERBS "libibverbs.so.1"
#define MLX5 "libmlx5.so.1"

#define DECLARATION(function, symbol, version, library) extern char intercepted_##function[] HIDDEN;
INTERCEPTED_CALLS(DECLARATION)
#undef DECLARATION

static const struct {
	const char *symbol, *version, *library;
	void *ours;
} calls[CALLS] = {
#define ENTRY(function, symbol, version, library) {#symbol, version, library, intercepted_##function},
	INTERCEPTED_CALLS(ENTRY)
#undef ENTRY
};

static _Atomic(void *) found_functions[CALLS];

const char *call_name(enum call call)
{
	return calls[call].symbol;
}

/* By the time a verb is called on an object there are drivers, which keep their library loaded: what was found stays. */
void *real_function(enum call call)
{
	void *function = atomic_load_explicit(&found_functions[call], memory_order_relaxed);

	if (!function) {
		function = find_symbol(calls[call].library, calls[call].symbol, calls[call].version);
		atomic_store_explicit(&found_functions[call], function, memory_order_relaxed);
	}
	if (!function)
		errno = ENOSYS;
	return function;
}

/* Searched anew, since a program that only looks may unload the library afterwards. */
static void *search(enum call call)
{
	return find_symbol(calls[call].library, calls[call].symbol, calls[call].version);
}

void *stand_in(const char *symbol, const void *found)
{
	for (int i = 0; i < CALLS && found; i++) {
		if (strcmp(symbol, calls[i].symbol) == 0 && search((enum call)i) == found)
			return calls[i].ours;
	}
	return NULL;
}

bool stands_for_nothing(const char *symbol, const void *found)
{
	for (int i = 0; i < CALLS && found; i++) {
		if (strcmp(symbol, calls[i].symbol) == 0 && calls[i].ours == found)
			return !search((enum call)i);
	}
	return false;
}
