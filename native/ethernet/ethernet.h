/* SPDX-License-Identifier: MIT */
/* Ethernet frames of one interface, beside the kernel's own stack: a port has rings of frames, which this library owns,
 * and steers to them what is for its MAC address. Loops over the rings are here; what they are to do is decided in
 * Java. Sizes are bytes without the frame check sequence, times are nanoseconds of CLOCK_MONOTONIC. Functions that can
 * fail give 0 or a negative errno. One thread at a time for each queue of a port; opening and closing by one thread,
 * when no other uses the port. */
#ifndef ETHERNET_H
#define ETHERNET_H

#define ET_VERSION 3
#define ET_BURST 32	   /* frames that are handled together */
#define ET_MOST_QUEUES 16
#define ET_MOST_FRAME 65535 /* the longest that segmentation offload makes */
#define ET_MOST_FLOWS 1024
#define ET_WHY 256
#define ET_DEVICE 64 /* IB_DEVICE_NAME_MAX */

/* How frames get in and out. All but the first are libraries of their own, beside this one, which are loaded when they
 * are asked for, so that the libraries that they need may be missing otherwise. */
enum et_mode {
	ET_PACKET, /* packet(7), TPACKET_V3 */
	ET_XDP,	   /* AF_XDP */
	ET_VERBS,  /* raw packet queue pairs and work queues of libibverbs */
	ET_DV,	   /* the rings of an mlx5 device, by mlx5dv */
	ET_MODES
};

/* Bits: by which fields of a frame flows are spread over several queues. 0: whatever the mode can do. */
enum et_rss {
	ET_RSS_IPV4 = 1,
	ET_RSS_IPV4_TCP = 2,
	ET_RSS_IPV4_UDP = 4,
	ET_RSS_IPV6 = 8,
	ET_RSS_IPV6_TCP = 16,
	ET_RSS_IPV6_UDP = 32,
};

struct et_settings {
	char interface[16];
	unsigned char mac[6];	  /* whose frames it gets, with all broadcast and multicast */
	unsigned char everything; /* and all others that the interface sees */
	unsigned char listens;	  /* nothing is sent */
	unsigned char joined;	  /* takes what offloads have joined of several frames too, up to ET_MOST_FRAME */
	unsigned char one_segment;   /* a frame that is sent or received is one piece of memory, also where it is long */
	unsigned char own_checksums; /* one that was left to a device is filled in, and what a device says of it not believed */
	unsigned char optional;	     /* nobody asked for this mode: opening fails if another one is better here */
	unsigned int mode;	  /* enum et_mode */
	unsigned int rss;	  /* enum et_rss */
	unsigned int queues;	  /* 1 to ET_MOST_QUEUES */
	unsigned int receive_size, transmit_size; /* frames in each ring: powers of two, 64 to 65536 */
	unsigned int frame_size;  /* the longest that is sent, or is expected without segmentation offload */
	char device[ET_DEVICE];	  /* the RDMA device of the interface's port, and which port of it; "" and 0: none */
	unsigned int device_port;
	unsigned int alone; /* it answers as its address: no other port of this host on this interface may do so too */
	char why[ET_WHY]; /* one line: after a failure what could not be done, after success how it is done */
};

/* What is counted: frames that came and went, and why others were dropped. */
enum et_count {
	ET_RECEIVED,
	ET_RECEIVED_BYTES,
	ET_SENT,
	ET_SENT_BYTES,
	ET_RING_FULL,	 /* nobody took them from the ring in time; the kernel's count */
	ET_TOO_SHORT,	 /* no whole header, received */
	ET_TOO_LONG,	 /* longer than the port takes, received or to be sent */
	ET_CUT_OFF,	 /* longer than a place of the ring */
	ET_NOT_OURS,	 /* for another address, though steered to here */
	ET_SEND_FULL,	 /* no place in the ring to send, as while the interface is down */
	ET_SEND_REFUSED, /* the kernel or the device did not take it */
	ET_DOWN,	 /* how often the interface was found down, or gone */
	ET_COUNTS
};

struct et_counters {
	unsigned long long of[ET_COUNTS];
};

/* A frame. What et_receive() gives is lent until the next call for the same queue. */
struct et_frame {
	void *data;
	unsigned long long time; /* when it came, CLOCK_REALTIME in nanoseconds */
	unsigned int length;	 /* as it was on the wire */
	unsigned int held;	 /* bytes at `data` */
	unsigned int checksum_at; /* where a checksum is still to be filled in, from the beginning; 0: nowhere */
	unsigned int checksum_from; /* and over what: from here to the end */
	unsigned short segment;	 /* if not 0 it stands for several frames with this many bytes of payload each */
	unsigned short segment_type, header; /* as struct virtio_net_hdr has them */
	unsigned short verified; /* not 0: a device has looked at the checksums of IPv4 and of UDP or TCP, and they are right */
};

unsigned int et_version(void);

/* sizeof of the structures that C and Java have to agree on. */
unsigned long et_size_of_settings(void);
unsigned long et_size_of_progress(void);
unsigned long et_size_of_traffic(void);
unsigned long et_size_of_frame(void);
unsigned long et_size_of_tap(void);

