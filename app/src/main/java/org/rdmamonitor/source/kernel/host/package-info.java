// SPDX-License-Identifier: MIT
/**
 * What a host tells by its files and by RDMA netlink, without BPF: cgroups and their names,
 * processes, devices, ports, GIDs, modules, capabilities, and the lists of objects ({@link
 * org.rdmamonitor.source.kernel.host.RdmaResources}).
 *
 * <p>May use {@code model} and {@code nativelib}.
 */
@NullMarked
package org.rdmamonitor.source.kernel.host;

import org.jspecify.annotations.NullMarked;
