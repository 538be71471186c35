// SPDX-License-Identifier: MIT
/**
 * The commands {@code rdma-secure litmus}. Enter by {@link org.rdmamonitor.cli.litmus.Litmus}. May
 * use {@code cli.common} and {@code litmus}; what the process gives comes from {@link
 * org.rdmamonitor.cli.litmus.LitmusTools}. A command runs on one thread.
 */
@NullMarked
package org.rdmamonitor.cli.litmus;

import org.jspecify.annotations.NullMarked;
