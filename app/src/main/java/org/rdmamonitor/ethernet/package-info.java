// SPDX-License-Identifier: MIT
/**
 * Ethernet frames beside the host's own stack: which interfaces there are, what frames are made of,
 * who answers, and how they are recorded. Enter by {@link org.rdmamonitor.ethernet.TrafficPlan}
 * (what to send), {@link org.rdmamonitor.ethernet.Responder} (who answers), {@link
 * org.rdmamonitor.ethernet.PcapngWriter} and {@link org.rdmamonitor.ethernet.Interfaces}. Needs the
 * JDK and {@code nativelib.ethernet}; used by {@code cli.ethernet}.
 */
@NullMarked
package org.rdmamonitor.ethernet;

import org.jspecify.annotations.NullMarked;
