// SPDX-License-Identifier: MIT
/**
 * The command {@code fleet}: all hosts that a Prometheus server scrapes. Enter by {@link
 * org.rdmamonitor.cli.fleet.FleetCommand}. Builds on {@code cli.recordings} (moments), {@code
 * cli.options}, {@code cli.loop} (when to read) and {@code cli.process}. A command runs on one
 * thread.
 */
@NullMarked
package org.rdmamonitor.cli.fleet;

import org.jspecify.annotations.NullMarked;
