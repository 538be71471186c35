// SPDX-License-Identifier: MIT
/**
 * Members of a group find each other over authenticated connections: one is the server, the others
 * join it, and each is told how to reach all others. Then all do their task, and the first one that
 * fails ends the others. Enter by {@link org.rdmamonitor.secure.group.GroupServer} and {@link
 * org.rdmamonitor.secure.group.GroupClient}; {@link org.rdmamonitor.secure.group.Member} is the
 * interface to what a member does.
 *
 * <p>Uses {@code secure.tls} and {@code secure.wire} only.
 */
@NullMarked
package org.rdmamonitor.secure.group;

import org.jspecify.annotations.NullMarked;
