/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The contract between the BPF object and the user side: map layouts, the event record, and the numbering of verbs and resource
 * types. Plain C, which both sides include; the Java side is generated from it (native/jextract). A layout that is changed here
 * changes for both sides.
 */
#ifndef RDMA_MONITOR_H
#define RDMA_MONITOR_H

/* Control-path calls, in the order in which they are shown. */
enum rm_verb {
	RM_QP_CREATE,
	RM_QP_MODIFY,
	RM_QP_DESTROY,
	RM_PD_ALLOC,
	RM_PD_DEALLOC,
	RM_CQ_CREATE,
	RM_CQ_DESTROY,
	RM_MR_REG,
	RM_MR_DEREG,
	RM_CM_REQ,
	RM_GID_QUERY,
	RM_FLOW_CREATE,
	RM_FLOW_DESTROY,
	RM_VERBS
};

/* Resource types, numbered as the kernel's enum rdma_restrack_type. */
enum rm_type {
	RM_TYPE_PD,
	RM_TYPE_CQ,
	RM_TYPE_QP,
	RM_TYPE_CM_ID,
	RM_TYPE_MR,
	RM_TYPE_CTX,
	RM_TYPE_COUNTER, /* a hardware counter set: not counted */
	RM_TYPE_SRQ,
	RM_TYPES
};

enum rm_capacities {
	RM_OBJECT_PLACE_BITS = 16,
	RM_ROWS = 1 << 13, /* (cgroup, device) pairs; row 0 has all pairs that do not fit */
	RM_MAX_SHARDS = 4, /* copies of the counters of each row, one for each CPU up to this many; a power of two */
	RM_ROW_PROBES = 32, /* rows in which a pair is looked for before it goes to row 0 */
	RM_ROW_STEPS = 1 << 12, /* the most rows between two of these; a power of two below RM_ROWS - 1, which is prime */
	RM_ERRNOS = 136,    /* errno values that are counted separately; 0 has all others */
	RM_COMM = 16,       /* TASK_COMM_LEN */
	RM_DEVICES = 256,   /* devices whose limits are kept */
	RM_QUOTAS = 1024,   /* the host's, and tenants' */
	RM_SHARES = 3,      /* tenants, each inside the one before, that one object counts for */
	RM_PLACES = 1 << 14, /* places for the promises of threads, by thread id modulo this; a power of two */
	RM_RATES = 16,      /* limits of calls: one for each verb, and RM_ALL_CALLS; a power of two */
	RM_HOLDINGS = 16,   /* holdings of a quota: one for each type, then sizes; a power of two */
	RM_ENDS = 1 << 15,  /* queue pairs whose ends are kept; a power of two */
	RM_HANDLES = 1 << 14, /* address handles that are kept; likewise */
	RM_OBJECT_PLACES = 1 << RM_OBJECT_PLACE_BITS, /* places for live objects, by their address */
	RM_PEERS = 1 << 17,   /* prefixes of peers' addresses, of all policies together: twice as many as are in force */
};

/* Holdings behind those of the types: the total size of the objects of a type. */
enum rm_size {
	RM_MR_PAGES = RM_TYPES, /* of memory regions: pages of 4096 bytes; each region is rounded up to whole ones */
	RM_CQ_ENTRIES,          /* of completion queues */
	RM_SIZES_END
};

#define RM_ALL_CALLS RM_VERBS   /* the limit of all calls together; only calls that can be refused count */
#define RM_NO_LIMIT 0xffffffffu
#define RM_PEERS_LIMITED (1u << 31) /* beside the bits of holdings in rm_quota.limited, and of sizes in rm_quota.sized */
/*
 * The greatest limit of a size, in the unit of its enum rm_size. Larger objects are not counted, and any limit refuses them.
 * The upper half of rm_quota.held has room for twice as much.
 */
#define RM_MOST_SIZE (1u << 30)
#define RM_HOST 0               /* the quota of the host */

enum rm_enforcement {
	RM_OBSERVE, /* nothing is refused */
	RM_DENY,    /* the gate refuses */
	RM_STRICT,  /* and the tripwire behind it kills processes */
};

