// SPDX-License-Identifier: MIT
/* Contexts: when they are opened, seen for the first time, and closed. */
#include "intercept.h"
#include "library.h"
#include "wrapped.h"

typedef struct ibv_context *open_function(struct ibv_device *);
typedef struct ibv_context *import_function(int);
typedef int close_function(struct ibv_context *);

BIND(open_device, "ibv_open_device@@IBVERBS_1.1");
EXPORT struct ibv_context *intercepted_open_device(struct ibv_device *device)
{
	open_function *real = REAL(open_function, open_device);
	struct ibv_context *context = real ? real(device) : NULL;

	if (context)
		watch_context(context);
	return context;
}

BIND(import_device, "ibv_import_device@@IBVERBS_1.10");
EXPORT struct ibv_context *intercepted_import_device(int fd)
{
	import_function *real = REAL(import_function, import_device);
	struct ibv_context *context = real ? real(fd) : NULL;

	if (context)
		watch_context(context);
	return context;
}

/* A program that calls this has got a context from somewhere, and will make objects of it. */
BIND(alloc_pd, "ibv_alloc_pd@@IBVERBS_1.1");
EXPORT struct ibv_pd *intercepted_alloc_pd(struct ibv_context *context)
{
	alloc_pd_function *real = REAL(alloc_pd_function, alloc_pd);

	watch_context(context);
	return real ? counted_alloc_pd(real, context) : NULL;
}

BIND(close_device, "ibv_close_device@@IBVERBS_1.1");
EXPORT int intercepted_close_device(struct ibv_context *context)
{
	close_function *real = REAL(close_function, close_device);
	struct object *objects = real ? begin_close(context) : NULL;
	int result = -1;

	if (!real)
		return result;
	unwatch_context(context);
	result = real(context);
	if (result)
		watch_context(context);
	end_close(objects, result == 0);
	return result;
}

/* A context of version 1.0 has no function pointers that create objects. The context underneath is opened and closed as
 * above. */
BIND(close_device_1_0, "ibv_close_device@IBVERBS_1.0");
EXPORT int intercepted_close_device_1_0(struct ibv_context *context)
{
	close_function *real = REAL(close_function, close_device_1_0);
	struct object *objects = real ? begin_close(context) : NULL;
	int result = real ? real(context) : -1;

	end_close(objects, result == 0);
	return result;
}
