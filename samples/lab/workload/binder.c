// SPDX-License-Identifier: MIT
/* Memory regions by libibverbs, as honest programs have them and otherwise; see usage(). */
#define _GNU_SOURCE
#include "qp_state.h"
#include "uverbs.h"

#include <errno.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST 256
#define LENGTH 65536
#define PAGE 4096
#define ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_MW_BIND)

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_cq *cq;
static struct ibv_qp *qp;
static struct ibv_mr *regions[MOST];
static char *memory;

static void usage(FILE *file)
{
	fputs("Usage: binder DEVICE WAY NUMBER\n"
	      "  windows  registers NUMBER regions of 64 KiB, binds a window to each, by which it cannot be deregistered, and\n"
	      "           deregisters it. Prints how many of them an RDMA WRITE reaches in the end, the errno of the first\n"
	      "           region or window that it did not get, and that of the last deregistration\n"
	      "  rereg    a process registers NUMBER regions and changes the access rights of each (ibv_rereg_mr). Prints how\n"
	      "           many there were, the errno of the last change, and that of one region more, or \"killed\"\n"
	      "  abort    NUMBER registrations whose response the kernel cannot write, so that it undoes them. While it tries to\n"
	      "           write, a window is bound to the region, by which that cannot be undone. Prints how many of them an\n"
	      "           RDMA WRITE reaches in the end, and the errno of the last registration\n"
	      "  fault    NUMBER of these without windows; prints the errno of the last\n", file);
}

__attribute__((noreturn)) static void die(const char *what)
{
	fprintf(stderr, "binder: %s: %s\n", what, strerror(errno));
	exit(1);
}

static const char *name_of(int error)
{
	return error ? strerrorname_np(error) : "-";
}

static void open_device(const char *name)
{
	struct ibv_device **list = ibv_get_device_list(NULL);

	for (int i = 0; list && list[i]; i++) {
		if (strcmp(ibv_get_device_name(list[i]), name) == 0)
			context = ibv_open_device(list[i]);
	}
	pd = context ? ibv_alloc_pd(context) : NULL;
	cq = pd ? ibv_create_cq(context, 16, NULL, NULL, 0) : NULL;
	memory = mmap(NULL, MOST * LENGTH, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (!cq || memory == MAP_FAILED)
		die(name);
}

/* A queue pair that is connected to itself. */
static void connect_qp(void)
{
	struct ibv_qp_init_attr wanted = {
		.send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = 16, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1, .max_inline_data = 16 },
	};
	union ibv_gid gid;

	qp = ibv_create_qp(pd, &wanted);
	if (!qp || ibv_query_gid(context, PORT, GID_INDEX, &gid))
		die("ibv_create_qp");
	for (int i = 0; i < 3; i++) {
		struct ibv_qp_attr attr;
		int mask = qp_next_state(qp, &gid, &attr);

		attr.qp_access_flags = IBV_ACCESS_REMOTE_WRITE;
		if (ibv_modify_qp(qp, &attr, mask))
			die("ibv_modify_qp");
	}
}

/* Posts one and waits for its end; its status. */
static enum ibv_wc_status perform(struct ibv_send_wr *work)
{
	struct ibv_send_wr *bad;
	struct ibv_wc done;

	work->send_flags |= IBV_SEND_SIGNALED;
	if (ibv_post_send(qp, work, &bad))
		die("ibv_post_send");
	while (ibv_poll_cq(cq, 1, &done) == 0)
		;
	return done.status;
}

/* 0, or the errno with which there is none to be had. */
static int bind_window(struct ibv_mr *region)
{
	struct ibv_mw *window = ibv_alloc_mw(pd, IBV_MW_TYPE_2);
	struct ibv_send_wr bind = { .opcode = IBV_WR_BIND_MW };

	if (!window)
		return errno;
	bind.bind_mw.mw = window;
	bind.bind_mw.rkey = ibv_inc_rkey(window->rkey);
	bind.bind_mw.bind_info = (struct ibv_mw_bind_info){
		.mr = region, .addr = (uintptr_t)region->addr, .length = LENGTH, .mw_access_flags = IBV_ACCESS_REMOTE_WRITE,
	};
	if (perform(&bind) != IBV_WC_SUCCESS)
		return EIO;
	return 0;
}

static int is_reached(struct ibv_mr *region, int mark)
{
	struct ibv_sge piece = { .addr = (uintptr_t)&mark, .length = sizeof(mark) };
	struct ibv_send_wr write = {
		.opcode = IBV_WR_RDMA_WRITE, .sg_list = &piece, .num_sge = 1, .send_flags = IBV_SEND_INLINE,
		.wr.rdma = { .remote_addr = (uintptr_t)region->addr, .rkey = region->rkey },
	};

	return perform(&write) == IBV_WC_SUCCESS && memcmp(region->addr, &mark, sizeof(mark)) == 0;
}

static int attack_by_windows(int number)
{
	int made = 0, reached = 0, refused = 0, kept = 0;

	connect_qp();
	while (made < number) {
		regions[made] = ibv_reg_mr(pd, memory + made * LENGTH, LENGTH, ACCESS);
		refused = regions[made] ? bind_window(regions[made]) : errno;
		if (refused)
			break;
		kept = ibv_dereg_mr(regions[made]);
		made += kept != 0;
		if (!kept)
			break;
	}
	for (int i = 0; i < made; i++)
		reached += is_reached(regions[i], i + 1);
	printf("%d %s %s\n", reached, name_of(refused), name_of(kept));
	return 0;
}

