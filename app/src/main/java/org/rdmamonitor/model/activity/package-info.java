// SPDX-License-Identifier: MIT
/**
 * How much of it: counts of calls and of objects, and what they came to during an interval. Enter
 * by {@link org.rdmamonitor.model.activity.Activity}.
 *
 * <p>Depends on {@code model.call} and {@code model.resource}. All types are immutable, but for
 * builders, which are for one thread.
 */
@NullMarked
package org.rdmamonitor.model.activity;

import org.jspecify.annotations.NullMarked;
