// SPDX-License-Identifier: MIT
/**
 * TLS between a server and its clients: it authenticates the other end, and gives a channel for the
 * messages of {@code secure.wire}. Enter by {@link org.rdmamonitor.secure.tls.Listener} at the
 * server, by {@link org.rdmamonitor.secure.tls.TlsClient} at the client; both give a {@link
 * org.rdmamonitor.secure.tls.ControlChannel}. {@link org.rdmamonitor.secure.tls.Credentials} are
 * read from PEM files.
 *
 * <p>Uses the JDK, {@code pem} and {@code secure.wire} only. Each connection has its own SSL
 * context, so that no session is ever resumed, and each wait has a deadline.
 */
@NullMarked
package org.rdmamonitor.secure.tls;

import org.jspecify.annotations.NullMarked;
