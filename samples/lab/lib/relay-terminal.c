// SPDX-License-Identifier: MIT
// The terminal that the lab was called from, if it was.
#include "relay-host.h"

#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static int terminals[3];
static struct termios saved_termios;
static int raw;

int terminal_fd(void)
{
	return terminals[1] ? 1 : terminals[2] ? 2 : 0;
}

struct relay_winsize terminal_size(void)
{
	struct winsize size = { .ws_row = 24, .ws_col = 80 };

	ioctl(terminal_fd(), TIOCGWINSZ, &size);
	return (struct relay_winsize){ size.ws_row, size.ws_col };
}

void find_terminals(void)
{
	for (int i = 0; i < 3; i++)
		terminals[i] = isatty(i);
	/* A background job may not read the terminal nor change its modes. */
	if (terminals[0] && tcgetpgrp(0) != getpgrp())
		terminals[0] = 0;
}

void make_terminal_raw(void)
{
	struct termios now;

	if (!terminals[0] || tcgetattr(0, &saved_termios))
		return;
	now = saved_termios;
	cfmakeraw(&now);
	if (!terminals[1])
		now.c_oflag = saved_termios.c_oflag;	/* lines from a pipe to this terminal need their CR */
	raw = tcsetattr(0, TCSADRAIN, &now) == 0;
}

int is_terminal(int fd)
{
	return terminals[fd];
}

void restore_terminal(void)
{
	if (raw)
		tcsetattr(0, TCSADRAIN, &saved_termios);
	raw = 0;
}
