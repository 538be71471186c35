/* SPDX-License-Identifier: MIT */
/* What the library's files share.
 *
 * The files call each other in one direction only, which a test holds them to: downwards in
 *   exports                  what stands in front of libibverbs
 *   operations               what stands in for the function pointers of a context
 *   create, modify, wq, flows, caps      objects that are made, changed and destroyed
 *   poll, receive, send      the data path
 *   device                   what belongs to one context
 *   completions, requests    rings of work completions and of receive requests
 *   port                     the network interface
 *   rule, rss, checksum, packet, toeplitz      what frames say; no state
 *   table, library, settings                   what all of them use */
#ifndef RAWETH_H
#define RAWETH_H

#define EXPORT __attribute__((visibility("default")))

/* Gives a function the name and version that programs are bound to; the linker script lets nothing else out. */
#define BIND(function, symbol_and_version) \
	__asm__(".symver raweth_" #function ", " symbol_and_version)

#endif
