// SPDX-License-Identifier: MIT
/* Loops over a port: they generate traffic, count it, send it back, or carry it to a tap device. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <linux/if_tun.h>
#include <linux/virtio_net.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <unistd.h>

#include "stamp.h"

#define EXPORT __attribute__((visibility("default")))

/* How long a loop that has nothing to do waits before it checks again whether it should end. */
#define IDLE_MILLISECONDS 100

/* For shorter pauses the loop watches the clock in place of sleeping. */
#define SHORT_PAUSE 200000

static int end(struct et_progress *progress, int error)
{
	progress->ended = now();
	progress->error = error;
	return error;
}

/* An interface that is down for a while does not end a loop. */
static bool is_over(int result)
{
	return result < 0 && result != -ENETDOWN;
}

static bool is_for(const struct port *port, const struct et_frame *frame)
{
	return memcmp(frame->data, port->settings.mac, ADDRESS_SIZE) == 0;
}

/* Counts a frame that has come, if it is stamped with this run (0: any) and on this way. */
static void take_in(struct tracker *tracker, const struct et_frame *frame, unsigned int run, enum way way,
		    struct et_progress *progress)
{
	struct layers layers;
	struct stamp stamp;
	bool is_changed;

	if (!find_stamp(frame, &layers, &stamp, &is_changed) || stamp.way != way || (run && stamp.run != run)) {
		progress->strange++;
		return;
	}
	progress->received_bytes += frame->length;
	progress->changed += is_changed;
	track(tracker, &stamp, way == WAY_BACK ? now() : 0, progress);
}

static int collect(struct port *port, unsigned int queue, struct tracker *tracker, unsigned int run, enum way way,
		   struct et_progress *progress)
{
	struct et_frame frames[ET_BURST];
	int count = port->backend->receive(port, queue, frames, ET_BURST);

	for (int i = 0; i < count; i++)
		take_in(tracker, &frames[i], run, way, progress);
	return count;
}

/* Enough copies of the templates that a burst has no copy twice. */
struct copies {
	struct et_template *templates;
	unsigned int *checksums; /* those of the templates, right for stamps of zeros */
	unsigned char *data;
	unsigned int count;
};

static void free_copies(struct copies *copies)
{
	free(copies->templates);
	free(copies->checksums);
	free(copies->data);
}

static bool make_copies(struct copies *copies, const struct et_traffic *traffic)
{
	size_t bytes = 0;
	unsigned char *at;

	copies->count = traffic->count * ((ET_BURST + traffic->count - 1) / traffic->count);
	for (unsigned int i = 0; i < copies->count; i++)
		bytes += traffic->templates[i % traffic->count].length;
	copies->templates = calloc(copies->count, sizeof(*copies->templates));
	copies->checksums = calloc(copies->count, sizeof(*copies->checksums));
	copies->data = at = malloc(bytes);
	if (!copies->templates || !copies->checksums || !copies->data)
		return false;
	for (unsigned int i = 0; i < copies->count; i++) {
		struct et_template *copy = &copies->templates[i];

		*copy = traffic->templates[i % traffic->count];
		memcpy(at, copy->data, copy->length);
		copy->data = at;
		if (copy->checksum_at)
			copies->checksums[i] = (unsigned int)at[copy->checksum_at] << 8 | at[copy->checksum_at + 1];
		at += copy->length;
	}
	return true;
}

static bool is_template_good(const struct et_template *template)
{
	return template->length >= ETHERNET_HEADER + STAMP_SIZE && template->stamp_at + STAMP_SIZE <= template->length &&
	       template->checksum_at + 2 <= template->length && template->flow < ET_MOST_FLOWS;
}

static bool is_traffic_good(const struct et_traffic *traffic)
{
	for (unsigned int i = 0; i < traffic->count; i++) {
		if (!is_template_good(&traffic->templates[i]))
			return false;
	}
	return traffic->count > 0 && traffic->count <= ET_MOST_FLOWS && traffic->run > 0 && traffic->run <= 0xffff;
}

