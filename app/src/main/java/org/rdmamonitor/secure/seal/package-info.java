// SPDX-License-Identifier: MIT
/**
 * Sealing: payload that RDMA carries is encrypted and authenticated with AES-256-GCM by the two
 * ends. Enter by {@link org.rdmamonitor.secure.seal.SealKeys}, which derives the keys from the TLS
 * connection, then {@link org.rdmamonitor.secure.seal.Sealer} and {@link
 * org.rdmamonitor.secure.seal.Opener}. rdma-secure(7) says for each operation what it gives.
 *
 * <p>Uses the JDK only. A sealer or opener is for one thread; it has to be closed so that its key
 * is forgotten.
 */
@NullMarked
package org.rdmamonitor.secure.seal;

import org.jspecify.annotations.NullMarked;
