// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A limit with what it is for, written {@code KEY=NUMBER}. An amount may be as large as the limit.
 *
 * @param most from 0; {@link #UNLIMITED} for none
 */
public record Limit(LimitKey key, long most) {
  public static final long UNLIMITED = Long.MAX_VALUE;

  private static final Pattern NUMBER = Pattern.compile("([0-9]{1,18})([KMGTkmgt]?)");

  /**
   * Reads a limit: {@code qp=1000}, {@code *:mr-bytes=8G}, {@code /a/b:qp=unlimited}. Behind a
   * number of bytes, and no other, may be one letter for a power of 1024.
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

  /** What could stand in the place of a text that is no limit, in words. */
  public static String example(String text) {
    return Optional.of(text.lastIndexOf('='))
        .filter(sign -> sign >= 0)
        .flatMap(sign -> LimitKey.parse(text.substring(0, sign).strip()))
        .filter(key -> key.resource() == Resource.MR_BYTES)
        .map(key -> key.text() + "=8G, a whole number and behind it nothing or one of K, M, G, T")
        .orElse("qp=1000");
  }

  private static Optional<Long> number(String word, Resource resource) {
    if (word.equals("unlimited")) {
      return Optional.of(UNLIMITED);
    }
    Matcher matcher = NUMBER.matcher(word);
    if (!matcher.matches() || (!matcher.group(2).isEmpty() && resource != Resource.MR_BYTES)) {
      return Optional.empty();
    }
    int shift = matcher.group(2).isEmpty() ? 0 : 10 * power(matcher.group(2));
    long number = Long.parseLong(matcher.group(1));
    return number > (Long.MAX_VALUE >> shift) ? Optional.empty() : Optional.of(number << shift);
  }

  private static int power(String letter) {
    return 1 + "KMGT".indexOf(Character.toUpperCase(letter.charAt(0)));
  }

  /** As {@link #parse} reads it. */
  public String text() {
    return key.text() + "=" + (most == UNLIMITED ? "unlimited" : Long.toString(most));
  }
}
