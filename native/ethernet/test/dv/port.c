// SPDX-License-Identifier: MIT
/* The back end of native/ethernet/dv as a whole, over libraries and devices that are made up. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <linux/if_packet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../internal.h"
#include "frames.h"
#include "libraries.h"

#define LONGEST 1518u

backend_function et_backend;

static const struct backend *backend;
static struct port port;
static uint64_t out, came_out; /* frames */

static struct et_settings settings_of(unsigned int queues)
{
	return (struct et_settings){
		.interface = "eth7",
		.device = "mlx5_7",
		.device_port = 2,
		.mac = {2, 0, 0, 0, 0, 7},
		.mode = ET_DV,
		.queues = queues,
		.receive_size = 64,
		.transmit_size = 64,
		.frame_size = LONGEST,
	};
}

static void check_out(void *context, const unsigned char *data, unsigned int length)
{
	(void)context;
	check_frame(came_out++, LONGEST, data, length);
}

static void count_sent(void *context, const unsigned char *data, unsigned int length)
{
	(void)context;
	(void)data;
	(void)length;
	came_out++;
}

static int open_port(struct et_settings *settings)
{
	int result;

	memset(&port, 0, sizeof(port));
	*settings->why = 0;
	port.settings = *settings;
	port.backend = backend;
	out = came_out = 0;
	result = backend->open(&port, settings);
	CHECK(*settings->why && !strchr(settings->why, '\n'));
	for (unsigned int i = 0; result == 0 && i < made.sender_count; i++)
		made.senders[i]->sent = check_out;
	return result;
}

static void open_well(unsigned int queues)
{
	struct et_settings settings = settings_of(queues);

	begin_libraries();
	if (open_port(&settings))
		fprintf(stderr, "%s\n", settings.why);
	CHECK(strstr(settings.why, "rings of mlx5_7, port 2"));
}

static void close_port(void)
{
	backend->close(&port);
	CHECK(made.objects == 0);
}

static unsigned long long count_of(enum et_count count)
{
	struct et_counters counters = {0};
	unsigned long long sum = 0;

	for (unsigned int queue = 0; queue <= port.settings.queues; queue++)
		backend->count(&port, queue, &counters);
	for (unsigned int queue = 0; queue < port.settings.queues; queue++)
		sum += port.counts[queue].of[count];
	return sum + counters.of[count];
}

/* Frames from queue 0; how many were taken. */
static int send_frames(unsigned int wanted)
{
	static unsigned char data[ET_BURST][LONGEST_FRAME];
	struct et_frame frames[ET_BURST];
	int taken;

	for (unsigned int i = 0; i < wanted; i++) {
		unsigned int length = make_frame(out + i, LONGEST, data[i]);

		frames[i] = (struct et_frame){.data = data[i], .length = length, .held = length};
	}
	taken = backend->send(&port, 0, frames, wanted);
	if (taken > 0)
		out += (unsigned int)taken;
	return taken;
}

static bool comes_in(unsigned int queue, unsigned char first, unsigned int length)
{
	unsigned char data[LONGEST_FRAME] = {first, 0, 0, 0, 0, 7};

	memset(data + 6, 0x77, sizeof(data) - 6);
	return come_in(made.receivers[queue], data, length);
}

static void sends_and_counts(void)
{
	unsigned int full = 0;

	open_well(3);
	CHECK(made.sender_count == 3 && made.receiver_count == 3);
	for (unsigned int i = 0; i < 20000; i++) {
		int taken = send_frames(1 + i % ET_BURST);

		CHECK(taken >= 0);
		full += (unsigned int)taken < 1 + i % ET_BURST;
		run_sender(made.senders[0], i % 40);
	}
	run_sender(made.senders[0], UINT32_MAX);
	CHECK(full && came_out == out && count_of(ET_SENT) == out && count_of(ET_SEND_REFUSED) == 0);
	close_port();
}

