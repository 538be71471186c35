// SPDX-License-Identifier: MIT
/**
 * What the commands of all programs share: {@link org.rdmamonitor.cli.common.ExitCode}, {@link
 * org.rdmamonitor.cli.common.HelpOption}, {@link org.rdmamonitor.cli.common.Distribution}, how
 * errors are told ({@link org.rdmamonitor.cli.common.Failure}) and signals are met ({@link
 * org.rdmamonitor.cli.common.Stop}), and the values of options: {@link
 * org.rdmamonitor.cli.common.Numbers} and {@link org.rdmamonitor.cli.common.Choice}. Depends on
 * picocli only; safe for use by several threads.
 */
@NullMarked
package org.rdmamonitor.cli.common;

import org.jspecify.annotations.NullMarked;