/*
 * Addresses of objects are spread by a multiplication with this (Knuth's multiplicative hash, by the golden ratio). The upper
 * RM_OBJECT_PLACE_BITS of the product are the number of an object's place.
 */
#define RM_SPREAD 0x9e3779b97f4a7c15ull

#define RM_DEVICE_UNKNOWN 0xffffffffu /* the kernel did not tell the device */
#define RM_CGROUP_KERNEL 0ull         /* objects and calls of kernel consumers */
#define RM_CGROUP_OVERFLOW 0xffffffffffffffffull /* the key of row 0 */

/* What the user side decides before loading. Variable "config" in section .rodata. */
struct rm_config {
	unsigned int shard_mask; /* number of shards, a power of two, less one */
	unsigned char two_copies; /* both kprobe and fentry copies of the restrack programs are attached */
	unsigned char trust_structs; /* ib_core's structures have the layout of the kernel's BTF */
	unsigned char enforcement;   /* enum rm_enforcement */
	unsigned char confirms;      /* the program driver_agreed is attached, which sees drivers destroy memory regions */
	unsigned int own_pid; /* the user side's process, which is never refused */
	unsigned char verbs_are_module; /* ib_uverbs is a module, and not part of the kernel's image */
	unsigned char reserved[3];
};

/*
 * Offsets of fields in structures of modules, in bytes. Variable "offsets" in section .data. The user side finds them in the
 * modules' type information and writes them whenever a module is loaded; libbpf would need CAP_SYS_ADMIN for that.
 */
struct rm_offsets {
	unsigned int bundle_inbuf;   /* uverbs_attr_bundle.ucore.inbuf */
	unsigned int bundle_file;    /* uverbs_attr_bundle.ufile */
	unsigned int bundle_context; /* uverbs_attr_bundle.context */
	unsigned int file_context;   /* ib_uverbs_file.ucontext */
	unsigned int cm_entry;       /* rdma_id_private.res */
	unsigned int cm_device;      /* rdma_cm_id.device, with which rdma_id_private begins */
	unsigned int uobject_type;   /* uverbs_api_object.id */
	unsigned int cm_peer;        /* rdma_id_private.id.route.addr.dst_addr */
	unsigned int cm_qpn;         /* rdma_id_private.qp_num */
};

#define RM_OFFSET_UNKNOWN 0xffffffffu

/*
 * Whose a row is. Map "row_keys": BPF_MAP_TYPE_ARRAY, mmap-able, one element for each row. It is apart from the counters, so
 * that looking for a row touches no memory of other rows' counters. Valid once `used` is not 0.
 */
struct rm_row_key {
	unsigned long long cgroup;
	unsigned int device; /* ib_device.index, as netlink's RDMA_NLDEV_ATTR_DEV_INDEX */
	unsigned int used;
};

/*
 * Counters of one (cgroup, device) pair on one shard. Map "rows": BPF_MAP_TYPE_ARRAY, mmap-able, element row * shards + shard.
 * Always add up all shards: `calls`, `removed`, `mr_bytes` and `cq_entries` of one shard alone may wrap below zero.
 */
struct rm_row {
	unsigned long long calls[RM_VERBS];  /* entered; minus those that moved to their device's row */
	unsigned long long added[RM_TYPES];  /* objects created */
	/* What ends what was counted above: the user side reads these three first. */
	unsigned long long done[RM_VERBS];    /* returned, as far as the return was seen */
	unsigned long long failed[RM_VERBS];  /* returned an error */
	unsigned long long removed[RM_TYPES]; /* destroyed by anyone; minus those that were restored */
	long long mr_bytes;                   /* length of the live MRs */
	long long cq_entries;                 /* of the live CQs, as many as they were created with */
	unsigned long long reserved[7];
};