static void refuses_to_send_what_is_none(void)
{
	static unsigned char data[4096];
	struct et_frame frames[] = {{.data = data, .held = 13}, {.data = data, .held = LONGEST + 1}, {.data = data, .held = 0}};

	open_well(1);
	CHECK(backend->send(&port, 0, frames, 3) == 3);
	CHECK(count_of(ET_TOO_SHORT) == 2 && count_of(ET_TOO_LONG) == 1 && count_of(ET_SENT) == 0);
	CHECK(run_sender(made.senders[0], 1) == 0 && made.senders[0]->rings == 0);
	close_port();
}

/* It is reminded after a while, and no frame is lost. */
static void reminds_of_lost_doorbells(void)
{
	open_well(1);
	while (send_frames(ET_BURST) > 0)
		;
	lose_doorbell(made.senders[0]);
	for (unsigned int i = 0; i < 4096 && !run_sender(made.senders[0], UINT32_MAX); i++)
		CHECK(send_frames(1) == 0);
	CHECK(came_out == out && send_frames(1) == 1);
	close_port();
}

static void begins_anew_after_errors_of_sending(void)
{
	open_well(1);
	for (unsigned int i = 1; i <= 5; i++) {
		CHECK(send_frames(10) == 10);
		CHECK(run_sender(made.senders[0], 4) == 4);
		made.senders[0]->fails_with = 0x02;
		CHECK(run_sender(made.senders[0], UINT32_MAX) == 6);
		CHECK(count_of(ET_SEND_REFUSED) == 6 * (i - 1));
		/* This one is after it. */
		came_out = out;
		CHECK(send_frames(1) == 1 && made.restarts == i && count_of(ET_SEND_REFUSED) == 6 * i);
		CHECK(run_sender(made.senders[0], UINT32_MAX) == 1 && came_out == out);
	}
	CHECK(send_frames(1) == 1);
	made.senders[0]->fails_with = 0x02;
	run_sender(made.senders[0], 1);
	made.fails_at = 3;
	CHECK(send_frames(1) == -ENOMEM);
	close_port();
}

static void receives_and_counts(void)
{
	struct et_frame frames[ET_BURST];
	struct timespec time;

	open_well(2);
	for (unsigned int i = 0; i < 1000; i++) {
		CHECK(comes_in(1, 2, 60) && comes_in(1, 1, 70) && comes_in(1, 0xff, 13) && comes_in(1, 4, 60));
		CHECK(comes_in(1, 2, LONGEST) && comes_in(1, 2, LONGEST + 1));
		CHECK(backend->receive(&port, 0, frames, ET_BURST) == 0);
		CHECK(backend->receive(&port, 1, frames, 2) == 2 && frames[0].held == 60 && frames[1].length == 70);
		clock_gettime(CLOCK_REALTIME, &time);
		CHECK(frames[0].time / 1000000000 - (unsigned long long)time.tv_sec + 100 < 200);
		CHECK(((unsigned char *)frames[0].data)[0] == 2 && ((unsigned char *)frames[1].data)[0] == 1);
		CHECK(backend->receive(&port, 1, frames, ET_BURST) == 1 && frames[0].length == LONGEST && !frames[0].segment);
	}
	CHECK(count_of(ET_RECEIVED) == 3000 && count_of(ET_RECEIVED_BYTES) == 1000 * (60 + 70 + LONGEST));
	CHECK(count_of(ET_TOO_SHORT) == 1000 && count_of(ET_NOT_OURS) == 1000 && count_of(ET_TOO_LONG) == 1000);
	close_port();
}

