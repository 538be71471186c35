// SPDX-License-Identifier: MIT
/**
 * Sealing: the two ends encrypt and authenticate the payload that RDMA carries with AES-256-GCM.
 * Enter by {@link org.rdmamonitor.secure.seal.SealKeys}, which derives the keys from the TLS
 * connection, then {@link org.rdmamonitor.secure.seal.Sealer} and {@link
 * org.rdmamonitor.secure.seal.Opener}. rdma-secure(7) says which protection each operation has.
 *
 * <p>Uses the JDK only. A sealer or opener is for one thread; it must be closed so that its key is
 * overwritten.
 */
@NullMarked
package org.rdmamonitor.secure.seal;

import org.jspecify.annotations.NullMarked;
