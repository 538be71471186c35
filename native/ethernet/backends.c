// SPDX-License-Identifier: MIT
/* Finds the back end of a mode: packet(7) is in this library, the others are in files beside it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

static const char *const names[ET_MODES] = {
	[ET_XDP] = "xdp",
	[ET_VERBS] = "verbs",
	[ET_DV] = "dv",
};

/* The name of a back end's file beside this library; false if this library is in no directory that is known. */
static bool find_file(const char *name, char *file, size_t size)
{
	Dl_info own;
	const char *slash;
	int length;

	if (!dladdr(names, &own) || !own.dli_fname)
		return false;
	slash = strrchr(own.dli_fname, '/');
	if (!slash)
		return false;
	length = snprintf(file, size, "%.*s/librdmamonitor_ethernet_%s.so", (int)(slash - own.dli_fname), own.dli_fname, name);
	return length > 0 && (size_t)length < size;
}

const struct backend *find_backend(struct et_settings *settings, int *error)
{
	const struct backend *backend = NULL;
	backend_function *function;
	const char *name;
	char file[PATH_MAX];
	void *library;

	if (settings->mode == ET_PACKET)
		return &packet_backend;
	name = names[settings->mode];
	if (!find_file(name, file, sizeof(file)) || access(file, R_OK)) {
		*error = failed(settings, -EOPNOTSUPP, "librdmamonitor_ethernet_%s.so is not installed", name);
		return NULL;
	}
	/* A back end is never unloaded: libraries of drivers are not made for it. */
	library = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	if (!library) {
		*error = failed(settings, -EOPNOTSUPP, "%s", dlerror());
		return NULL;
	}
	*(void **)&function = dlsym(library, BACKEND_FUNCTION);
	if (function)
		backend = function(ET_VERSION);
	if (!backend)
		*error = failed(settings, -EOPNOTSUPP, "librdmamonitor_ethernet_%s.so is of another version", name);
	return backend;
}
