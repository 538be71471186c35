// SPDX-License-Identifier: MIT
/**
 * Ethernet frames beside the host's own stack: which interfaces there are, what frames are made of,
 * who answers, how they are recorded, and where a monitor finds what was counted. Enter by {@link
 * org.rdmamonitor.ethernet.TrafficPlan} (what to send), {@link org.rdmamonitor.ethernet.Responder}
 * (who answers), {@link org.rdmamonitor.ethernet.PcapngWriter}, {@link
 * org.rdmamonitor.ethernet.CounterFile} and {@link org.rdmamonitor.ethernet.Interfaces}. Needs the
 * JDK, {@code files} and {@code nativelib.ethernet}; used by {@code cli.ethernet}.
 */
@NullMarked
package org.rdmamonitor.ethernet;

import org.jspecify.annotations.NullMarked;
