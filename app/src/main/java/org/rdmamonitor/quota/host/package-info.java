// SPDX-License-Identifier: MIT
/**
 * Which processes there are, and what is known of them: {@link
 * org.rdmamonitor.quota.host.Processes}. Uses {@code quota}, {@code files} and {@code
 * nativelib.posix} only.
 */
@NullMarked
package org.rdmamonitor.quota.host;

import org.jspecify.annotations.NullMarked;
