// SPDX-License-Identifier: MIT
/**
 * Certificates and keys for {@code rdma-secure}: an authority, a server's and a client's, in a
 * directory. Enter by {@link org.rdmamonitor.secure.keys.Keygen}.
 *
 * <p>Uses the JDK only, and keytool(1) of the JDK that runs.
 */
@NullMarked
package org.rdmamonitor.secure.keys;

import org.jspecify.annotations.NullMarked;
