// SPDX-License-Identifier: MIT
/**
 * The commands of rdma-secure, which are those of {@code rdma-monitor secure} too. Enter by {@link
 * org.rdmamonitor.cli.secure.RdmaSecure}. May use {@code cli.common}, {@code cli.litmus}, {@code
 * cli.ethernet}, {@code secure}, {@code sst}, {@code litmus} and {@code nativelib.verbs}; what the
 * process gives comes from {@link org.rdmamonitor.cli.secure.SecureTools}. A command runs on one
 * thread; its exceptions become sentences in {@code cli.Program}.
 */
@NullMarked
package org.rdmamonitor.cli.secure;

import org.jspecify.annotations.NullMarked;
