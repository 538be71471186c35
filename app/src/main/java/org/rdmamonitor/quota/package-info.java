// SPDX-License-Identifier: MIT
/**
 * How many RDMA objects processes may make, all together and by cgroup: limits, leases, and the
 * decision. Enter by {@link org.rdmamonitor.quota.Books}, which decides. {@link
 * org.rdmamonitor.quota.KernelTruth} is the interface to what the kernel counts, {@link
 * org.rdmamonitor.quota.Credits} the one to what processes do without asking.
 *
 * <p>Uses the JDK and {@code units} only, and no clock, file or socket. Everything but {@code
 * Books} is immutable, or guarded by its lock.
 */
@NullMarked
package org.rdmamonitor.quota;

import org.jspecify.annotations.NullMarked;