static void begins_anew_after_errors_of_receiving(void)
{
	struct et_frame frames[ET_BURST];

	open_well(1);
	for (unsigned int i = 1; i <= 40; i++) {
		CHECK(comes_in(0, 2, 60) && !comes_in(0, 2, 4000));
		CHECK(backend->receive(&port, 0, frames, ET_BURST) == 1 && frames[0].length == 60);
		CHECK(backend->wait(&port, 0, 0) == 1);
		CHECK(backend->receive(&port, 0, frames, ET_BURST) == 0 && made.restarts == i && count_of(ET_CUT_OFF) == i);
		CHECK(comes_in(0, 2, 64) && backend->receive(&port, 0, frames, ET_BURST) == 1 && frames[0].length == 64);
		CHECK(backend->receive(&port, 0, frames, ET_BURST) == 0);
	}
	/* Compressed, which nobody asked for. */
	write_completion(&made.receivers[0]->completions, 2, 3, 0, 60, 0);
	CHECK(backend->receive(&port, 0, frames, ET_BURST) == 0 && count_of(ET_DOWN) == 1);
	CHECK(backend->wait(&port, 0, 0) == 1);
	CHECK(backend->receive(&port, 0, frames, ET_BURST) == 0 && made.restarts == 41);
	close_port();
}

static void gives_up_a_device_that_fails_always(void)
{
	struct et_frame frames[ET_BURST];
	int result = 0;
	unsigned int times;

	open_well(1);
	for (times = 0; result == 0 && times < 100; times++) {
		if (!made.receivers[0]->is_failed)
			fail_receiver(made.receivers[0], 0x04);
		result = backend->receive(&port, 0, frames, ET_BURST);
	}
	CHECK(result == -EIO && times < 40);
	close_port();
}

static void waits(void)
{
	struct et_frame frames[ET_BURST];
	struct pollfd waiting = {.events = POLLIN};

	open_well(2);
	for (unsigned int i = 0; i < 200; i++) {
		CHECK(backend->wait(&port, 1, 0) == 0);
		CHECK(comes_in(1, 2, 60));
		give_notices();
		CHECK(backend->wait(&port, 1, 60000) == 1 && backend->wait(&port, 0, 0) == 0);
		CHECK(backend->receive(&port, 1, frames, ET_BURST) == 1);
		/* One descriptor that is polled beside others. */
		waiting.fd = backend->descriptor(&port, 1);
		CHECK(comes_in(1, 2, 60));
		give_notices();
		CHECK(poll(&waiting, 1, 60000) == 1);
		CHECK(backend->receive(&port, 1, frames, ET_BURST) == 1);
		waiting.fd = backend->descriptor(&port, 1);
		give_notices();
		CHECK(poll(&waiting, 1, 0) == 0);
		/* What is there when notice is asked for is told of too. */
		CHECK(comes_in(1, 2, 60));
		give_notices();
		CHECK(backend->receive(&port, 1, frames, ET_BURST) == 1);
		CHECK(comes_in(1, 2, 60));
		waiting.fd = backend->descriptor(&port, 1);
		give_notices();
		CHECK(poll(&waiting, 1, 60000) == 1);
		CHECK(backend->receive(&port, 1, frames, ET_BURST) == 1);
	}
	close_port();
}

static void tells_of_the_link(void)
{
	struct et_frame frames[ET_BURST];

	open_well(1);
	tell_event(IBV_EVENT_PORT_ERR, 1); /* another one's */
	CHECK(backend->wait(&port, 0, 60000) == 0 && send_frames(1) == 1);
	tell_event(IBV_EVENT_PORT_ERR, 2);
	CHECK(backend->wait(&port, 0, 60000) == -ENETDOWN && count_of(ET_DOWN) == 1);
	CHECK(send_frames(1) == -ENETDOWN && backend->receive(&port, 0, frames, ET_BURST) == -ENETDOWN);
	/* What came before is not lost. */
	CHECK(comes_in(0, 2, 60) && backend->receive(&port, 0, frames, ET_BURST) == 1);
	CHECK(backend->wait(&port, 0, 0) == 0);
	tell_event(IBV_EVENT_PORT_ACTIVE, 2);
	CHECK(backend->wait(&port, 0, 60000) == 0 && send_frames(1) == 1);
	tell_event(IBV_EVENT_DEVICE_FATAL, 0);
	CHECK(backend->wait(&port, 0, 60000) == -ENODEV);
	CHECK(send_frames(1) == -ENODEV && backend->receive(&port, 0, frames, ET_BURST) == -ENODEV);
	close_port();
}

