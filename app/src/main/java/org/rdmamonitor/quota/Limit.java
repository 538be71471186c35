// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.Optional;
import java.util.OptionalLong;
import org.rdmamonitor.units.Bytes;

/**
 * A limit and what it applies to, written {@code KEY=NUMBER}. An amount may be as large as the
 * limit.
 *
 * @param most from 0; {@link #UNLIMITED} for none
 */
public record Limit(LimitKey key, long most) {
  public static final long UNLIMITED = Long.MAX_VALUE;

  /**
   * Parses a limit: {@code qp=1000}, {@code *:mr-bytes=8G}, {@code /a/b:qp=unlimited}, {@code
   * QP_COUNT=none}, which is 0. Only a number of bytes may be followed by a letter, which stands
   * for a power of 1024.
   */
  public static Optional<Limit> parse(String text) {
    int sign = text.lastIndexOf('=');
    if (sign < 0) {
      return Optional.empty();
    }
    return LimitKey.parse(text.substring(0, sign).strip())
        .flatMap(key ->
            number(text.substring(sign + 1).strip(), key.resource())
                .map(most -> new Limit(key, most)));
  }

  /** A correction of a text that is no limit, in words. */
  public static String example(String text) {
    return Optional.of(text.lastIndexOf('='))
        .filter(sign -> sign >= 0)
        .flatMap(sign -> LimitKey.parse(text.substring(0, sign).strip()))
        .filter(key -> key.resource().isBytes())
        .map(key -> key.text() + "=8G, a whole number and behind it nothing or one of K, M, G, T")
        .orElse("qp=1000");
  }

  private static Optional<Long> number(String word, Resource resource) {
    if (word.equals("unlimited")) {
      return Optional.of(UNLIMITED);
    }
    if (word.equals("none")) {
      return Optional.of(0L);
    }
    OptionalLong number = Bytes.parse(word);
    boolean hasUnit = !word.isEmpty() && !Character.isDigit(word.charAt(word.length() - 1));
    return number.isEmpty() || number.getAsLong() == UNLIMITED || (hasUnit && !resource.isBytes())
        ? Optional.empty()
        : Optional.of(number.getAsLong());
  }

  /** The text that {@link #parse} reads. */
  public String text() {
    return key.text() + "=" + (most == UNLIMITED ? "unlimited" : Long.toString(most));
  }
}
