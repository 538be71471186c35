// SPDX-License-Identifier: MIT
/**
 * Options that several commands of rdma-monitor have, each group a mixin of picocli, and what they
 * take ({@link org.rdmamonitor.cli.options.OptionValues}). What the command line does not say,
 * {@link org.rdmamonitor.cli.options.EnvironmentOptions} looks up in the environment. Builds on
 * {@code cli.loop} and {@code cli.process}. A command's options are used by its thread.
 */
@NullMarked
package org.rdmamonitor.cli.options;

import org.jspecify.annotations.NullMarked;