struct generator {
	struct port *port;
	unsigned int queue;
	const struct et_traffic *traffic;
	struct et_progress *progress;
	struct tracker *tracker;
	struct copies copies;
	unsigned int next; /* index of the next copy */
	uint32_t sequences[ET_MOST_FLOWS];
};

/* How many frames are due now. */
static unsigned int due(const struct generator *generator)
{
	const struct et_traffic *traffic = generator->traffic;
	unsigned long long left = traffic->frames ? traffic->frames - generator->progress->sent : UINT64_MAX;
	double elapsed, wanted = ET_BURST;

	if (traffic->rate > 0) {
		elapsed = (double)(now() - generator->progress->began) / 1e9;
		/* The first frame is due at once. */
		wanted = elapsed * traffic->rate + 1 - (double)generator->progress->sent;
	}
	if (wanted < 1)
		return 0;
	if (wanted > ET_BURST)
		wanted = ET_BURST;
	return left < (unsigned long long)wanted ? (unsigned int)left : (unsigned int)wanted;
}

static int send_all(struct generator *generator, const struct et_frame *frames, unsigned int count)
{
	struct port *port = generator->port;
	int taken;

	for (unsigned int sent = 0; sent < count; sent += (unsigned int)taken) {
		if (has_stopped(generator->progress))
			return 0;
		taken = port->backend->send(port, generator->queue, frames + sent, count - sent);
		if (taken == -ENETDOWN) {
			taken = 0;
			poll(NULL, 0, IDLE_MILLISECONDS);
		}
		if (taken < 0)
			return taken;
		generator->progress->sent += (unsigned int)taken;
		for (int i = 0; i < taken; i++)
			generator->progress->sent_bytes += frames[sent + (unsigned int)i].held;
		/* Receives what has come back, which makes room for more. */
		if (generator->traffic->receives && sent + (unsigned int)taken < count &&
		    is_over(collect(port, generator->queue, generator->tracker, generator->traffic->run, WAY_BACK,
				    generator->progress)))
			return -ENODEV;
	}
	return 0;
}

static int send_burst(struct generator *generator, unsigned int count)
{
	struct copies *copies = &generator->copies;
	struct et_frame frames[ET_BURST];
	unsigned long long time = now();

	for (unsigned int i = 0; i < count; i++) {
		struct et_template *template = &copies->templates[generator->next];
		struct stamp stamp = {
			.run = generator->traffic->run,
			.flow = template->flow,
			.way = WAY_OUT,
			.sequence = generator->sequences[template->flow]++,
			.time = time,
		};

		put_stamp(template->data, template, &stamp, copies->checksums[generator->next]);
		frames[i] = (struct et_frame){.data = template->data, .length = template->length, .held = template->length};
		generator->next = (generator->next + 1) % copies->count;
	}
	return send_all(generator, frames, count);
}

/* Waits until the next frame is due. */
static void pause_until_due(struct generator *generator)
{
	double rate = generator->traffic->rate;
	unsigned long long time = now(), elapsed = time - generator->progress->began;
	double until = rate > 0 ? (double)generator->progress->sent / rate * 1e9 : 0;

	if (until > (double)elapsed + SHORT_PAUSE) {
		double milliseconds = (until - (double)elapsed) / 1e6;

		generator->port->backend->wait(generator->port, generator->queue,
					       milliseconds > IDLE_MILLISECONDS ? IDLE_MILLISECONDS : (int)milliseconds);
	}
}

static bool is_done(const struct generator *generator)
{
	const struct et_traffic *traffic = generator->traffic;
	const struct et_progress *progress = generator->progress;

	return has_stopped(progress) || (traffic->frames && progress->sent >= traffic->frames) ||
	       (traffic->duration && now() - progress->began >= traffic->duration);
}

