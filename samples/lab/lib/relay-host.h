/* SPDX-License-Identifier: MIT */
/* The parts of the relay's host end: the machine (relay-machine.c) and the terminal (relay-terminal.c). */
#ifndef LAB_RELAY_HOST_H
#define LAB_RELAY_HOST_H

#include "relay.h"

/* What this process exits with when the lab, and not the command in it, fails. */
enum { EXIT_LAB = 125 };

/* This process gets the signal when its parent ends. */
void die_with_parent(int signal);
int parent_is_gone(void);

/* Starts QEMU, its own messages going to a file; returns this end of the connection to the guest. */
int start_machine(char **arguments, const char *log);
void end_machine(void);
/* Waits for the end of QEMU, which has hung up; tells whether it was a signal that ended it. */
int machine_fell(void);

/* Finds out which of stdin, stdout and stderr are terminals that this process may use. */
void find_terminals(void);
int is_terminal(int fd);
/* Where terminal output goes: stdout if it is one. */
int terminal_fd(void);
struct relay_winsize terminal_size(void);
/* From here on the guest's pseudo-terminal interprets the keys, so this one must not. */
void make_terminal_raw(void);
void restore_terminal(void);

#endif
