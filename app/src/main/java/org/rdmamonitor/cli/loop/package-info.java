// SPDX-License-Identifier: MIT
/**
 * The loop of every command that shows readings, of now or of a recording: {@link
 * org.rdmamonitor.cli.loop.Feed} reads samples and tells its listeners, {@link
 * org.rdmamonitor.cli.loop.MonitorLoop} has readings reported, {@link
 * org.rdmamonitor.cli.loop.TuiLoop} shows them on a screen; {@link
 * org.rdmamonitor.cli.loop.LiveConfiguration} is {@code config.txt} meanwhile. Builds on {@code
 * cli.process}. Not safe for use by several threads.
 */
@NullMarked
package org.rdmamonitor.cli.loop;

import org.jspecify.annotations.NullMarked;
