// SPDX-License-Identifier: MIT
/**
 * How this program asks servers of others over HTTP, and what it shares with {@code http.server}:
 * where they are ({@link org.rdmamonitor.http.ServerAddress}), how to authenticate and how TLS
 * knows them ({@link org.rdmamonitor.http.HttpConfigFile}), and who asks ({@link
 * org.rdmamonitor.http.HttpSender}); certificates and keys ({@link
 * org.rdmamonitor.http.TlsContexts}) and the YAML of configuration files ({@link
 * org.rdmamonitor.http.YamlFile}).
 *
 * <p>May use {@code pem}, {@code text}, the JDK, and here alone snakeyaml-engine. Nothing but
 * {@code HttpSender} loads the JDK's HTTP client, which takes long. All of it but {@code YamlFile}
 * is immutable or safe for use by several threads.
 */
@NullMarked
package org.rdmamonitor.http;

import org.jspecify.annotations.NullMarked;
