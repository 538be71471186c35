/* SPDX-License-Identifier: MIT */
/* Ethernet frames of one interface, beside the kernel's own stack: a port has rings of frames, which this library owns, and
 * steers frames for its MAC address to them. The loops over the rings are here; Java decides what they do. Sizes are in bytes
 * without the frame check sequence, times in nanoseconds of CLOCK_MONOTONIC. Functions that can fail return 0 or a negative
 * errno. Each queue of a port is for one thread at a time; a port is opened and closed by one thread, while no other uses
 * it. */
#ifndef ETHERNET_H
#define ETHERNET_H

#define ET_VERSION 3
#define ET_BURST 32	   /* how many frames are handled together at most */
#define ET_MOST_QUEUES 16
#define ET_MOST_FRAME 65535 /* the longest frame that segmentation offload makes */
#define ET_MOST_FLOWS 1024
#define ET_WHY 256
#define ET_DEVICE 64 /* IB_DEVICE_NAME_MAX */

/* How frames get in and out. All modes but the first are libraries of their own beside this one, loaded only when they are
 * asked for, so that the libraries that they need may be missing otherwise. */
enum et_mode {
	ET_PACKET, /* packet(7), TPACKET_V3 */
	ET_XDP,	   /* AF_XDP */
	ET_VERBS,  /* raw packet queue pairs and work queues of libibverbs */
	ET_DV,	   /* the rings of an mlx5 device, by mlx5dv */
	ET_MODES
};

/* Bits: the fields of a frame by which flows are spread over several queues. 0: whatever the mode can do. */
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
	unsigned char mac[6];	  /* frames for this address are received, and all broadcast and multicast */
	unsigned char everything; /* receive all other frames that the interface sees, too */
	unsigned char listens;	  /* nothing is sent */
	unsigned char joined;	  /* also receive frames that offloads have joined of several ones, up to ET_MOST_FRAME */
	unsigned char one_segment;   /* a frame to send or to receive must be in one piece of memory, even a long one */
	unsigned char own_checksums; /* fill in checksums that were left to a device, and do not believe a device about them */
	unsigned char optional;	     /* nobody asked for this mode: opening fails if another one is better here */
	unsigned int mode;	  /* enum et_mode */
	unsigned int rss;	  /* enum et_rss */
	unsigned int queues;	  /* 1 to ET_MOST_QUEUES */
	unsigned int receive_size, transmit_size; /* frames in each ring: powers of two, 64 to 65536 */
	unsigned int frame_size;  /* the longest frame that is sent, or is expected without segmentation offload */
	char device[ET_DEVICE];	  /* the RDMA device of the interface's port, and which port of it; "" and 0: none */
	unsigned int device_port;
	unsigned int alone; /* this host answers as its address: no other port of this host may do so on this interface */
	char why[ET_WHY]; /* one line: after a failure what failed, after success how frames get in and out */
};

/* What is counted: frames that came and went, and why others were dropped. */
enum et_count {
	ET_RECEIVED,
	ET_RECEIVED_BYTES,
	ET_SENT,
	ET_SENT_BYTES,
	ET_RING_FULL,	 /* nobody took them out of the ring in time; the kernel's count */
	ET_TOO_SHORT,	 /* received without a whole header */
	ET_TOO_LONG,	 /* received or to be sent, and longer than the port takes */
	ET_CUT_OFF,	 /* longer than a place in the ring */
	ET_NOT_OURS,	 /* for another address, although they were steered to this port */
	ET_SEND_FULL,	 /* no place in the ring to send, for instance while the interface is down */
	ET_SEND_REFUSED, /* the kernel or the device did not take it */
	ET_DOWN,	 /* how often the interface was found down, or gone */
	ET_COUNTS
};

struct et_counters {
	unsigned long long of[ET_COUNTS];
};

/* A frame. A frame from et_receive() is lent until the next call for the same queue. */
struct et_frame {
	void *data;
	unsigned long long time; /* when it came, CLOCK_REALTIME in nanoseconds */
	unsigned int length;	 /* as it was on the wire */
	unsigned int held;	 /* bytes at `data` */
	unsigned int checksum_at; /* offset at which a checksum must still be filled in; 0: none */
	unsigned int checksum_from; /* it is the sum from this offset to the end */
	unsigned short segment;	 /* if not 0, the frame stands for several frames, each with this many bytes of payload */
	unsigned short segment_type, header; /* as in struct virtio_net_hdr */
	unsigned short verified; /* not 0: a device has checked the checksums of IPv4 and of UDP or TCP, and they are right */
};

unsigned int et_version(void);

/* sizeof of the structures that C and Java have to agree on. */
unsigned long et_size_of_settings(void);
unsigned long et_size_of_progress(void);
unsigned long et_size_of_traffic(void);
unsigned long et_size_of_frame(void);
unsigned long et_size_of_tap(void);

/* Opens a port, and stores its handle in *port. */
int et_open(struct et_settings *settings, unsigned long long *port);
void et_close(unsigned long long port);

