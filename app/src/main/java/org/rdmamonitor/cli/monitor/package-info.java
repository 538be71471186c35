// SPDX-License-Identifier: MIT
/**
 * The commands that watch this host: {@link org.rdmamonitor.cli.monitor.RdmaMonitor}, the monitor
 * itself, {@code export} and {@code record}, and what these two do beside the monitor too ({@link
 * org.rdmamonitor.cli.monitor.Exporter}, {@link org.rdmamonitor.cli.monitor.Recorder}). Builds on
 * {@code cli.options} and {@code cli.loop}. A command runs on one thread.
 */
@NullMarked
package org.rdmamonitor.cli.monitor;

import org.jspecify.annotations.NullMarked;
