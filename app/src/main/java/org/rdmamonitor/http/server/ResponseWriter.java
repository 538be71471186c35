// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** Writes answers in HTTP/1 (RFC 9112). */
final class ResponseWriter {
  private static final int CHUNK = 8192;
  private static final byte[] LINE_END = {'\r', '\n'};

  private static final Map<Integer, String> REASONS =
      Map.ofEntries(
          Map.entry(200, "OK"),
          Map.entry(400, "Bad Request"),
          Map.entry(401, "Unauthorized"),
          Map.entry(404, "Not Found"),
          Map.entry(405, "Method Not Allowed"),
          Map.entry(413, "Content Too Large"),
          Map.entry(429, "Too Many Requests"),
          Map.entry(431, "Request Header Fields Too Large"),
          Map.entry(500, "Internal Server Error"),
          Map.entry(503, "Service Unavailable"),
          Map.entry(505, "HTTP Version Not Supported"));

  private ResponseWriter() {}

  /**
   * Writes an answer.
   *
   * @param isHead whether to leave out the body
   * @param isOld whether the client may not know chunked transfer
   * @param goesOn whether the connection will be used again; must be false for a body of unknown
   *     length to an old client, because only the end of the connection marks the body's end then
   */
  static void write(
      Response response, boolean isHead, boolean isOld, boolean goesOn, OutputStream out)
      throws IOException {
    boolean isChunked = response.length() < 0 && !isOld;
    Map<String, String> headers = new TreeMap<>(response.headers());
    headers.put(
        "Date", DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)));
    if (isChunked) {
      headers.put("Transfer-Encoding", "chunked");
    } else if (response.length() >= 0) {
      headers.put("Content-Length", Long.toString(response.length()));
    }
    if (!goesOn) {
      headers.put("Connection", "close");
    }
    StringBuilder head = new StringBuilder("HTTP/1.1 ");
    head.append(response.status())
        .append(' ')
        .append(REASONS.getOrDefault(response.status(), "-"))
        .append("\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    out.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    if (isHead) {
      out.flush();
      return;
    }
    if (isChunked) {
      OutputStream body = new BufferedOutputStream(new Chunks(out), CHUNK);
      response.body().writeTo(body);
      body.flush();
      out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    } else {
      response.body().writeTo(out);
    }
    out.flush();
  }

  /** Writes each write as a chunk. */
  private static final class Chunks extends OutputStream {
    private final OutputStream out;

    Chunks(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (length > 0) {
        String size = HexFormat.of().toHexDigits(length, 8);
        out.write(size.getBytes(StandardCharsets.US_ASCII));
        out.write(LINE_END);
        out.write(bytes, offset, length);
        out.write(LINE_END);
      }
    }
  }
}
