// SPDX-License-Identifier: MIT
/**
 * What happens: calls on the control path, what devices and the connection manager tell on their
 * own, and what statuses and errors mean. Enter by {@link org.rdmamonitor.model.call.ControlEvent}.
 *
 * <p>Depends on {@code model.resource}, {@code model.cgroup} and {@code units}. All types are
 * immutable.
 */
@NullMarked
package org.rdmamonitor.model.call;

import org.jspecify.annotations.NullMarked;
