// SPDX-License-Identifier: MIT
#include "caps.h"

#include <stddef.h>

#define MOST_TABLES (1 << 16)

#define HAS(field) (size >= offsetof(struct ibv_device_attr_ex, field) + sizeof(attr->field))

/* Programs may have been built with a shorter structure. */
int caps_query(struct ibv_context *context, const struct ibv_query_device_ex_input *input, struct ibv_device_attr_ex *attr,
	       size_t size)
{
	int error = device_of(context)->real.query_device_ex(context, input, attr, size);

	if (error)
		return error;
	caps_add(&attr->orig_attr);
	if (HAS(rss_caps)) {
		attr->rss_caps = (struct ibv_rss_caps){
			.supported_qpts = 1 << IBV_QPT_RAW_PACKET,
			.max_rwq_indirection_tables = MOST_TABLES,
			.max_rwq_indirection_table_size = MOST_TABLE,
			.rx_hash_fields_mask = RSS_FIELDS,
			.rx_hash_function = IBV_RX_HASH_FUNC_TOEPLITZ,
		};
	}
	if (HAS(max_wq_type_rq))
		attr->max_wq_type_rq = MOST_TABLES;
	if (HAS(raw_packet_caps))
		attr->raw_packet_caps = IBV_RAW_PACKET_CAP_IP_CSUM | IBV_RAW_PACKET_CAP_CVLAN_STRIPPING;
	return 0;
}

void caps_add(struct ibv_device_attr *attr)
{
	attr->device_cap_flags |= (unsigned int)(IBV_DEVICE_RAW_IP_CSUM | IBV_DEVICE_MANAGED_FLOW_STEERING);
}
