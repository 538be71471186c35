// SPDX-License-Identifier: MIT
/*
 * gatecrasher32: a 32-bit program without a library, so that no 32-bit one need be installed. Creates protection
 * domains on /dev/infiniband/uverbs0 until it cannot. The exit status is how many there were, plus 100 if the error was
 * another than EPERM; 99 if the device does not open.
 */
#include <stdint.h>

#define SYS_EXIT 1
#define SYS_OPEN 5
#define SYS_IOCTL 54
#define O_RDWR 2
#define EPERM 1
#define MOST 64
#define VERBS_IOCTL 0xc0181b01u

/* struct ib_uverbs_ioctl_hdr and struct ib_uverbs_attr (rdma/rdma_user_ioctl_cmds.h) */
struct header {
	uint16_t length, object, method, attributes;
	uint64_t reserved;
	uint32_t driver, reserved2;
} __attribute__((aligned(8)));

struct attribute {
	uint16_t id, length, flags, reserved;
	uint64_t data;
} __attribute__((aligned(8)));

struct call {
	struct header header;
	struct attribute attributes[3];
};

static int system_call(int number, uint32_t a, uint32_t b, uint32_t c)
{
	int result;

	__asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
	return result;
}

static uint64_t address_of(const void *pointer)
{
	return (uint32_t)pointer;
}

__attribute__((noreturn)) void _start(void)
{
	static uint32_t vectors, handle;
	static uint64_t support;
	static struct call call;
	int fd = system_call(SYS_OPEN, (uint32_t)"/dev/infiniband/uverbs0", O_RDWR, 0), made = 0, error = 0;

	/* GET_CONTEXT of the device, with the driver of rxe. */
	call.header = (struct header){ sizeof(call) - sizeof(struct attribute), 0, 3, 2, 0, 14, 0 };
	call.attributes[0] = (struct attribute){ 0, sizeof(vectors), 1, 0, address_of(&vectors) };
	call.attributes[1] = (struct attribute){ 1, sizeof(support), 1, 0, address_of(&support) };
	if (fd < 0 || system_call(SYS_IOCTL, fd, VERBS_IOCTL, (uint32_t)&call))
		system_call(SYS_EXIT, 99, 0, 0);
	while (made < MOST) {
		/* INVOKE_WRITE of ALLOC_PD. */
		call.header = (struct header){ sizeof(call), 0, 0, 3, 0, 14, 0 };
		call.attributes[0] = (struct attribute){ 0, 8, 1, 0, address_of(&handle) };
		call.attributes[1] = (struct attribute){ 1, 4, 1, 0, address_of(&handle) };
		call.attributes[2] = (struct attribute){ 2, 8, 1, 0, 3 };
		error = system_call(SYS_IOCTL, fd, VERBS_IOCTL, (uint32_t)&call);
		if (error)
			break;
		made++;
	}
	system_call(SYS_EXIT, made + (error == 0 || error == -EPERM ? 0 : 100), 0, 0);
	for (;;)
		;
}