/* Those of groups let frames go on to the host. */
static bool has_rule(const unsigned char *address, unsigned char mask, unsigned int network, unsigned int transport)
{
	uint32_t flags = mask == 1 ? IBV_FLOW_ATTR_FLAGS_DONT_TRAP : 0;

	for (unsigned int i = 0; i < made.rule_count; i++) {
		const struct made_rule *rule = &made.rules[i];
		unsigned int priority = transport ? 0 : network ? 1 : 2;

		if (rule->network == network && rule->transport == transport && rule->head.priority == priority &&
		    rule->head.flags == flags && rule->head.port == 2 && rule->head.type == IBV_FLOW_ATTR_NORMAL &&
		    !memcmp(rule->ethernet.val.dst_mac, address, 6) && rule->ethernet.mask.dst_mac[0] == mask &&
		    rule->ethernet.mask.dst_mac[5] == (mask == 0xff ? 0xff : 0))
			return true;
	}
	return false;
}

static void steers(void)
{
	static const unsigned char group[6] = {1}, nobody[6];
	static const unsigned int kinds[][2] = {{0, 0}, {IBV_FLOW_SPEC_IPV4, 0}, {IBV_FLOW_SPEC_IPV6, 0},
		{IBV_FLOW_SPEC_IPV4, IBV_FLOW_SPEC_TCP}, {IBV_FLOW_SPEC_IPV4, IBV_FLOW_SPEC_UDP},
		{IBV_FLOW_SPEC_IPV6, IBV_FLOW_SPEC_TCP}, {IBV_FLOW_SPEC_IPV6, IBV_FLOW_SPEC_UDP}};
	struct et_settings settings = settings_of(4);

	open_well(4);
	CHECK(made.memberships == (1u << PACKET_MR_UNICAST | 1u << PACKET_MR_ALLMULTI));
	CHECK(made.rule_count == 8 && made.hash_count == 7 && made.table_size == 4);
	for (unsigned int i = 0; i < 7; i++)
		CHECK(has_rule(settings.mac, 0xff, kinds[i][0], kinds[i][1]));
	CHECK(has_rule(group, 1, 0, 0));
	close_port();
	open_well(1);
	CHECK(made.rule_count == 2 && made.hash_count == 1 && made.hashes[0] == 0 && made.table_size == 0);
	close_port();
	open_well(5);
	CHECK(made.table_size == 64);
	close_port();
	begin_libraries();
	settings.rss = ET_RSS_IPV6_UDP | ET_RSS_IPV4;
	settings.everything = 1;
	settings.listens = 1;
	CHECK(open_port(&settings) == 0);
	CHECK(made.memberships == (1u << PACKET_MR_UNICAST | 1u << PACKET_MR_PROMISC));
	CHECK(made.rule_count == 3 && made.hash_count == 3 && made.sender_count == 0);
	CHECK(has_rule(nobody, 0, 0, 0) && has_rule(nobody, 0, IBV_FLOW_SPEC_IPV4, 0));
	CHECK(has_rule(nobody, 0, IBV_FLOW_SPEC_IPV6, IBV_FLOW_SPEC_UDP));
	close_port();
}

/* Whatever cannot be made, nothing is left behind, and it is said. */
static void fails_well(void)
{
	unsigned int fails_at = 0;
	int result = -1;

	while (result && fails_at < 200) {
		struct et_settings settings = settings_of(3);

		begin_libraries();
		made.fails_at = ++fails_at;
		result = open_port(&settings);
		/* Which device demands what is not known then, and by default it is. */
		if (result && made.fails_at == 0)
			CHECK(result < 0 && made.objects == 0);
		else
			result = made.fails_at ? 0 : -1;
		if (!result || made.objects)
			close_port();
	}
	CHECK(fails_at > 40 && fails_at < 200);
}

