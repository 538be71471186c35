// SPDX-License-Identifier: MIT
/**
 * The command {@code rdma-secure ethernet}. Enter by {@link
 * org.rdmamonitor.cli.ethernet.EthernetCommand}. May use {@code ethernet}, {@code
 * nativelib.ethernet}, {@code cli.common} and {@code text}.
 */
@NullMarked
package org.rdmamonitor.cli.ethernet;

import org.jspecify.annotations.NullMarked;
