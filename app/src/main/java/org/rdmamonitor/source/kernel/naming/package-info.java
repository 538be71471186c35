// SPDX-License-Identifier: MIT
/**
 * What people call the workloads of cgroups: names of pods, containers and users that the host has
 * in its files, found by the ids in the cgroups' paths. Enter by {@link
 * org.rdmamonitor.source.kernel.naming.WorkloadNames}.
 *
 * <p>May use {@code model}, {@code http}, {@code nativelib.posix} and a JSON parser. The files were
 * written by others: those that any user could have put there are ignored, sizes are bounded, and
 * invalid names are left out ({@link org.rdmamonitor.model.cgroup.GivenNames}). {@code
 * WorkloadNames} is used by one thread, and reads on another.
 */
@NullMarked
package org.rdmamonitor.source.kernel.naming;

import org.jspecify.annotations.NullMarked;
