// SPDX-License-Identifier: MIT
/**
 * Sending and receiving Ethernet frames without the host's network stack: which interfaces there
 * are, what frames contain, who answers them, how they are recorded, and where a monitor finds the
 * counts. Enter by {@link org.rdmamonitor.ethernet.TrafficPlan} (what to send), {@link
 * org.rdmamonitor.ethernet.Responder} (who answers), {@link org.rdmamonitor.ethernet.PcapngWriter},
 * {@link org.rdmamonitor.ethernet.CounterFile} and {@link org.rdmamonitor.ethernet.Interfaces}.
 * Needs the JDK, {@code files} and {@code nativelib.ethernet}; used by {@code cli.ethernet}.
 */
@NullMarked
package org.rdmamonitor.ethernet;

import org.jspecify.annotations.NullMarked;
