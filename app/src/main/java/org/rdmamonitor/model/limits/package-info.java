// SPDX-License-Identifier: MIT
/**
 * What is allowed: rules, the limits that are set on them, and what came of these in the kernel.
 * Enter by {@link org.rdmamonitor.model.limits.Rule}.
 *
 * <p>Depends on {@code model.activity} and what that depends on, and {@code model.cgroup}. All
 * types are immutable.
 */
@NullMarked
package org.rdmamonitor.model.limits;

import org.jspecify.annotations.NullMarked;