/* What the BPF programs noticed about themselves. Map "health": mmap-able array, one element for each shard. */
struct rm_health {
	unsigned long long events_lost;    /* the ring buffer was full */
	unsigned long long objects_full;   /* the object table was full: object not tracked */
	unsigned long long calls_full;     /* the table of calls in flight was full */
	unsigned long long replaced;       /* an object's destruction was missed, and another object has its address */
	unsigned long long unknown_removed; /* an object was destroyed that had not been counted */
	unsigned long long not_read;       /* requests that the gate could not read and let through */
	unsigned long long unkept;         /* queue pairs and address handles whose peer could not be kept */
	unsigned long long rows_taken;     /* rows that were taken: while this number stays the same, so do the keys of rows */
};

enum rm_event_flags {
	RM_EVENT_KERNEL = 1,   /* a kernel consumer made the call; comm is its kern_name if known */
	RM_EVENT_ID = 2,       /* object_id is known */
	RM_EVENT_DURATION = 4, /* the return was seen: duration_ns and error are valid */
	RM_EVENT_QP_STATE = 8, /* qp_state is the state asked for, enum ib_qp_state */
	RM_EVENT_NET_RAW = 16, /* the task has CAP_NET_RAW; only told where there is a qp_type or a QKEY */
	RM_EVENT_QP_TYPE = 32, /* qp_type is known, enum ib_qp_type */
	RM_EVENT_PD = 64,      /* pdn is known */
	RM_EVENT_ACCESS = 128, /* MR_REG: access and address are known */
	RM_EVENT_RKEY = 256,   /* rkey is known */
	RM_EVENT_REFUSED = 512,  /* the gate refused the call; the detail is a struct rm_refusal */
	RM_EVENT_KILLED = 1024,  /* the tripwire killed the process; likewise */
	RM_EVENT_PASSED = 2048,  /* the call had not asked at the gate and went on; likewise */
	RM_EVENT_OWNER = 4096,   /* for an event that is no call: pid, comm and cgroup are known */
};

/* Takes the place of the verb of an event that is no call; the detail is a struct rm_async. */
enum rm_async_source {
	RM_ASYNC_DEVICE = 256, /* a device reported something about itself or a port */
	RM_ASYNC_OBJECT,       /* of a queue pair, a completion queue, a shared receive queue or a work queue */
	RM_ASYNC_CM,           /* the RDMA connection manager reported something about a connection */
	RM_ASYNC_COMPLETION,   /* a process reported, by librdma_intercept, a queue pair's first bad completion */
};

enum rm_peer_fields {
	RM_PEER_GID = 1,    /* gid is valid */
	RM_PEER_LID = 2,    /* lid is valid */
	RM_PEER_HANDLE = 4, /* of an address handle that was to be made; without it, of a queue pair that was to be connected */
};

/* The peer that a call would have led to. */
struct rm_peer {
	unsigned char gid[16];
	unsigned int lid;
	unsigned int fields; /* enum rm_peer_fields */
};

/* What a limit applies to. */
enum rm_measure {
	RM_MEASURE_OBJECTS,
	RM_MEASURE_RATE,      /* calls of one verb a second */
	RM_MEASURE_ALL_CALLS, /* all calls a second */
	RM_MEASURE_SIZE,      /* enum rm_size */
	RM_MEASURE_PEER,      /* the peer that a queue pair was to be connected to */
	RM_MEASURE_HANDLE,    /* the peer that an address handle was to lead to */
};

/* Which limit refused a call. In place of struct rm_detail. */
struct rm_refusal {
	unsigned long long cgroup; /* whose limit: a tenant's cgroup, or 0 for the host */
	unsigned int limit;
	unsigned int count;        /* how much of it the quota held */
	unsigned int measure;      /* enum rm_measure */
	unsigned int type;         /* enum rm_type of the object; RM_TYPES if there is none */
	struct rm_peer peer;       /* if it was the peer */
};

enum rm_flow_fields {
	RM_FLOW_KIND = 1,       /* kind is known */
	RM_FLOW_MAC = 2,        /* the rule matches the destination's MAC address */
	RM_FLOW_ETHER_TYPE = 4, /* likewise */
	RM_FLOW_PORT = 8,       /* matches the destination's port, of TCP or UDP */
	RM_FLOW_MORE = 16,      /* matches more than these, or in another way */
};

