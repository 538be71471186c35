// SPDX-License-Identifier: MIT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "library.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>

/* RTLD_NEXT does not find a libibverbs that the program has loaded itself. */
void *next_function(const char *symbol, const char *version)
{
	void *function = dlvsym(RTLD_NEXT, symbol, version);
	void *verbs;

	if (!function) {
		verbs = dlopen("libibverbs.so.1", RTLD_LAZY | RTLD_NOLOAD);
		if (verbs)
			function = dlvsym(verbs, symbol, version);
	}
	if (!function)
		errno = ENOSYS;
	return function;
}
