// SPDX-License-Identifier: MIT
/**
 * Certificates and private keys in files, for whoever speaks TLS: {@link
 * org.rdmamonitor.pem.PemFile}.
 *
 * <p>Uses the JDK only. What a certificate is good for is its user's to say.
 */
@NullMarked
package org.rdmamonitor.pem;

import org.jspecify.annotations.NullMarked;
