// SPDX-License-Identifier: MIT
/**
 * What the commands of all programs share: {@link org.rdmamonitor.cli.common.ExitCode} and {@link
 * org.rdmamonitor.cli.common.Distribution}. Depends on nothing; safe for use by several threads.
 */
@NullMarked
package org.rdmamonitor.cli.common;

import org.jspecify.annotations.NullMarked;
