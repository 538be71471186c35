// SPDX-License-Identifier: MIT
/**
 * The other end of the collector's socket, for administrators: {@link
 * org.rdmamonitor.quota.client.CollectorClient}. Uses {@code quota}, {@code quota.wire} and {@code
 * nativelib.posix}.
 */
@NullMarked
package org.rdmamonitor.quota.client;

import org.jspecify.annotations.NullMarked;
