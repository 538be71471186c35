// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A request. Immutable. It has no body, because nothing here needs one.
 *
 * @param method such as GET
 * @param path as it came, without the query
 * @param headers by name; names are compared without regard to case
 * @param isOld whether it is HTTP/1.0
 */
public record Request(
    String method, String path, Map<String, List<String>> headers, boolean isOld) {
  public Request {
    Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    copy.putAll(headers);
    headers = Collections.unmodifiableMap(copy);
  }

  /** The values of a header, in their order. */
  public List<String> header(String name) {
    return headers.getOrDefault(name, List.of());
  }

  /** Whether the client wants to send more requests over this connection. */
  boolean keepsAlive() {
    return !isOld
        && header("Connection").stream()
            .noneMatch(value -> value.toLowerCase(Locale.ROOT).contains("close"));
  }
}