static int generate(struct generator *generator)
{
	const struct et_traffic *traffic = generator->traffic;
	struct et_progress *progress = generator->progress;
	int result = 0;

	while (result == 0 && !is_done(generator)) {
		unsigned int count = due(generator);

		if (count)
			result = send_burst(generator, count);
		if (result == 0 && traffic->receives &&
		    is_over(collect(generator->port, generator->queue, generator->tracker, traffic->run, WAY_BACK, progress)))
			result = -ENODEV;
		if (!count)
			pause_until_due(generator);
	}
	return result;
}

/* Receives the last frames that come back. Ends when none has come for some time; if none are to come back, when all have been
 * sent. */
static void linger(struct generator *generator)
{
	struct et_progress *progress = generator->progress;
	unsigned long long last = now();

	while (!generator->traffic->receives && has_unsent(generator->port, generator->queue) &&
	       now() - last < generator->traffic->linger && !has_stopped(progress)) {
		if (is_over(generator->port->backend->wait(generator->port, generator->queue, 1)))
			return;
	}
	while (generator->traffic->receives && progress->received < progress->sent && now() - last < generator->traffic->linger &&
	       !has_stopped(progress)) {
		int count = collect(generator->port, generator->queue, generator->tracker, generator->traffic->run, WAY_BACK,
				    progress);

		if (count > 0)
			last = now();
		else if (is_over(count) || is_over(generator->port->backend->wait(generator->port, generator->queue, 1)))
			return;
	}
}

EXPORT int et_generate(unsigned long long handle, unsigned int queue, const struct et_traffic *traffic, struct et_progress *progress)
{
	struct port *port = port_of(handle);
	struct generator *generator;
	int result = -ENOMEM;

	if (queue >= port->settings.queues || port->settings.listens || !is_traffic_good(traffic))
		return end(progress, -EINVAL);
	generator = calloc(1, sizeof(*generator));
	if (!generator)
		return end(progress, -ENOMEM);
	generator->port = port;
	generator->queue = queue;
	generator->traffic = traffic;
	generator->progress = progress;
	generator->tracker = new_tracker();
	if (generator->tracker && make_copies(&generator->copies, traffic)) {
		progress->began = now();
		result = generate(generator);
		progress->ended = now();
		if (result == 0)
			linger(generator);
		progress->error = result;
	}
	free_copies(&generator->copies);
	free_tracker(generator->tracker);
	free(generator);
	return result;
}

EXPORT int et_sink(unsigned long long handle, unsigned int queue, unsigned int run, struct et_progress *progress)
{
	struct port *port = port_of(handle);
	struct tracker *tracker;
	int result = 0;

	if (queue >= port->settings.queues)
		return end(progress, -EINVAL);
	tracker = new_tracker();
	if (!tracker)
		return end(progress, -ENOMEM);
	progress->began = now();
	while (!is_over(result) && !has_stopped(progress)) {
		result = collect(port, queue, tracker, run, WAY_OUT, progress);
		if (result <= 0 && !is_over(result))
			result = port->backend->wait(port, queue, IDLE_MILLISECONDS);
	}
	free_tracker(tracker);
	return end(progress, is_over(result) ? result : 0);
}

/* Sends frames, each as soon as there is a place for it. Frames that have none when the interface is down, or when the loop is
 * to end, are dropped and counted. Returns how many were sent, or the error that ends the loop. */
static int send_on(struct port *port, unsigned int queue, const struct et_frame *frames, unsigned int count,
		   const struct et_progress *progress)
{
	unsigned int sent = 0;
	int taken = 0;

	while (sent < count && taken >= 0 && !has_stopped(progress)) {
		taken = port->backend->send(port, queue, frames + sent, count - sent);
		sent += taken > 0 ? (unsigned int)taken : 0;
	}
	add_to_count(port, queue, ET_SEND_FULL, count - sent);
	return is_over(taken) ? taken : (int)sent;
}

static void swap(unsigned char *one, unsigned char *other, unsigned int size)
{
	unsigned char kept[16];

	memcpy(kept, one, size);
	memcpy(one, other, size);
	memcpy(other, kept, size);
}

