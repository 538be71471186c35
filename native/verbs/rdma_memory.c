// SPDX-License-Identifier: MIT
/* Memory that Java cannot allocate, and processors that it cannot choose. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rdma_verbs.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/udmabuf.h>
#include <sched.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rdma_internal.h"

/* A length rounded up to whole pages; 0 if that does not fit. */
static uint64_t rounded(uint64_t length, uint64_t page)
{
	uint64_t pages = length / page + (length % page != 0);

	return pages > (uint64_t)INT64_MAX / page ? 0 : pages * page;
}

/* Bytes of a huge page of the default size; 0 where the kernel has none. */
static uint64_t huge_page(void)
{
	unsigned long kib = 0;
	char line[128];
	FILE *file = fopen("/proc/meminfo", "re");

	if (!file)
		return 0;
	while (fgets(line, sizeof(line), file) && sscanf(line, "Hugepagesize: %lu kB", &kib) != 1)
		continue;
	fclose(file);
	return (uint64_t)kib << 10;
}

static int map_huge_pages(uint64_t length, struct rv_memory *memory)
{
	uint64_t page = huge_page();
	uint64_t whole = page ? rounded(length, page) : 0;
	void *address;

	if (!whole)
		return ENOMEM;
	address = mmap(NULL, whole, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | MAP_POPULATE, -1, 0);
	if (address == MAP_FAILED)
		return failure();
	*memory = (struct rv_memory){.address = (uintptr_t)address, .length = whole, .fd = -1};
	return 0;
}

/* A file in memory that cannot shrink, as a dma-buf needs it; -1 and errno. */
static int memory_file(uint64_t length)
{
	int fd = memfd_create("rdma-secure", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (fd < 0)
		return -1;
	if (ftruncate(fd, (off_t)length) || fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK)) {
		int error = errno;

		close(fd);
		errno = error;
		return -1;
	}
	return fd;
}

static int dmabuf_of(int file, uint64_t length)
{
	struct udmabuf_create create = {
		.memfd = (uint32_t)file,
		.flags = UDMABUF_FLAGS_CLOEXEC,
		.size = length,
	};
	int device = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
	int buffer;
	int error;

	if (device < 0)
		return -1;
	buffer = ioctl(device, UDMABUF_CREATE, &create);
	error = errno;
	close(device);
	errno = error;
	return buffer;
}

static int map_dmabuf(uint64_t length, struct rv_memory *memory)
{
	uint64_t whole = rounded(length, (uint64_t)sysconf(_SC_PAGESIZE));
	void *address;
	int error = 0;
	int buffer;
	int file;

	if (!whole)
		return ENOMEM;
	file = memory_file(whole);
	if (file < 0)
		return failure();
	buffer = dmabuf_of(file, whole);
	address = buffer < 0 ? MAP_FAILED :
			       mmap(NULL, whole, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	if (address == MAP_FAILED) {
		error = failure();
		if (buffer >= 0)
			close(buffer);
	}
	close(file);
	if (!error)
		*memory = (struct rv_memory){
			.address = (uintptr_t)address, .length = whole, .fd = buffer};
	return error;
}

EXPORT int rv_map(uint32_t kind, uint64_t length, struct rv_memory *memory)
{
	errno = 0;
	switch ((enum rv_memory_kind)kind) {
	case RV_HUGE_PAGES:
		return map_huge_pages(length, memory);
	case RV_DMABUF:
		return map_dmabuf(length, memory);
	}
	return EINVAL;
}

EXPORT int rv_unmap(const struct rv_memory *memory)
{
	errno = 0;
	if (munmap((void *)(uintptr_t)memory->address, memory->length))
		return failure();
	if (memory->fd >= 0)
		close(memory->fd);
	return 0;
}

EXPORT int rv_pin(uint32_t processor)
{
	cpu_set_t *set;
	size_t size;
	int error;

	if (processor >= 1U << 20)
		return EINVAL;
	set = CPU_ALLOC(processor + 1);
	if (!set)
		return ENOMEM;
	size = CPU_ALLOC_SIZE(processor + 1);
	CPU_ZERO_S(size, set);
	CPU_SET_S(processor, size, set);
	errno = 0;
	error = sched_setaffinity(0, size, set) ? failure() : 0;
	CPU_FREE(set);
	return error;
}
