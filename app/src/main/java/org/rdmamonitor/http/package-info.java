// SPDX-License-Identifier: MIT
/**
 * How this program asks servers of others over HTTP: where they are ({@link
 * org.rdmamonitor.http.ServerAddress}), how to authenticate and how TLS knows them ({@link
 * org.rdmamonitor.http.HttpConfigFile}), and a client for that ({@link
 * org.rdmamonitor.http.HttpClients}).
 *
 * <p>May use {@code pem}, {@code text} and the JDK. Nothing but {@code HttpClients} loads the JDK's
 * HTTP client, which takes long. All of it is immutable or safe for use by several threads.
 */
@NullMarked
package org.rdmamonitor.http;

import org.jspecify.annotations.NullMarked;