static void turn(struct et_frame *frame, const struct layers *layers)
{
	unsigned char *data = frame->data, *network = data + layers->network, *transport = data + layers->transport;

	complete_checksum(frame);
	swap(data, data + ADDRESS_SIZE, ADDRESS_SIZE);
	if (layers->network && layers->is_ipv6)
		swap(network + 8, network + 24, 16);
	else if (layers->network)
		swap(network + 12, network + 16, 4);
	if (layers->transport)
		swap(transport, transport + 2, 2);
	turn_stamp(data, layers);
}

/* Moves the frames that are to be sent back to the front; returns how many there are. */
static unsigned int turn_all(struct port *port, struct et_frame *frames, unsigned int count, struct tracker *tracker,
			     struct et_progress *progress)
{
	unsigned int turned = 0;

	for (unsigned int i = 0; i < count; i++) {
		struct layers layers;
		struct stamp stamp;
		bool is_changed;

		if (!find_stamp(&frames[i], &layers, &stamp, &is_changed) || stamp.way != WAY_OUT || !is_for(port, &frames[i])) {
			progress->strange++;
			continue;
		}
		progress->received_bytes += frames[i].length;
		progress->changed += is_changed;
		track(tracker, &stamp, 0, progress);
		turn(&frames[i], &layers);
		frames[turned++] = frames[i];
	}
	return turned;
}

static int reflect(struct port *port, unsigned int queue, struct tracker *tracker, struct et_progress *progress)
{
	struct et_frame frames[ET_BURST];
	int count = port->backend->receive(port, queue, frames, ET_BURST), sent;
	unsigned int turned = count > 0 ? turn_all(port, frames, (unsigned int)count, tracker, progress) : 0;

	if (!turned)
		return count;
	sent = send_on(port, queue, frames, turned, progress);
	if (sent < 0)
		return sent;
	progress->answered += (unsigned int)sent;
	return count;
}

EXPORT int et_reflect(unsigned long long handle, unsigned int queue, struct et_progress *progress)
{
	struct port *port = port_of(handle);
	struct tracker *tracker;
	int result = 0;

	if (queue >= port->settings.queues || port->settings.listens)
		return end(progress, -EINVAL);
	tracker = new_tracker();
	if (!tracker)
		return end(progress, -ENOMEM);
	progress->began = now();
	while (!is_over(result) && !has_stopped(progress)) {
		result = reflect(port, queue, tracker, progress);
		if (result <= 0 && !is_over(result))
			result = port->backend->wait(port, queue, IDLE_MILLISECONDS);
	}
	free_tracker(tracker);
	return end(progress, is_over(result) ? result : 0);
}

/* Writes a frame to the tap device, with what is left for the kernel to do. A frame whose checksums the device has verified is
 * written with its checksum left open: this is the only way to tell the tap device. The kernel then takes the checksum for
 * right, and fills it in if the frame leaves this host again. */
static void carry_in(int tap, struct et_frame *frame, struct et_progress *progress)
{
	struct virtio_net_hdr offload = {
		.gso_type = (unsigned char)frame->segment_type,
		.gso_size = frame->segment,
		.hdr_len = frame->header,
	};
	struct iovec parts[] = {{&offload, sizeof(offload)}, {frame->data, frame->held}};

	if (frame->verified)
		leave_checksum_open(frame);
	if (frame->checksum_at) {
		offload.flags = VIRTIO_NET_HDR_F_NEEDS_CSUM;
		offload.csum_start = (unsigned short)frame->checksum_from;
		offload.csum_offset = (unsigned short)(frame->checksum_at - frame->checksum_from);
	}
	if (writev(tap, parts, 2) < 0)
		progress->tap_dropped++;
	else
		progress->relayed_in++;
}

struct relay {
	struct port *port;
	unsigned int queue;
	int tap;
	struct et_progress *progress;
	unsigned char *rooms; /* ET_BURST of them */
	size_t room;
};

