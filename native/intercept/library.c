// SPDX-License-Identifier: MIT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "library.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#define VERBS "libibverbs.so.1"
#define MLX5 "libmlx5.so.1"

static const struct {
	const char *symbol, *version, *library;
} calls[CALLS] = {
#define ENTRY(function, symbol, version, library) {#symbol, version, library},
	INTERCEPTED_CALLS(ENTRY)
#undef ENTRY
};

static _Atomic(void *) found_functions[CALLS];

const char *call_name(enum call call)
{
	return calls[call].symbol;
}

void *find_function(enum call call)
{
	return find_symbol(calls[call].library, calls[call].symbol, calls[call].version);
}

/* A verb is called on objects of drivers, and a driver keeps libibverbs loaded; so a function that was found stays valid. */
void *real_function(enum call call)
{
	void *function = atomic_load_explicit(&found_functions[call], memory_order_relaxed);

	if (!function) {
		function = find_function(call);
		atomic_store_explicit(&found_functions[call], function, memory_order_relaxed);
	}
	if (!function)
		errno = ENOSYS;
	return function;
}
