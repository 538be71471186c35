// SPDX-License-Identifier: MIT
/**
 * The commands of {@code rdma-monitor quota}. Enter by {@link
 * org.rdmamonitor.cli.quota.QuotaCommand}. May use {@code cli.common}, {@code quota}, {@code text},
 * and for the kernel's objects {@code source} and {@code model}; what the process gives comes from
 * {@link org.rdmamonitor.cli.quota.QuotaTools}.
 */
@NullMarked
package org.rdmamonitor.cli.quota;

import org.jspecify.annotations.NullMarked;