/* A frame as it was read from the tap device, behind a header of what is left to do, which is at most a checksum. It is filled
 * in here if the device that sends is not known to do so. */
static struct et_frame frame_of_tap(const struct port *port, unsigned char *room, unsigned int size)
{
	struct virtio_net_hdr offload;
	struct et_frame frame = {
		.data = room + sizeof(offload),
		.length = size - (unsigned int)sizeof(offload),
		.held = size - (unsigned int)sizeof(offload),
	};

	memcpy(&offload, room, sizeof(offload));
	if (offload.flags & VIRTIO_NET_HDR_F_NEEDS_CSUM) {
		frame.checksum_from = offload.csum_start;
		frame.checksum_at = frame.checksum_from + offload.csum_offset;
		if (!port->fills_checksums || !is_left_to_device(&frame))
			complete_checksum(&frame);
	}
	return frame;
}

/* Reads from the tap device and sends; gives how many frames were read, or -errno. */
static int carry_out(struct relay *relay)
{
	struct et_frame frames[ET_BURST];
	unsigned int count = 0;
	ssize_t size = 0;
	int sent;

	while (count < ET_BURST) {
		unsigned char *room = relay->rooms + count * relay->room;

		size = read(relay->tap, room, relay->room);
		if (size < (ssize_t)sizeof(struct virtio_net_hdr))
			break;
		frames[count++] = frame_of_tap(relay->port, room, (unsigned int)size);
	}
	if (!count && size < 0 && errno != EAGAIN && errno != EINTR)
		return errno == EIO ? 0 : -errno; /* EIO: the tap device is down */
	if (!count)
		return 0;
	sent = send_on(relay->port, relay->queue, frames, count, relay->progress);
	if (sent < 0)
		return sent;
	relay->progress->relayed_out += (unsigned int)sent;
	return (int)count;
}

static int carry(struct relay *relay)
{
	struct et_frame frames[ET_BURST];
	int in = relay->port->backend->receive(relay->port, relay->queue, frames, ET_BURST), out;

	for (int i = 0; i < in; i++)
		carry_in(relay->tap, &frames[i], relay->progress);
	if (is_over(in))
		return in;
	out = carry_out(relay);
	return is_over(out) || out > 0 ? out : in;
}

static int await(struct relay *relay)
{
	struct pollfd waiting[] = {
		{.fd = relay->port->backend->descriptor(relay->port, relay->queue), .events = POLLIN},
		{.fd = relay->tap, .events = POLLIN},
	};

	if (poll(waiting, 2, has_unsent(relay->port, relay->queue) ? 1 : IDLE_MILLISECONDS) < 0)
		return errno == EINTR ? 0 : -errno;
	/* The back end finds out what the error is. */
	return waiting[0].revents & POLLERR ? relay->port->backend->wait(relay->port, relay->queue, 0) : 0;
}

EXPORT int et_relay(unsigned long long handle, unsigned int queue, int tap, struct et_progress *progress)
{
	struct relay relay = {.port = port_of(handle), .queue = queue, .tap = tap, .progress = progress};
	int result = 0;

	if (queue >= relay.port->settings.queues || relay.port->settings.listens)
		return end(progress, -EINVAL);
	/* A byte more than the longest frame: a longer one then fills it and is counted, and is not sent cut off. */
	relay.room = relay.port->settings.frame_size + 1 + sizeof(struct virtio_net_hdr);
	relay.rooms = malloc(ET_BURST * relay.room);
	if (!relay.rooms)
		return end(progress, -ENOMEM);
	/* If the kernel refuses, it computes the checksums itself, as it does where this is not asked for. */
	if (relay.port->fills_checksums)
		ioctl(tap, TUNSETOFFLOAD, TUN_F_CSUM);
	progress->began = now();
	while (!is_over(result) && !has_stopped(progress)) {
		result = carry(&relay);
		if (result <= 0 && !is_over(result))
			result = await(&relay);
	}
	free(relay.rooms);
	return end(progress, is_over(result) ? result : 0);
}
