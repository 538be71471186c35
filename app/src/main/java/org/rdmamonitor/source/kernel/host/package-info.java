// SPDX-License-Identifier: MIT
/**
 * What a host tells by its files and by RDMA netlink, without BPF: cgroups and their names,
 * processes, devices, ports, GIDs, modules, capabilities, the lists of objects ({@link
 * org.rdmamonitor.source.kernel.host.RdmaResources}), and what {@code rdma-secure ethernet create}
 * counts ({@link org.rdmamonitor.source.kernel.host.EthernetFiles}).
 *
 * <p>May use {@code model}, {@code files}, {@code text} and {@code nativelib}.
 */
@NullMarked
package org.rdmamonitor.source.kernel.host;

import org.jspecify.annotations.NullMarked;
