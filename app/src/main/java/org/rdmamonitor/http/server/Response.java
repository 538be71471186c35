// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An answer.
 *
 * @param status of HTTP
 * @param headers all but those about the connection and the body's length
 * @param length of the body in bytes; negative if it is not known beforehand
 * @param body writes the body
 */
public record Response(int status, Map<String, String> headers, long length, Body body) {
  /** Writes a body; may be called any number of times. */
  @FunctionalInterface
  public interface Body {
    void writeTo(OutputStream out) throws IOException;
  }

  public Response {
    headers = Map.copyOf(headers);
  }

  /** A line of text. */
  public static Response text(int status, String line) {
    byte[] body = (line + "\n").getBytes(StandardCharsets.UTF_8);
    return new Response(
        status,
        Map.of("Content-Type", "text/plain; charset=utf-8"),
        body.length,
        out -> out.write(body));
  }

  /** The same answer with another header, or with another value of that header. */
  public Response with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Response(status, more, length, body);
  }
}
