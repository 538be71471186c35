// SPDX-License-Identifier: MIT
/**
 * The commands: what the user asks for, and how it ends. Enter by {@link
 * org.rdmamonitor.cli.RdmaMonitor}; {@link org.rdmamonitor.cli.MonitorLoop} is the monitor itself,
 * {@link org.rdmamonitor.cli.TuiLoop} the same on a screen.
 *
 * <p>May use every other package but {@code nativelib} itself; alone in using picocli and the
 * standard streams. Commands take what the process gives them (streams, environment, time, the
 * source) from {@link org.rdmamonitor.cli.ProcessContext}, so that tests can give something else. A
 * command runs on one thread.
 */
@NullMarked
package org.rdmamonitor.cli;

import org.jspecify.annotations.NullMarked;
