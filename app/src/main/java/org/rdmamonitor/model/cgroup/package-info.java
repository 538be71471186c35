// SPDX-License-Identifier: MIT
/**
 * To whom something belongs: a cgroup, the names that runtimes, the kubelet and Slurm have given
 * it, and what people call it. Enter by {@link org.rdmamonitor.model.cgroup.Cgroup}.
 *
 * <p>Depends on {@code units} only. All types are immutable.
 */
@NullMarked
package org.rdmamonitor.model.cgroup;

import org.jspecify.annotations.NullMarked;
