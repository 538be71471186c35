// SPDX-License-Identifier: MIT
/**
 * Testbeds of RDMA devices: each node of a test has a device of its own, or one that it shares,
 * with a protection domain and memory, and reliable connections to others. Enter by {@link
 * org.rdmamonitor.litmus.device.DeviceTestbeds}.
 *
 * <p>Uses {@code litmus.run}, {@code litmus.hosts} and {@code nativelib.verbs}. Not safe for
 * threads, but for what {@link org.rdmamonitor.litmus.run.Testbed} says.
 */
@NullMarked
package org.rdmamonitor.litmus.device;

import org.jspecify.annotations.NullMarked;
