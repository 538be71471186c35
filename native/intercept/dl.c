// SPDX-License-Identifier: MIT
/* Programs that look verbs up by name, in a library that they loaded themselves, get this library's functions. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>

#include "intercept.h"
#include "library.h"
#include "settings.h"

typedef void *dlsym_function(void *restrict, const char *restrict);
typedef void *dlvsym_function(void *restrict, const char *restrict, const char *restrict);

#define DECLARATION(function, symbol, version, library) extern char intercepted_##function[] HIDDEN;
INTERCEPTED_CALLS(DECLARATION)
#undef DECLARATION

static void *const stand_ins[CALLS] = {
#define ENTRY(function, symbol, version, library) intercepted_##function,
	INTERCEPTED_CALLS(ENTRY)
#undef ENTRY
};

/* The real function: of libc, or of libdl before glibc 2.34. */
static void *real_of(const char *name, _Atomic(void *) *known)
{
	void *function = atomic_load_explicit(known, memory_order_relaxed);

	if (function)
		return function;
	function = find_symbol("libc.so.6", name, NULL);
	if (!function)
		function = find_symbol("libdl.so.2", name, NULL);
	atomic_store_explicit(known, function, memory_order_relaxed);
	return function;
}

static dlsym_function *real_dlsym(void)
{
	static _Atomic(void *) known;

	return (dlsym_function *)real_of("dlsym", &known);
}

static dlvsym_function *real_dlvsym(void)
{
	static _Atomic(void *) known;

	return (dlvsym_function *)real_of("dlvsym", &known);
}

static bool may_be_ours(const char *name)
{
	return (strncmp(name, "ibv_", 4) == 0 || strncmp(name, "mlx5dv_", 7) == 0) && settings()->enable;
}

/* This library's function that replaces what the real dlsym() found; NULL if there is none. */
static void *stand_in(const char *symbol, const void *found)
{
	for (enum call call = 0; call < CALLS && found; call++) {
		if (strcmp(symbol, call_name(call)) == 0 && find_function(call) == found)
			return stand_ins[call];
	}
	return NULL;
}

/* Whether dlsym() found one of this library's functions although the function that it would call is not loaded. */
static bool stands_for_nothing(const char *symbol, const void *found)
{
	for (enum call call = 0; call < CALLS && found; call++) {
		if (strcmp(symbol, call_name(call)) == 0 && stand_ins[call] == found)
			return !find_function(call);
	}
	return false;
}

/* If the real library is not loaded, the program must find nothing, although this library has a function of that name. So this
 * searches again, in what is loaded after this library; the search must be a call from here, and not a jump. */
static __attribute__((noinline)) void *look_up(void *handle, const char *name)
{
	void *found = real_dlsym()(handle, name);
	void *ours = stand_in(name, found);

	if (!ours && stands_for_nothing(name, found))
		found = real_dlsym()(RTLD_NEXT, name);
	__asm__ volatile("" : "+r"(found));
	return ours ? ours : found;
}

static __attribute__((noinline)) void *look_up_version(void *handle, const char *name, const char *version)
{
	void *found = real_dlvsym()(handle, name, version);
	void *ours = stand_in(name, found);

	if (!ours && stands_for_nothing(name, found))
		found = real_dlvsym()(RTLD_NEXT, name, version);
	__asm__ volatile("" : "+r"(found));
	return ours ? ours : found;
}

/* The loader looks at the return address to see who asks, which matters for RTLD_NEXT and RTLD_DEFAULT. So requests that are
 * not answered here must be passed on by a jump, which is what the compiler makes of a call at the end. A test checks this. */
EXPORT void *dlsym(void *restrict handle, const char *restrict name)
{
	if (handle != RTLD_NEXT && may_be_ours(name))
		return look_up(handle, name);
	return real_dlsym()(handle, name);
}

EXPORT void *dlvsym(void *restrict handle, const char *restrict name, const char *restrict version)
{
	if (handle != RTLD_NEXT && may_be_ours(name))
		return look_up_version(handle, name, version);
	return real_dlvsym()(handle, name, version);
}