/* A flow rule, of FLOW_CREATE and FLOW_DESTROY. In place of struct rm_detail. */
struct rm_flow {
	unsigned long long response; /* used by the programs: where in the process the kernel writes the rule's handle */
	unsigned int opening; /* which opened /dev/infiniband/uverbs* it belongs to: each numbers its own handles */
	unsigned int fields;  /* enum rm_flow_fields: which of the fields below are valid */
	unsigned int kind;    /* enum ib_flow_attr_type */
	unsigned int ether_type;
	unsigned int port;
	unsigned char mac[6];
	unsigned char mac_mask[6];
};

/* What else is known of calls of some verbs. */
struct rm_detail {
	unsigned long long size; /* MR_REG, MR_DEREG: bytes; CQ_CREATE: entries */
	unsigned long long address;   /* MR_REG: first byte, in the process */
	unsigned int attributes;      /* QP_MODIFY: enum ib_qp_attr_mask, which of these fields are valid */
	unsigned int qp_state;
	unsigned int dest_qpn;
	unsigned int rq_psn;
	unsigned int sq_psn;
	unsigned int qkey;
	unsigned int access;  /* QP_MODIFY, MR_REG: enum ib_access_flags */
	unsigned int qp_type; /* QP_CREATE */
	unsigned int pdn;     /* QP_CREATE, MR_REG: as `rdma resource` shows it */
	unsigned int rkey;    /* MR_REG */
	unsigned char dgid[16]; /* QP_MODIFY with an address: GID of the peer */
};

/*
 * One finished control-path call; or an asynchronous event, which no task makes, so that pid, comm and cgroup are those of the
 * object's owner. Ring buffer "events".
 */
struct rm_event {
	unsigned long long time_ns; /* CLOCK_MONOTONIC at the return */
	unsigned long long duration_ns;
	unsigned long long cgroup; /* of the calling task; RM_CGROUP_KERNEL for kernel consumers */
	unsigned int verb;         /* enum rm_verb, or enum rm_async_source */
	unsigned int flags;
	unsigned int device;
	unsigned int object_id; /* as `rdma resource` shows it: lqpn, pdn, cqn, mrn */
	unsigned int pid;       /* the process (tgid) */
	unsigned int tid;
	unsigned int uid; /* real user id, in the initial user namespace */
	int error;        /* 0, or the positive errno; RM_ASYNC_CM: rdma_cm_event.status; RM_ASYNC_COMPLETION: the vendor error */
	char comm[RM_COMM];
	struct rm_detail detail;
};

/* How many objects a device says it can hold. Map "devices": mmap-able array, element index modulo RM_DEVICES. */
struct rm_device {
	unsigned int known; /* not 0 once the rest is written */
	unsigned int index;
	unsigned int most[RM_TYPES]; /* by enum rm_type; 0: not known */
};

enum rm_object_flags {
	RM_OBJECT_KERNEL = 1,
	RM_OBJECT_ID = 2, /* id has been read */
	RM_OBJECT_DYING = 4, /* counted as removed; the driver may still refuse, so quotas still hold it */
	RM_OBJECT_UNLISTED = 8, /* the kernel does not track it: not counted, but held by quotas */
};

enum rm_copy {
	RM_COPY_KPROBE = 1,
	RM_COPY_FENTRY = 2,
	RM_COPY_SEED = 4,
};

/*
 * A live object, by the address of its rdma_restrack_entry: in its place (struct rm_object_place), or, if another object has
 * that, in map "objects" (hash).
 */
struct rm_object {
	unsigned long long cgroup;     /* of the task that created it */
	unsigned long long created_ns; /* CLOCK_MONOTONIC; 0 if it existed before the monitor */
	unsigned long long size;       /* MR: bytes; CQ: entries */
	unsigned int row;
	unsigned int device;
	unsigned int id; /* restrack id: lqpn (GSI/SMI: port << 24 | qpn), pdn, cqn, mrn ... */
	unsigned int pid;
	unsigned char type;
	unsigned char flags;
	unsigned char copies; /* enum rm_copy: which copies have seen the creation */
	unsigned char sized; /* whether its size is held, see struct rm_quota */
	unsigned short shares[RM_SHARES]; /* quotas of the tenants that it counts for; 0: none. All count for the host. */
	unsigned short reserved2;
	char comm[RM_COMM]; /* kernel consumers: kern_name */
};