/* Opens a port; *port is its handle. */
int et_open(struct et_settings *settings, unsigned long long *port);
void et_close(unsigned long long port);

/* Gives the frames that are there now, at most so many and no more than ET_BURST; -ENETDOWN while the interface is
 * down, -ENODEV when it is gone. */
int et_receive(unsigned long long port, unsigned int queue, struct et_frame *frames, unsigned int most);

/* Sends copies, with the checksums that are in them; gives how many were taken, those that cannot be sent at all (ET_TOO_LONG)
 * among them. The others are dropped, and counted as ET_SEND_FULL. */
int et_send(unsigned long long port, unsigned int queue, const struct et_frame *frames, unsigned int count);

/* Waits until there may be frames to receive, or it is over. Gives 1 or 0. */
int et_wait(unsigned long long port, unsigned int queue, int milliseconds);

/* What happened since the port was opened, all queues together; more than the sum of the queues where a device counts for all
 * of them only. */
void et_count(unsigned long long port, struct et_counters *counters);

/* The same of one queue. */
void et_count_queue(unsigned long long port, unsigned int queue, struct et_counters *counters);

/*
 * Loops. Each runs in the thread that calls it until it is done or `stop` is set, and tells in `progress` how far it is;
 * another thread may read that at any time.
 */

#define ET_HISTOGRAM 2048

struct et_progress {
	int stop;	      /* set by the other side */
	int error;	      /* negative errno that ended it */
	unsigned long long began, ended;
	unsigned long long sent, received; /* stamped frames, of all flows */
	unsigned long long sent_bytes, received_bytes;
	unsigned long long strange;    /* received, without a stamp of this run */
	unsigned long long changed;    /* with a stamp and another payload than was sent */
	unsigned long long duplicates; /* that had come before */
	unsigned long long reordered;  /* that came after a later one of their flow */
	unsigned long long late;       /* so much later that nobody knows any more whether they had come before */
	unsigned long long answered;   /* sent back */
	unsigned long long relayed_in, relayed_out; /* to the tap device, and from it */
	unsigned long long tap_dropped;	/* the tap device did not take them */
	/* Nanoseconds from the sending to the return: et_histogram_value() of each place. */
	unsigned long long least, most;
	double sum;
	unsigned long long histogram[ET_HISTOGRAM];
};

/* The least value that is counted in a place of the histogram: 32 places for each power of two. */
unsigned long long et_histogram_value(unsigned int place);

/* A frame as it is sent over and over. */
struct et_template {
	unsigned char *data;
	unsigned int length;
	unsigned int stamp_at;	  /* 16 bytes; even distance to the checksum */
	unsigned int checksum_at; /* of UDP or TCP, right for a stamp of zeros; 0: none */
	unsigned int flow;	  /* below ET_MOST_FLOWS; sequences are counted by flow */
};

/* What to send: the templates one after the other, again and again. */
struct et_traffic {
	const struct et_template *templates;
	unsigned int count;
	unsigned int run;	    /* tells this run's frames from another's; 16 bits */
	unsigned long long frames;  /* 0: until stopped */
	unsigned long long duration; /* for how long at most; 0: without end */
	double rate;		    /* frames a second; 0: as fast as it goes */
	unsigned long long linger;  /* how long to wait for the last ones to return */
	unsigned int receives;	    /* whether they come back */
	unsigned int reserved;
};

/* Sends, and counts what comes back. */
int et_generate(unsigned long long port, unsigned int queue, const struct et_traffic *traffic, struct et_progress *progress);

/* Counts what another sends, until stopped. */
int et_sink(unsigned long long port, unsigned int queue, unsigned int run, struct et_progress *progress);

/* Sends every frame for this address back to where it came from: addresses and ports change places, checksums stay
 * right. Broadcast and multicast are left alone. Counts it as et_sink() does too, where it is stamped. */
int et_reflect(unsigned long long port, unsigned int queue, struct et_progress *progress);

/* A tap device, which is an interface of the host's own stack and goes with its last descriptor. */
struct et_tap {
	char name[16]; /* what it is to be called, perhaps with %d in it; then what it is called */
	unsigned char mac[6];
	unsigned char several; /* more descriptors may follow, one for each queue */
	unsigned char reserved;
	unsigned int mtu;
	int fd;
	char why[ET_WHY];
};

/* Makes one, or opens another queue of it. Nothing goes through it yet. */
int et_tap_open(struct et_tap *tap);

/* Gives it its address and MTU, and sets it up. */
int et_tap_set_up(struct et_tap *tap);

/* Another MTU. */
int et_tap_set_mtu(struct et_tap *tap);
void et_tap_close(int fd);

/* Carries frames between the port and a tap device (IFF_TAP, IFF_NO_PI, IFF_VNET_HDR), whose stack leaves checksums to the port
 * where that has a device to fill them in. */
int et_relay(unsigned long long port, unsigned int queue, int tap, struct et_progress *progress);

#endif
