// SPDX-License-Identifier: MIT
/**
 * The command {@code events}, a log of calls as they return, of now or of a recording. Enter by
 * {@link org.rdmamonitor.cli.events.EventsCommand}; {@link org.rdmamonitor.cli.events.EventLoop}
 * reads and writes. Builds on {@code cli.recordings}, {@code cli.options} and {@code cli.loop}. A
 * command runs on one thread.
 */
@NullMarked
package org.rdmamonitor.cli.events;

import org.jspecify.annotations.NullMarked;
