// SPDX-License-Identifier: MIT
/**
 * What the commands of all programs share: {@link org.rdmamonitor.cli.common.ExitCode}, {@link
 * org.rdmamonitor.cli.common.HelpOption} and {@link org.rdmamonitor.cli.common.Distribution}.
 * Depends on picocli only; safe for use by several threads.
 */
@NullMarked
package org.rdmamonitor.cli.common;

import org.jspecify.annotations.NullMarked;