enum rm_transport {
	RM_TRANSPORT_UNKNOWN,
	RM_TRANSPORT_IB,
	RM_TRANSPORT_OPA,
	RM_TRANSPORT_ROCE_V1,
	RM_TRANSPORT_ROCE_V2,
};

/*
 * An address vector: the peer and the path to it. Some fields are valid only in some cases: dlid and src_path_bits if
 * `transport` is IB or OPA; the GIDs, and what belongs to them, if `global` is not 0; and sgid only if `sgid_known` is not 0
 * too.
 */
struct rm_address {
	unsigned char dgid[16];
	unsigned char sgid[16]; /* what the GID table had at sgid_index when the call returned */
	unsigned int flow_label;
	unsigned int dlid;
	unsigned char transport; /* enum rm_transport; RoCE's version is certain only with sgid_known, and else v1 */
	unsigned char global;
	unsigned char sgid_known;
	unsigned char port;
	unsigned char src_path_bits;
	unsigned char sl;
	unsigned char sgid_index;
	unsigned char hop_limit; /* as asked for */
	unsigned char traffic_class;
	unsigned char reserved[3];
};

/* What calls have set of a queue pair's connection. `attributes` says which fields are valid: IB_QP_AV the address. */
struct rm_path {
	struct rm_address address;
	unsigned int attributes; /* enum ib_qp_attr_mask: everything that calls have set since the queue pair was reset */
	unsigned int dest_qpn;
	unsigned int rq_psn;
	unsigned int sq_psn;
	unsigned char state; /* enum ib_qp_state */
	unsigned char port;
	unsigned char path_mtu; /* enum ib_mtu: 1 is 256 bytes, each further one twice as much */
	unsigned char timeout;  /* 4.096 us times 2 to the power of this; 0: no timeout */
	unsigned char retry_count;
	unsigned char rnr_retry;
	unsigned char min_rnr_timer;
	unsigned char max_rd_atomic;
	unsigned char max_dest_rd_atomic;
	unsigned char reserved[3];
};

/*
 * The beginning of each element of maps "ends", "handles" and "object_places". These are mmap-able arrays. The element of an
 * object is found by the object's address, and claimed in another one, "end_claims", "handle_claims" or "object_claims", which
 * has 8 bytes for each element that are all 0 while it is free. While `begun` and `finished` differ, a program is writing the
 * element.
 */
struct rm_claim {
	unsigned long long object; /* 0: the element is free */
	unsigned int begun;
	unsigned int finished;
};

/* The place of all objects whose address has the same number there, of which it has room for one. Map "object_places". */
struct rm_object_place {
	struct rm_claim claim;
	struct rm_object object; /* valid while it is taken; programs write to single fields of it */
	unsigned int elsewhere;  /* how many objects whose place this is are in map "objects" */
	unsigned int reserved;
};

/*
 * A queue pair's end of its connection, from its first modification until it is destroyed. Map "ends". The object is its
 * rdma_restrack_entry.
 */
struct rm_end {
	struct rm_claim claim;
	unsigned long long since_ns; /* CLOCK_MONOTONIC: when it entered path.state; 0: not known */
	unsigned int device;
	unsigned int id; /* as in struct rm_object */
	struct rm_path path;
};

/* An address handle, from its creation until it is destroyed. Map "handles". The object is its struct ib_ah. */
struct rm_handle {
	struct rm_claim claim;
	unsigned long long since_ns; /* CLOCK_MONOTONIC: when it was made */
	unsigned long long cgroup;   /* of the task that made it; RM_CGROUP_KERNEL for kernel consumers */
	unsigned int device;
	unsigned int pdn; /* its protection domain, as `rdma resource` shows it */
	unsigned int pid; /* of the process that made it; 0 for kernel consumers */
	struct rm_address address;
	char comm[RM_COMM]; /* kernel consumers: kern_name of the protection domain */
};

