// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads requests of HTTP/1 (RFC 9112) that are small. For one thread. */
final class RequestReader {
  /** The limit of everything before the body, in bytes. */
  static final int MOST_HEAD = 16_384;

  static final int MOST_HEADERS = 64;

  /**
   * Nobody reads a body, but a small one is taken in, so that the client goes on to read the
   * answer.
   */
  private static final int MOST_BODY = 16_384;

  private static final Pattern TARGET =
      Pattern.compile(
          "([!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}) (?:https?://[^/?# ]*)?([^ ]*) HTTP/1\\.([01])");

  private static final Pattern HEADER =
      Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*([^\\x00\\r]*)");

  private final InputStream in;
  private int left;

  /** Reads from this stream, which must be buffered and support mark and reset. */
  RequestReader(InputStream in) {
    this.in = in;
  }

  /** The bytes are not an HTTP request, or are one that this server does not accept. */
  static final class BadRequestException extends Exception {
    @Serial private static final long serialVersionUID = 1;

    private final int status;

    BadRequestException(int status, String message) {
      super(message);
      this.status = status;
    }

    int status() {
      return status;
    }
  }

  /** Waits for the first byte of a request; false if the client will send none. */
  boolean await() throws IOException {
    in.mark(1);
    int first = in.read();
    if (first < 0) {
      return false;
    }
    in.reset();
    return true;
  }

  /** Reads the next request to its end. */
  Request read() throws IOException, BadRequestException {
    left = MOST_HEAD;
    String first = line();
    if (first.isEmpty()) {
      first = line(); // RFC 9112, 2.2: some clients end a request with an empty line
    }
    Matcher target = TARGET.matcher(first);
    if (!target.matches()) {
      throw first.matches("\\S+ \\S+ HTTP/[0-9.]+")
          ? new BadRequestException(505, "HTTP/1.1 is spoken here.")
          : new BadRequestException(400, "That is no request.");
    }
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    int count = 0;
    for (String line = line(); !line.isEmpty(); line = line()) {
      Matcher header = HEADER.matcher(line);
      if (!header.matches()) {
        throw new BadRequestException(400, "There is a line that is no header.");
      }
      if (++count > MOST_HEADERS) {
        throw new BadRequestException(431, "There are more headers than " + MOST_HEADERS + ".");
      }
      headers
          .computeIfAbsent(header.group(1), name -> new ArrayList<>())
          .add(header.group(2).stripTrailing());
    }
    boolean isOld = target.group(3).equals("0");
    if (!isOld && headers.getOrDefault("Host", List.of()).size() != 1) {
      throw new BadRequestException(400, "There is not one Host.");
    }
    skipBody(headers);
    String path = target.group(2).split("[?#]", 2)[0];
    return new Request(target.group(1), path.isEmpty() ? "/" : path, headers, isOld);
  }

  private void skipBody(Map<String, List<String>> headers) throws IOException, BadRequestException {
    Optional<String> length =
        headers.getOrDefault("Content-Length", List.of("0")).stream()
            .distinct()
            .reduce((a, b) -> "-");
    if (headers.containsKey("Transfer-Encoding")) {
      throw new BadRequestException(413, "A request has no body here.");
    }
    if (!length.orElse("-").matches("[0-9]{1,18}")) {
      throw new BadRequestException(400, "Content-Length is no length.");
    }
    long bytes = Long.parseLong(length.get());
    if (bytes > MOST_BODY) {
      throw new BadRequestException(413, "A request has no body here.");
    }
    in.skipNBytes(bytes);
  }

  /** A line, with each byte as a character (ISO 8859-1). */
  private String line() throws IOException, BadRequestException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the client went");
      }
      if (--left <= 0) {
        throw new BadRequestException(
            431, "A request is longer than " + MOST_HEAD + " bytes here.");
      }
      line.append((char) c);
    }
    left--;
    int length = line.length();
    if (length > 0 && line.charAt(length - 1) == '\r') {
      line.setLength(length - 1);
    }
    return line.toString();
  }
}
