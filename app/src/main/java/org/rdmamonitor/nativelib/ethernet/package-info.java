// SPDX-License-Identifier: MIT
/**
 * Ethernet frames of an interface beside the host's own stack. Enter by {@link
 * org.rdmamonitor.nativelib.ethernet.EthernetPort#open}, which loads the library of {@code
 * native/ethernet}. The library's loops run on a thread of the caller's, and report their progress
 * in a {@link org.rdmamonitor.nativelib.ethernet.LoopProgress}. Used by {@code ethernet} and {@code
 * cli}.
 */
@NullMarked
package org.rdmamonitor.nativelib.ethernet;

import org.jspecify.annotations.NullMarked;