/* Why a queue pair ended. */
enum rm_end_cause {
	RM_ENDED_UNKNOWN,
	RM_ENDED_DESTROYED, /* its process destroyed it */
	RM_ENDED_CLOSED,    /* the process closed the device, and goes on */
	RM_ENDED_EXITED,    /* the process that had opened the device ended; `status` says how */
	RM_ENDED_OOM,       /* likewise, killed by the kernel's OOM killer */
	RM_ENDED_REMOVED,   /* the device or its driver was removed */
	RM_ENDED_KERNEL,    /* a kernel consumer destroyed it */
};

/* How a queue pair ended, of QP_DESTROY. In place of struct rm_detail. `attributes` says which fields of its path are valid. */
struct rm_ending {
	struct rm_address address;
	unsigned int attributes; /* as in struct rm_path */
	unsigned int dest_qpn;
	unsigned int status;  /* RM_ENDED_EXITED: as wait(2) gives it */
	unsigned char cause;  /* enum rm_end_cause */
	unsigned char state;  /* enum ib_qp_state: the state that the last call that set one set */
	unsigned char reserved[2];
};

/* Something that happened and is no call. In place of struct rm_detail. RM_ASYNC_COMPLETION has only `event`. */
struct rm_async {
	struct rm_address address; /* RM_ASYNC_OBJECT: the peer; RM_ASYNC_CM: its IP address as dgid, if `global` is not 0 */
	unsigned int attributes;   /* as in struct rm_path: the address is valid with IB_QP_AV, qpn with IB_QP_DEST_QPN */
	unsigned int qpn;   /* RM_ASYNC_OBJECT: the peer's; RM_ASYNC_CM: the connection's own, 0 if it has none */
	unsigned int event; /* enum ib_event_type; RM_ASYNC_CM: enum rdma_cm_event_type; RM_ASYNC_COMPLETION: enum ib_wc_status */
	unsigned int port;  /* RM_ASYNC_DEVICE: the device's; RM_ASYNC_CM: that of the peer's service */
	unsigned int type;  /* RM_ASYNC_OBJECT: enum rm_type; RM_TYPES for a work queue */
};

/*
 * Limits of the host or of a tenant, and what they hold. Map "quotas": mmap-able array, element RM_HOST for the host. A tenant
 * is a cgroup with everything below it; map "tenants" (hash) has its element by the cgroup's id. The user side writes limits,
 * and corrects `held` by atomic additions.
 */
struct rm_quota {
	unsigned long long cgroup;
	unsigned int tenants;    /* of RM_HOST: how many there are; with 0 the programs need not look for any */
	unsigned int generation; /* of RM_HOST: changes whenever map "tenants" has changed */
	unsigned int elsewhere;  /* of RM_HOST: how many elements map "promises" has */
	unsigned int sized;      /* of RM_HOST: bit 1 << holding of each size that any quota limits; others do not count.
				    RM_PEERS_LIMITED if any quota has a policy */
	unsigned int limited;    /* bit 1 << holding for each limit in `limit`; RM_PEERS_LIMITED if `peers` is a policy */
	unsigned int rated;      /* the same of `rate` */
	/*
	 * How many changes of what is held, or of the objects and promises that it is held for, programs have begun and
	 * finished. A change is counted only at the innermost quota that it concerns. For a consistent reading, add up
	 * `finished` of a quota and of all within it, read what they hold, and then add up `begun`: if the sums are equal, no
	 * change was under way, and none came meanwhile.
	 */
	unsigned int begun;
	unsigned int finished;
	unsigned int peers; /* number of the policy in map "peers" that says who may be talked to; 0: everybody */
	unsigned int reserved;
	unsigned int limit[RM_HOLDINGS]; /* most live objects, by enum rm_type, and enum rm_size; or RM_NO_LIMIT */
	unsigned int rate[RM_RATES];  /* most calls a second, or RM_NO_LIMIT */
	/* Upper half: objects or their size, live or promised. Lower half: decisions under way. */
	unsigned long long held[RM_HOLDINGS];
	/* Of those: objects that are not in the kernel's list, RM_OBJECT_DYING and RM_OBJECT_UNLISTED. */
	unsigned long long unlisted[RM_HOLDINGS];
	/* Of those: held for creations that succeeded while the object was not seen being made. The user side looks for it. */
	unsigned long long unseen[RM_HOLDINGS];
	unsigned long long window[RM_RATES]; /* upper half: second; lower half: calls in it, plus 65536 */
	unsigned long long before[RM_RATES]; /* the same of the second before */
	unsigned long long refused[RM_HOLDINGS];   /* creations, because of the number of objects */
	unsigned long long refused_rate[RM_RATES]; /* calls, because of the rate */
	unsigned long long killed[RM_HOLDINGS];    /* creations over the limit, not asked for, or for less: by the tripwire */
	unsigned long long passed[RM_HOLDINGS];    /* the same, but they went on: within the limit or (no tripwire) over it */
	unsigned long long over[RM_HOLDINGS];      /* those of `passed` that were over it */
	unsigned long long refused_peers; /* connections and address handles to peers that the policy does not permit */
	unsigned long long killed_peers;  /* processes that had got around the gate to such a peer */
};

