// SPDX-License-Identifier: MIT
/** The commands. Enter by {@link org.rdmamonitor.cli.Main}. May use every other package. */
@NullMarked
package org.rdmamonitor.cli;

import org.jspecify.annotations.NullMarked;
