// SPDX-License-Identifier: MIT
/**
 * How this program sends requests to others' HTTP servers, and what it shares with {@code
 * http.server}: server addresses ({@link org.rdmamonitor.http.ServerAddress}), the file that says
 * how to authenticate and how to use TLS ({@link org.rdmamonitor.http.HttpConfigFile}), the sender
 * of requests ({@link org.rdmamonitor.http.HttpSender}), certificates and keys ({@link
 * org.rdmamonitor.http.TlsContexts}) and the YAML of configuration files ({@link
 * org.rdmamonitor.http.YamlFile}).
 *
 * <p>May use {@code pem}, {@code text}, the JDK and, only in this package, snakeyaml-engine. Only
 * {@code HttpSender} loads the JDK's HTTP client, because that takes long. All of it but {@code
 * YamlFile} is immutable or safe for use by several threads.
 */
@NullMarked
package org.rdmamonitor.http;

import org.jspecify.annotations.NullMarked;
