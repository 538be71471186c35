// SPDX-License-Identifier: MIT
/**
 * The commands {@code rdma-secure litmus}. Enter by {@link
 * org.rdmamonitor.cli.litmus.LitmusCommand}. May use {@code cli.common}, {@code litmus}, {@code
 * text} and, to run tests, {@code nativelib.verbs}; what the process gives comes from {@link
 * org.rdmamonitor.cli.litmus.LitmusTools}. A command runs on one thread; tests that are run have
 * threads of their own.
 */
@NullMarked
package org.rdmamonitor.cli.litmus;

import org.jspecify.annotations.NullMarked;
