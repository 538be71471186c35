// SPDX-License-Identifier: MIT
/**
 * How others ask this program over HTTP: a server for few and small pages, at which a client that
 * is slow, silent or hostile costs its own connection and no more ({@link
 * org.rdmamonitor.http.server.WebServer}), and the file that says who may ask and by which TLS, in
 * the format of Prometheus' exporters ({@link org.rdmamonitor.http.server.LiveWebConfig}).
 *
 * <p>May use {@code http}, {@code text}, the JDK, and Spring Security's bcrypt. Safe for use by
 * several threads where a class does not say otherwise.
 */
@NullMarked
package org.rdmamonitor.http.server;

import org.jspecify.annotations.NullMarked;
