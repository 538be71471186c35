// SPDX-License-Identifier: MIT
/**
 * The RDMA devices of a host: which there are and whether they can be used ({@link
 * org.rdmamonitor.secure.devices.Survey}), a trial of one ({@link
 * org.rdmamonitor.secure.devices.Loopback}), and a soft-RoCE device where there is none ({@link
 * org.rdmamonitor.secure.devices.RxeSetup}).
 *
 * <p>May use {@code text} and {@code nativelib.verbs}. For use by one thread. The host is accessed
 * through {@link org.rdmamonitor.secure.devices.Machine} and {@link
 * org.rdmamonitor.secure.devices.Commands}, which tests replace.
 */
@NullMarked
package org.rdmamonitor.secure.devices;

import org.jspecify.annotations.NullMarked;