/*
 * Addresses that share their first bits. Map "peers" (LPM trie), key struct rm_peer_key; the value is not 0 if they may be
 * talked to. The longest prefix of an address decides; an address without one may not be talked to.
 */
struct rm_peer_key {
	unsigned int prefix_length;   /* in bits, counting those of `list` */
	unsigned int list;            /* number of a policy, times 2; plus 1 for LIDs */
	unsigned char address[16];    /* a GID; or a LID of 4 bytes, as on the wire */
};

/*
 * What a task was promised at the gate, until the object exists or the call has returned. Map "places": mmap-able array,
 * element thread id modulo RM_PLACES. If another thread has this place: map "promises" (hash), by thread id.
 */
struct rm_promise {
	unsigned long long since_ns; /* CLOCK_MONOTONIC */
	unsigned int thread; /* of a place: whose it is; 0: free */
	unsigned int claims; /* of a place: how many threads have it or try to get it */
	unsigned int size;   /* the object's size, in the unit of enum rm_size; 0 if it is not limited */
	unsigned short verb; /* the call that was asked for, enum rm_verb; RM_VERBS if it is none of these */
	unsigned char creates; /* the object that the call may create, enum rm_type; RM_TYPES: none */
	unsigned char reserved;
	unsigned short shares[RM_SHARES];
	unsigned char type;  /* the object that is held for it, enum rm_type; RM_TYPES: none */
	unsigned char flags; /* enum rm_promise_flags */
};

enum rm_promise_flags {
	RM_PROMISE_USED = 1,      /* the call, or the creation, has begun */
	RM_PROMISE_LATE = 2,      /* made by the tripwire */
	RM_PROMISE_CONDEMNED = 4, /* not a promise: the task is being killed */
	RM_PROMISE_REPLACES = 8,  /* the new object takes the place of another, or is another name for it */
};

/*
 * An object that existed before the monitor. It is known from netlink, and so by its id only. Map "seeded" (hash), struct
 * rm_seed -> struct rm_object.
 */
struct rm_seed {
	unsigned int device;
	unsigned int type;
	unsigned int id;
};

/* Argument of the program "resolve": the object whose id is to be found. */
struct rm_resolve {
	unsigned long long object;
};

/*
 * Argument of the program "share": an object, by its address and by the time when it was made, since another object may have
 * the address by then; and the quotas that it is to count for.
 */
struct rm_share {
	unsigned long long object;
	unsigned long long created_ns;
	unsigned long long shares[RM_SHARES];
};

/* Argument of the program "forget": an object that does not exist any more, by its address and by the time when it was made. */
struct rm_forget {
	unsigned long long object;
	unsigned long long created_ns;
};

#endif
