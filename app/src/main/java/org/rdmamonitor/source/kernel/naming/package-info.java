// SPDX-License-Identifier: MIT
/**
 * What people call the workloads of cgroups: names of pods, containers and users that the host has
 * in its files, by the ids that are in the cgroups' paths. Enter by {@link
 * org.rdmamonitor.source.kernel.naming.WorkloadNames}.
 *
 * <p>May use {@code model}, {@code http}, {@code nativelib.posix} and a JSON parser. What is read
 * was written by others: files and directories that any user could have put there are passed over,
 * sizes are bounded, and names that are none are left out ({@link
 * org.rdmamonitor.model.cgroup.GivenNames}). {@code WorkloadNames} is used by one thread, and reads
 * on another.
 */
@NullMarked
package org.rdmamonitor.source.kernel.naming;

import org.jspecify.annotations.NullMarked;
