// SPDX-License-Identifier: MIT
/**
 * How much there is: numbers of calls and of objects, and how they changed during an interval.
 * Enter by {@link org.rdmamonitor.model.activity.Activity}.
 *
 * <p>Depends on {@code model.call} and {@code model.resource}. All types are immutable, except for
 * builders, which are for one thread.
 */
@NullMarked
package org.rdmamonitor.model.activity;

import org.jspecify.annotations.NullMarked;
