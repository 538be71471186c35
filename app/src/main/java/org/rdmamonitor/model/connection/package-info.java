// SPDX-License-Identifier: MIT
/**
 * Who talks to whom, as one host knows it. Enter by {@link
 * org.rdmamonitor.model.connection.Peering}.
 *
 * <p>Depends on {@code model} and the packages that its samples consist of. Types are immutable,
 * except for {@link org.rdmamonitor.model.connection.ContactLog}, which is for one thread.
 */
@NullMarked
package org.rdmamonitor.model.connection;

import org.jspecify.annotations.NullMarked;