static void refuses(void (*spoil)(struct et_settings *settings), int error, const char *words)
{
	struct et_settings settings = settings_of(1);

	begin_libraries();
	spoil(&settings);
	if (open_port(&settings) != error || !strstr(settings.why, words))
		fprintf(stderr, "%s\n", settings.why);
	CHECK(strstr(settings.why, words));
	CHECK(made.objects == 0);
}

static void is_rxe(struct et_settings *settings)
{
	strcpy(settings->device, "rxe0");
}

static void is_another(struct et_settings *settings)
{
	strcpy(settings->device, "bnxt_re0");
}

static void is_unknown(struct et_settings *settings)
{
	strcpy(settings->device, "siw0");
}

static void is_none(struct et_settings *settings)
{
	*settings->device = 0;
}

static void is_hidden(struct et_settings *settings)
{
	strcpy(settings->device, "mlx5_8");
}

static void has_no_devices(struct et_settings *settings)
{
	(void)settings;
	made.has_no_devices = true;
}

/* As libibverbs of old does it. */
static void has_no_list(struct et_settings *settings)
{
	(void)settings;
	made.fails_with = ENOSYS;
	made.fails_at = 1;
}

static void is_foreign(struct et_settings *settings)
{
	(void)settings;
	made.is_foreign = true;
}

static void is_newer(struct et_settings *settings)
{
	(void)settings;
	made.version = 1;
}

static void is_old(struct et_settings *settings)
{
	(void)settings;
	made.flags = 0;
}

static void has_long_requests(struct et_settings *settings)
{
	(void)settings;
	made.stride = 32;
}

static void has_long_receiving(struct et_settings *settings)
{
	settings->receive_size = 65536;
}

static void has_long_sending(struct et_settings *settings)
{
	settings->transmit_size = 32768;
}

static void has_no_paths(struct et_settings *settings)
{
	(void)settings;
	made.has_no_paths = true;
}

static void has_no_interface(struct et_settings *settings)
{
	strcpy(settings->interface, "eth8");
}

static void has_no_privilege(struct et_settings *settings)
{
	(void)settings;
	made.fails_with = EPERM;
	made.fails_at = 9;
}

static void refuses_other_devices(void)
{
	refuses(is_rxe, -EOPNOTSUPP, "the driver of rxe0 is rdma_rxe");
	refuses(is_another, -EOPNOTSUPP, "the driver of bnxt_re0 is bnxt_en");
	refuses(is_unknown, -EOPNOTSUPP, "the driver of siw0 is another one");
	refuses(is_none, -EOPNOTSUPP, "eth7 is no port of an RDMA device");
	refuses(is_hidden, -ENODEV, "libibverbs knows no device mlx5_8");
	refuses(has_no_devices, -EOPNOTSUPP, "ib_uverbs is not loaded (modprobe ib_uverbs)");
	refuses(has_no_list, -EOPNOTSUPP, "ib_uverbs is not loaded (modprobe ib_uverbs)");
	refuses(is_foreign, -EOPNOTSUPP, "libmlx5 does not take mlx5_7");
	refuses(is_newer, -EOPNOTSUPP, "in version 1");
	refuses(is_old, -EOPNOTSUPP, "completions of mlx5_7 are of version 0");
	refuses(has_long_requests, -EOPNOTSUPP, "32 bytes where 16 are due");
	refuses(has_long_receiving, -EINVAL, "a ring to receive has at most 32768");
	refuses(has_long_sending, -EINVAL, "a ring to send has at most 16384");
	refuses(has_no_paths, -EOPNOTSUPP, "cannot give broadcast and multicast to two");
	refuses(has_no_interface, -ENODEV, "there is no interface eth8");
	CHECK(!et_backend(ET_VERSION + 1));
}

/* Whatever is not permitted: the same sentence. */
static void refuses_without_privileges(void)
{
	refuses(has_no_privilege, -EPERM, "CAP_NET_RAW");
}