/* A registration without the library: its response goes where it is told. */
static int register_at(struct ibv_mr *region, void *response)
{
	struct ib_uverbs_reg_mr request = {
		.response = (uintptr_t)response, .start = (uintptr_t)region->addr, .hca_va = (uintptr_t)region->addr,
		.length = LENGTH, .pd_handle = pd->handle, .access_flags = ACCESS,
	};

	return call_command(context->cmd_fd, IB_USER_VERBS_CMD_REG_MR, &request, sizeof(request), response,
			    sizeof(struct ib_uverbs_reg_mr_resp));
}

static struct ibv_mr region_at(int i)
{
	return (struct ibv_mr){ .context = context, .pd = pd, .addr = memory + i * LENGTH, .length = LENGTH };
}

/* The key of the region of this process that was made last, by the kernel's own list. */
static uint32_t latest_key(void)
{
	char command[64], line[512];
	uint32_t key = 0, latest = 0;
	unsigned number;
	const char *found;

	snprintf(command, sizeof(command), "rdma -dd resource show mr pid %d", getpid());
	FILE *list = popen(command, "re");

	while (list && fgets(line, sizeof(line), list)) {
		found = strstr(line, " mrn ");
		if (!found || sscanf(found, " mrn %u", &number) != 1 || number < latest)
			continue;
		found = strstr(line, " lkey ");
		if (found && sscanf(found, " lkey %x", &key) == 1)
			latest = number;
	}
	if (list)
		pclose(list);
	return key;
}

/* A response that the kernel stands still at, while a window is bound. */
struct held_up {
	int fd;
	void *page;
	struct ibv_mr *region;
};

static void *bind_meanwhile(void *argument)
{
	struct held_up *held_up = argument;
	struct pollfd waiting = { .fd = held_up->fd, .events = POLLIN };
	struct uffdio_range range = { .start = (uintptr_t)held_up->page, .len = PAGE };

	poll(&waiting, 1, -1);
	held_up->region->lkey = held_up->region->rkey = latest_key();
	if (bind_window(held_up->region))
		fputs("binder: the window is not bound\n", stderr);
	munmap(held_up->page, PAGE);
	if (ioctl(held_up->fd, UFFDIO_WAKE, &range))
		die("UFFDIO_WAKE");
	return NULL;
}

/* A page that is not there, and will be less so; its registration fails, or is refused before that. */
static int register_held_up(struct ibv_mr *region)
{
	struct held_up held_up = { .region = region };
	pthread_t thread;
	int error;

	held_up.page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (held_up.page == MAP_FAILED)
		die("mmap");
	held_up.fd = hold_up(held_up.page, PAGE);
	if (pthread_create(&thread, NULL, bind_meanwhile, &held_up))
		die("pthread_create");
	error = register_at(region, held_up.page) ? errno : 0;
	if (error == EFAULT)
		pthread_join(thread, NULL);
	return error;
}

static int attack_by_abort(int number)
{
	int reached = 0, error = 0, made = 0;
	struct ibv_mr tried[MOST];

	connect_qp();
	for (; made < number; made++) {
		tried[made] = region_at(made);
		error = register_held_up(&tried[made]);
		if (error != EFAULT)
			break;
	}
	for (int i = 0; i < made; i++)
		reached += is_reached(&tried[i], i + 1);
	printf("%d %s\n", reached, name_of(error));
	return 0;
}

static int register_in_vain(int number)
{
	void *absent = mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int error = 0;

	for (int i = 0; i < number && (i == 0 || error == EFAULT); i++) {
		struct ibv_mr region = region_at(i);

		error = register_at(&region, absent) ? errno : 0;
	}
	printf("%s\n", name_of(error));
	return 0;
}

static void change_access(int number)
{
	int made = 0, changed = 0, one_more;

	while (made < number && (regions[made] = ibv_reg_mr(pd, memory, LENGTH, IBV_ACCESS_LOCAL_WRITE)))
		made++;
	for (int i = 0; i < made; i++) {
		errno = 0;
		if (ibv_rereg_mr(regions[i], IBV_REREG_MR_CHANGE_ACCESS, pd, NULL, 0,
				 IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ))
			changed = errno;
	}
	one_more = ibv_reg_mr(pd, memory, LENGTH, IBV_ACCESS_LOCAL_WRITE) ? 0 : errno;
	printf("%d %s %s\n", made, name_of(changed), name_of(one_more));
	fflush(stdout);
}

/* The ways of one process. */
static const struct {
	const char *way;
	int (*attack)(int number);
} attacks[] = {
	{ "windows", attack_by_windows },
	{ "abort", attack_by_abort },
	{ "fault", register_in_vain },
};

int main(int argc, char **argv)
{
	int number = argc == 4 ? atoi(argv[3]) : 0, status;

	if (number < 1 || number > MOST - 1) {
		usage(stderr);
		return 2;
	}
	for (size_t i = 0; i < sizeof(attacks) / sizeof(attacks[0]); i++) {
		if (strcmp(argv[2], attacks[i].way) == 0) {
			open_device(argv[1]);
			return attacks[i].attack(number);
		}
	}
	if (strcmp(argv[2], "rereg") != 0) {
		usage(stderr);
		return 2;
	}
	pid_t pid = fork();

	if (pid == 0) {
		open_device(argv[1]);
		change_access(number);
		_exit(0);
	}
	waitpid(pid, &status, 0);
	if (WIFSIGNALED(status))
		puts("killed");
	return 0;
}
