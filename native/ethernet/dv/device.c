// SPDX-License-Identifier: MIT
/* Checks whether an RDMA device meets what using its rings requires. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "device.h"

#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "format.h"
#include "order.h"
#include "rings.h"

/* Checks that libmlx5's description and ours place a field at the same offset. */
#define SAME(ours, field, theirs, other) \
	_Static_assert(offsetof(struct ours, field) == offsetof(struct theirs, other), #field " is " #other)
SAME(control_segment, index_opcode, mlx5_wqe_ctrl_seg, opmod_idx_opcode);
SAME(control_segment, number_segments, mlx5_wqe_ctrl_seg, qpn_ds);
SAME(control_segment, flags, mlx5_wqe_ctrl_seg, fm_ce_se);
SAME(ethernet_segment, checksums, mlx5_wqe_eth_seg, cs_flags);
SAME(ethernet_segment, inline_size, mlx5_wqe_eth_seg, inline_hdr_sz);
SAME(ethernet_segment, inline_begin, mlx5_wqe_eth_seg, inline_hdr_start);
SAME(data_segment, length, mlx5_wqe_data_seg, byte_count);
SAME(data_segment, key, mlx5_wqe_data_seg, lkey);
SAME(data_segment, address, mlx5_wqe_data_seg, addr);
SAME(completion, length, mlx5_cqe64, byte_cnt);
SAME(completion, counter, mlx5_cqe64, wqe_counter);
SAME(completion, kind_owner, mlx5_cqe64, op_own);
SAME(completion, syndrome, mlx5_err_cqe, syndrome);
SAME(completion, vendor_syndrome, mlx5_err_cqe, vendor_err_synd);
SAME(completion, counter, mlx5_err_cqe, wqe_counter);
_Static_assert((int)OPCODE_SEND == (int)MLX5_OPCODE_SEND && (int)FLAG_COMPLETION == (int)MLX5_WQE_CTRL_CQ_UPDATE, "to send");
_Static_assert(DATA_IS_INLINE == (unsigned int)MLX5_INLINE_SEG && (int)KEY_OF_NOTHING == (int)MLX5_INVALID_LKEY, "segments");
_Static_assert((int)BLOCK_SIZE == (int)MLX5_SEND_WQE_BB && (int)ARM_REGISTER == (int)MLX5_CQ_DOORBELL, "sizes");
_Static_assert((int)KIND_SENT == (int)MLX5_CQE_REQ && (int)KIND_RECEIVED == (int)MLX5_CQE_RESP_SEND, "kinds");
_Static_assert((int)KIND_SEND_ERROR == (int)MLX5_CQE_REQ_ERR && (int)KIND_RECEIVE_ERROR == (int)MLX5_CQE_RESP_ERR, "errors");
_Static_assert((int)KIND_NONE == (int)MLX5_CQE_INVALID && (int)OWNER_BIT == (int)MLX5_CQE_OWNER_MASK, "owners");
_Static_assert((int)RECORD_RECEIVE == (int)MLX5_RCV_DBR && (int)RECORD_SEND == (int)MLX5_SND_DBR, "records");
_Static_assert((int)SYNDROME_LENGTH == (int)MLX5_CQE_SYNDROME_LOCAL_LENGTH_ERR &&
	       (int)SYNDROME_FLUSHED == (int)MLX5_CQE_SYNDROME_WR_FLUSH_ERR, "syndromes");

#ifndef DEVICES /* tests have their own */
#define DEVICES "/sys/class/infiniband"
#endif

/* The name of the PCI device's driver; "rxe" for soft-RoCE, which has no PCI device; "" if it cannot be found out. */
static void find_driver(const char *device, char *driver, size_t size)
{
	char path[PATH_MAX], target[PATH_MAX];
	const char *name;
	ssize_t length;

	snprintf(path, sizeof(path), DEVICES "/%s/device/driver", device);
	length = readlink(path, target, sizeof(target) - 1);
	if (length > 0) {
		target[length] = 0;
		name = strrchr(target, '/');
		snprintf(driver, size, "%.*s", (int)size - 1, name ? name + 1 : target);
		return;
	}
	/* Only rxe shows its interface in this file. */
	snprintf(path, sizeof(path), DEVICES "/%s/parent", device);
	snprintf(driver, size, "%s", access(path, F_OK) ? "" : "rdma_rxe");
}

int check_driver(struct et_settings *settings)
{
	char driver[64];

	if (!ORDER_IS_KNOWN)
		return failed(settings, -EOPNOTSUPP, "the rings of a device can be used on x86-64 and arm64 only");
	if (!*settings->device)
		return failed(settings, -EOPNOTSUPP, "%s is no port of an RDMA device; --mode dv needs one of mlx5_core",
			      settings->interface);
	find_driver(settings->device, driver, sizeof(driver));
	if (!strcmp(driver, "mlx5_core"))
		return 0;
	return failed(settings, -EOPNOTSUPP, "--mode dv needs a device of mlx5_core, and the driver of %s is %s", settings->device,
		      *driver ? driver : "another one");
}

int check_device(struct et_settings *settings, struct ibv_context *context)
{
	struct mlx5dv_context can = {0};
	int error;

	if (!mlx5dv_is_supported(context->device))
		return failed(settings, -EOPNOTSUPP,
			      "libmlx5 does not take %s for a device of its own; it has to be of the same release as libibverbs",
			      settings->device);
	error = mlx5dv_query_device(context, &can);
	if (error)
		return failed(settings, -EOPNOTSUPP, "libmlx5 does not tell what %s can: %s", settings->device, strerrordesc_np(error));
	if (can.version)
		return failed(settings, -EOPNOTSUPP, "libmlx5 describes %s in version %u; version 0 is understood", settings->device,
			      can.version);
	if (!(can.flags & MLX5DV_CONTEXT_FLAGS_CQE_V1))
		return failed(settings, -EOPNOTSUPP, "the completions of %s are of version 0; version 1 is understood",
			      settings->device);
	return 0;
}

/* Firmware commands, from the programmer's reference manual. */
#define COMMAND_QUERY_CAPABILITIES 0x100u
#define CAPABILITIES_OF_ETHERNET 0x3u /* the current capabilities of Ethernet offloads */
#define COMMAND_QUERY_VPORT 0x754u
#define ANSWER_BEGIN 16 /* status, syndrome and reserved bytes */

enum demand { DEMANDS_LINK, DEMANDS_WHAT_THE_PORT_SAYS, DEMANDS_NOTHING };
enum port_demand { PORT_DEMANDS_NETWORK = 2 };

/* Sends a command that has no further arguments, and gives a word of its answer; false if there is no answer. */
static bool ask_firmware(struct ibv_context *context, uint16_t command, uint16_t modifier, uint32_t *word)
{
	uint16_t question[8] = {htobe16(command), 0, 0, htobe16(modifier)};
	union {
		unsigned char bytes[ANSWER_BEGIN + 4096];
		uint32_t words[(ANSWER_BEGIN + 4096) / sizeof(uint32_t)];
	} answer = {0};

	if (mlx5dv_devx_general_cmd(context, question, sizeof(question), &answer, sizeof(answer)) || answer.bytes[0])
		return false;
	*word = be32toh(answer.words[ANSWER_BEGIN / sizeof(uint32_t)]);
	return true;
}

static bool demands_transport(struct ibv_context *context)
{
	uint32_t word;

	if (!ask_firmware(context, COMMAND_QUERY_CAPABILITIES, CAPABILITIES_OF_ETHERNET, &word) ||
	    (word >> 12 & 3) != DEMANDS_WHAT_THE_PORT_SAYS)
		return false;
	return ask_firmware(context, COMMAND_QUERY_VPORT, 0, &word) && (word >> 24 & 7) >= PORT_DEMANDS_NETWORK;
}

/* The header of the link layer suffices unless the device was set otherwise (devlink's inline-mode). libmlx5 knows the setting
 * but does not tell it, so the firmware is asked, in a context of its own. Where that is not permitted, the default is
 * assumed. */
unsigned int demanded_header(struct ibv_device *device)
{
	struct mlx5dv_context_attr attributes = {.flags = MLX5DV_CONTEXT_FLAGS_DEVX};
	struct ibv_context *context = mlx5dv_open_device(device, &attributes);
	unsigned int header = HEADER_OF_LINK;

	if (!context)
		return header;
	if (demands_transport(context))
		header = HEADER_OF_TRANSPORT;
	ibv_close_device(context);
	return header;
}
