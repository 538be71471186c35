// SPDX-License-Identifier: MIT
/* The program that steers by address. It is loaded from the file beside this library, and attached by a link, which the kernel
 * removes with the process. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <linux/if_link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ethernet_steering.h"
#include "xdp.h"

#define OBJECT "ethernet_steering.bpf.o"

static int has_program(struct et_settings *settings)
{
	return failed(settings, -EBUSY,
		      "%s has an XDP program already, which is left alone: it has to be detached first, or --mode packet taken",
		      settings->interface);
}

int refuse_second_program(struct et_settings *settings, unsigned int index)
{
	LIBBPF_OPTS(bpf_xdp_query_opts, query);
	int result = bpf_xdp_query((int)index, 0, &query);

	if (result)
		return failed(settings, result, "cannot ask whether %s has an XDP program: %s", settings->interface, strerrordesc_np(-result));
	return query.attach_mode == XDP_ATTACHED_NONE ? 0 : has_program(settings);
}

/* The name of the file beside this library; false if this library is in no directory that is known. */
static bool find_object(char *file, size_t size)
{
	Dl_info own;
	const char *slash;
	int length;

	if (!dladdr((const void *)(uintptr_t)find_object, &own) || !own.dli_fname)
		return false;
	slash = strrchr(own.dli_fname, '/');
	if (!slash)
		return false;
	length = snprintf(file, size, "%.*s/" OBJECT, (int)(slash - own.dli_fname), own.dli_fname);
	return length > 0 && (size_t)length < size;
}

/* Silences libbpf: settings->why already says, more briefly, what it would print. */
static int print_nothing(enum libbpf_print_level level, const char *format, va_list arguments)
{
	(void)level;
	(void)format;
	(void)arguments;
	return 0;
}

static int cannot_load(struct et_settings *settings, int result)
{
	if (result == -EPERM || result == -EACCES)
		return failed(settings, result,
			      "an XDP program needs the capabilities CAP_BPF and CAP_NET_ADMIN, or CAP_SYS_ADMIN: run this as root");
	return failed(settings, result, "the steering program cannot be loaded: %s", strerrordesc_np(-result));
}

/* Prepares the program for this address and this many hardware queues. */
static int prepare(struct steering *steering, const struct et_settings *settings, const struct channels *channels)
{
	struct bpf_map *constants = bpf_object__find_map_by_name(steering->object, ".rodata");
	struct bpf_map *sockets = bpf_object__find_map_by_name(steering->object, "sockets");
	struct ethernet_steering values = {.everything = settings->everything};
	int result;

	memcpy(values.mac, settings->mac, ADDRESS_SIZE);
	if (!constants || !sockets)
		return -EINVAL;
	result = bpf_map__set_initial_value(constants, &values, sizeof(values));
	return result ? result : bpf_map__set_max_entries(sockets, channels->receive);
}

static int load(struct steering *steering, const struct et_settings *settings, const struct channels *channels)
{
	struct bpf_program *program;
	int result = prepare(steering, settings, channels);

	if (!result)
		result = bpf_object__load(steering->object);
	if (result)
		return result;
	program = bpf_object__find_program_by_name(steering->object, "steer");
	if (!program)
		return -EINVAL;
	steering->program = bpf_program__fd(program);
	steering->sockets = bpf_object__find_map_fd_by_name(steering->object, "sockets");
	return 0;
}

int load_steering(struct steering *steering, struct et_settings *settings, const struct channels *channels)
{
	libbpf_print_fn_t before;
	char file[PATH_MAX];
	int result;

	if (!find_object(file, sizeof(file)) || access(file, R_OK))
		return failed(settings, -EOPNOTSUPP, OBJECT " is not installed");
	before = libbpf_set_print(print_nothing);
	steering->object = bpf_object__open_file(file, NULL);
	result = steering->object ? load(steering, settings, channels) : -errno;
	libbpf_set_print(before);
	return result ? cannot_load(settings, result) : 0;
}

static int attach(struct steering *steering, unsigned int index, unsigned int way)
{
	LIBBPF_OPTS(bpf_link_create_opts, options, .flags = way);
	int link = bpf_link_create(steering->program, (int)index, BPF_XDP, &options);

	if (link < 0)
		return link;
	steering->link = link;
	steering->is_generic = way == XDP_FLAGS_SKB_MODE;
	return 0;
}

int attach_steering(struct steering *steering, struct et_settings *settings, unsigned int index)
{
	int result = attach(steering, index, XDP_FLAGS_DRV_MODE);

	if (result == -EBUSY || result == -EEXIST)
		return has_program(settings);
	if (result == -EPERM)
		return cannot_load(settings, result);
	if (result && settings->optional)
		return failed(settings, result, "the driver of %s has no XDP for it (%s), and generic XDP is no better than packet(7)",
			      settings->interface, strerrordesc_np(-result));
	if (result)
		result = attach(steering, index, XDP_FLAGS_SKB_MODE);
	if (result == -EBUSY || result == -EEXIST)
		return has_program(settings);
	return result ? failed(settings, result, "cannot attach the steering program to %s: %s", settings->interface, strerrordesc_np(-result)) : 0;
}

void remove_steering(struct steering *steering)
{
	if (steering->link >= 0)
		close(steering->link);
	bpf_object__close(steering->object);
}