/* Gives the frames that are there now, at most as many as asked for and no more than ET_BURST; -ENETDOWN while the interface is
 * down, -ENODEV when it is gone. */
int et_receive(unsigned long long port, unsigned int queue, struct et_frame *frames, unsigned int most);

/* Sends copies, with the checksums that are in them. Returns how many were taken; frames that can never be sent (ET_TOO_LONG)
 * count as taken. The others are dropped, and counted as ET_SEND_FULL. */
int et_send(unsigned long long port, unsigned int queue, const struct et_frame *frames, unsigned int count);

/* Waits until there may be frames to receive, or the time is over. Returns 1 or 0. */
int et_wait(unsigned long long port, unsigned int queue, int milliseconds);

/* The counters since the port was opened, of all queues together. They may be more than the sum of the queues, as a device may
 * count some only for all queues. */
void et_count(unsigned long long port, struct et_counters *counters);

/* The counters of one queue. */
void et_count_queue(unsigned long long port, unsigned int queue, struct et_counters *counters);

/*
 * Loops. Each runs in the thread that calls it until it is done or `stop` is set, and keeps `progress` up to date; another
 * thread may read that at any time.
 */

#define ET_HISTOGRAM 2048

struct et_progress {
	int stop;	      /* set by another thread */
	int error;	      /* the negative errno that ended the loop */
	unsigned long long began, ended;
	unsigned long long sent, received; /* stamped frames, of all flows */
	unsigned long long sent_bytes, received_bytes;
	unsigned long long strange;    /* received, without a stamp of this run */
	unsigned long long changed;    /* stamped, but with another payload than was sent */
	unsigned long long duplicates; /* had been received before */
	unsigned long long reordered;  /* received after a later frame of their flow */
	unsigned long long late;       /* so much later that it is no longer known whether they had been received before */
	unsigned long long answered;   /* sent back */
	unsigned long long relayed_in, relayed_out; /* to the tap device, and from it */
	unsigned long long tap_dropped;	/* the tap device did not take them */
	/* Nanoseconds from sending to return; the histogram's places are those of et_histogram_value(). */
	unsigned long long least, most;
	double sum;
	unsigned long long histogram[ET_HISTOGRAM];
};

/* The smallest value that is counted in a place of the histogram, which has 32 places for each power of two. */
unsigned long long et_histogram_value(unsigned int place);

/* A frame that is sent over and over. */
struct et_template {
	unsigned char *data;
	unsigned int length;
	unsigned int stamp_at;	  /* where the stamp of 16 bytes is; an even distance from the checksum */
	unsigned int checksum_at; /* of UDP or TCP, right for a stamp of zeros; 0: none */
	unsigned int flow;	  /* below ET_MOST_FLOWS; each flow has its own sequence */
};

/* What to send: the templates one after the other, again and again. */
struct et_traffic {
	const struct et_template *templates;
	unsigned int count;
	unsigned int run;	    /* distinguishes this run's frames from another's; 16 bits */
	unsigned long long frames;  /* 0: until stopped */
	unsigned long long duration; /* for how long at most; 0: without end */
	double rate;		    /* frames a second; 0: as fast as it goes */
	unsigned long long linger;  /* how long to wait for the last frames to return */
	unsigned int receives;	    /* whether the frames come back */
	unsigned int reserved;
};

/* Sends frames, and counts those that come back. */
int et_generate(unsigned long long port, unsigned int queue, const struct et_traffic *traffic, struct et_progress *progress);

/* Counts frames that another sender sends, until stopped. */
int et_sink(unsigned long long port, unsigned int queue, unsigned int run, struct et_progress *progress);

/* Sends every frame for this address back to its sender, with addresses and ports exchanged; checksums stay right. Leaves
 * broadcast and multicast alone. Counts stamped frames as et_sink() does. */
int et_reflect(unsigned long long port, unsigned int queue, struct et_progress *progress);

/* A tap device, which is an interface of the host's own stack and goes with its last descriptor. */
struct et_tap {
	char name[16]; /* the wanted name, perhaps with %d in it; afterwards the actual name */
	unsigned char mac[6];
	unsigned char several; /* whether more descriptors may follow, one for each queue */
	unsigned char reserved;
	unsigned int mtu;
	int fd;
	char why[ET_WHY];
};

/* Makes a tap device, or opens another queue of it. No frames pass yet. */
int et_tap_open(struct et_tap *tap);

/* Gives the tap device its address and MTU, and sets it up. */
int et_tap_set_up(struct et_tap *tap);

/* Changes its MTU. */
int et_tap_set_mtu(struct et_tap *tap);
void et_tap_close(int fd);

/* Carries frames between the port and a tap device (IFF_TAP, IFF_NO_PI, IFF_VNET_HDR). The tap device's stack leaves checksums
 * to the port if the port's device fills them in. */
int et_relay(unsigned long long port, unsigned int queue, int tap, struct et_progress *progress);

#endif
