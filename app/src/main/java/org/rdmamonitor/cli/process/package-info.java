// SPDX-License-Identifier: MIT
/**
 * What a process is given, so that tests can give something else: streams, environment, terminal,
 * source and the passing of time ({@link org.rdmamonitor.cli.process.ProcessContext}, {@link
 * org.rdmamonitor.cli.process.Pace}), and what it says of itself ({@link
 * org.rdmamonitor.cli.process.Version}). Builds on no other package of {@code cli}. Signals come on
 * threads of their own; the rest is used by the one that runs the command.
 */
@NullMarked
package org.rdmamonitor.cli.process;

import org.jspecify.annotations.NullMarked;
