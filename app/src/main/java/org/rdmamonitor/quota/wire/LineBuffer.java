// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * Cuts what arrives into lines, which end with a line feed, or with a zero as C's strings do. For
 * one thread.
 *
 * <p>Old clients send a request without any end and wait. So the first request of a connection is
 * accepted without one when nothing follows.
 */
public final class LineBuffer {
  /** Bytes of a line; the path of a cgroup has 4096 at most. */
  public static final int MAX_LINE = 8192;

  private static final int FEW = 256;

  /** No other request begins like these. */
  private static final Set<String> COMPLETE =
      Set.of("GET_STATS", "QP_CREATE", "QP_DESTROY", "CQ_CREATE", "CQ_DESTROY");

  private byte[] bytes = new byte[FEW];
  private int begin;
  private int end;
  private boolean hadLine;

  /** Adds what arrived. */
  public void add(byte[] source, int length) {
    if (end + length > bytes.length) {
      int pending = end - begin;
      byte[] larger = pending + length <= bytes.length ? bytes : new byte[grown(pending + length)];
      System.arraycopy(bytes, begin, larger, 0, pending);
      bytes = larger;
      begin = 0;
      end = pending;
    }
    System.arraycopy(source, 0, bytes, end, length);
    end += length;
  }

  private static int grown(int least) {
    return Math.max(FEW, Integer.highestOneBit(least - 1) << 1);
  }

  /** The next line; empty ones are left out. */
  public Optional<String> next() {
    for (int i = begin; i < end; i++) {
      if (bytes[i] == '\n' || bytes[i] == 0) {
        String line = text(i);
        begin = i + 1;
        if (!line.isEmpty()) {
          hadLine = true;
          return Optional.of(line);
        }
        i = begin - 1;
      }
    }
    return Optional.empty();
  }

  private String text(int until) {
    return new String(bytes, begin, until - begin, StandardCharsets.UTF_8).strip();
  }

  /** Whether the line that has no end yet is longer than any line may be. */
  public boolean isTooLong() {
    return end - begin > MAX_LINE;
  }

  /** Whether what has arrived may be the only request of a client that sends no end. */
  public boolean mayBeWhole() {
    return !hadLine && end > begin;
  }

  /** Whether it certainly is such a request. */
  public boolean isWhole() {
    return mayBeWhole() && COMPLETE.contains(text(end));
  }

  /** Takes what has arrived without an end. */
  public Optional<String> takeRest() {
    String line = text(end);
    begin = end;
    hadLine = true;
    return line.isEmpty() ? Optional.empty() : Optional.of(line);
  }

  @Override
  public String toString() {
    return new String(Arrays.copyOfRange(bytes, begin, end), StandardCharsets.UTF_8);
  }
}