/* The longest rings, and the longest frames, each in one piece. */
static void has_long_rings(void)
{
	struct et_settings settings = settings_of(1);
	static unsigned char data[65535];
	struct et_frame frame = {.data = data, .held = sizeof(data)};

	begin_libraries();
	settings.receive_size = 32768;
	settings.transmit_size = 16384;
	CHECK(open_port(&settings) == 0);
	for (unsigned int i = 0; i < 16384; i++)
		CHECK(send_frames(1) == 1);
	CHECK(send_frames(1) == 0 && run_sender(made.senders[0], UINT32_MAX) == 16384 && send_frames(1) == 1);
	close_port();
	begin_libraries();
	settings.receive_size = settings.transmit_size = 64;
	settings.frame_size = sizeof(data);
	settings.one_segment = 1;
	CHECK(open_port(&settings) == 0);
	made.senders[0]->sent = count_sent;
	for (unsigned int i = 0; i < 64; i++)
		CHECK(backend->send(&port, 0, &frame, 1) == 1);
	CHECK(backend->send(&port, 0, &frame, 1) == 0 && run_sender(made.senders[0], UINT32_MAX) == 64 && came_out == 64);
	CHECK(made.senders[0]->in_two_pieces == 0);
	close_port();
}

/* The headers go with the request where the port demands it. */
static void puts_in_what_is_demanded(void)
{
	for (unsigned int demand = 0; demand < 4; demand++) {
		struct et_settings settings = settings_of(1);

		begin_libraries();
		made.inline_demand = demand;
		made.has_no_firmware_commands = demand == 3;
		CHECK(open_port(&settings) == 0);
		for (unsigned int i = 0; i < 1000; i++) {
			CHECK(send_frames(7) == 7);
			run_sender(made.senders[0], UINT32_MAX);
		}
		CHECK((made.senders[0]->blocks_used[1] == 0) == (demand == 2));
		close_port();
	}
}

static void make_link(const char *directory, const char *name, const char *driver)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	CHECK(!mkdir(path, 0700) || errno == EEXIST);
	snprintf(path, sizeof(path), "%s/%s/device", directory, name);
	CHECK(!mkdir(path, 0700) || errno == EEXIST);
	if (!driver)
		return;
	snprintf(path, sizeof(path), "%s/%s/device/driver", directory, name);
	CHECK(!symlink(driver, path) || errno == EEXIST);
}

/* As /sys/class/infiniband is. */
static void make_devices(const char *directory)
{
	char path[4096];
	FILE *file;

	CHECK(!mkdir(directory, 0700) || errno == EEXIST);
	make_link(directory, "mlx5_7", "../../../../bus/pci/drivers/mlx5_core");
	make_link(directory, "mlx5_8", "mlx5_core");
	make_link(directory, "bnxt_re0", "../../bnxt_en");
	make_link(directory, "siw0", NULL);
	make_link(directory, "rxe0", NULL);
	snprintf(path, sizeof(path), "%s/rxe0/parent", directory);
	file = fopen(path, "w");
	CHECK(file);
	fclose(file);
}

int main(void)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} cases[] = {
		{"a port sends and counts", sends_and_counts},
		{"what is no frame is not sent", refuses_to_send_what_is_none},
		{"a lost doorbell is rung again", reminds_of_lost_doorbells},
		{"sending begins anew after errors", begins_anew_after_errors_of_sending},
		{"a port receives and counts", receives_and_counts},
		{"receiving begins anew after errors", begins_anew_after_errors_of_receiving},
		{"a device that fails always is given up", gives_up_a_device_that_fails_always},
		{"waiting", waits},
		{"the link, and the device's end", tells_of_the_link},
		{"rules and spreading", steers},
		{"failures leave nothing behind", fails_well},
		{"other devices are refused", refuses_other_devices},
		{"privileges", refuses_without_privileges},
		{"long rings and long frames", has_long_rings},
		{"headers in the request", puts_in_what_is_demanded},
	};

	make_devices(DEVICES);
	backend = et_backend(ET_VERSION);
	CHECK(backend);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cases[i].run();
		printf("ok %s\n", cases[i].name);
	}
	return 0;
}
