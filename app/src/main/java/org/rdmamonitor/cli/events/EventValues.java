// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.events;

import java.time.Duration;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.AsyncEventType;
import org.rdmamonitor.model.call.Errno;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What the filters of events take. */
final class EventValues {
  private static final int LARGEST_ERRNO = 4095; // MAX_ERRNO of include/linux/err.h

  private EventValues() {}

  /** An error by name or number, or {@code any}. */
  static final class Result implements ITypeConverter<IntPredicate> {
    @Override
    public IntPredicate convert(String word) {
      if (word.equals("any")) {
        return errno -> errno != 0;
      }
      if (word.matches("[0-9]{1,4}")) {
        int number = Integer.parseInt(word);
        return errno -> errno == number;
      }
      String name = word.toUpperCase(Locale.ROOT);
      for (int number = 1; number <= LARGEST_ERRNO; number++) {
        if (Errno.name(number).equals(name)) {
          int wanted = number;
          return errno -> errno == wanted;
        }
      }
      throw new TypeConversionException(
          "'%s' is no error: give its name such as ENOMEM, its number such as 12, or 'any'"
              .formatted(word));
    }
  }

  /** An asynchronous event by name, or by number where it has no name here; or {@code any}. */
  static final class Asynchronous implements ITypeConverter<Predicate<AsyncEvent>> {
    @Override
    public Predicate<AsyncEvent> convert(String word) {
      if (word.equals("any")) {
        return event -> true;
      }
      String name = word.toUpperCase(Locale.ROOT);
      if (!word.matches("[0-9]{1,10}") && AsyncEventType.named(name).isEmpty()) {
        throw new TypeConversionException(
            "'%s' is no asynchronous event: give its name such as QP_FATAL or REJECTED, or 'any'"
                .formatted(word));
      }
      return event -> event.name().equals(name);
    }
  }

  /** A span of time with its unit. */
  static final class Time implements ITypeConverter<Duration> {
    private static final Pattern TIME = Pattern.compile("([0-9]{1,9})(ns|us|ms|s)");

    @Override
    public Duration convert(String word) {
      Matcher time = TIME.matcher(word);
      if (!time.matches()) {
        throw new TypeConversionException("'%s' is no time such as 800us or 5ms".formatted(word));
      }
      long number = Long.parseLong(time.group(1));
      return switch (time.group(2)) {
        case "ns" -> Duration.ofNanos(number);
        case "us" -> Duration.ofNanos(1000 * number);
        case "ms" -> Duration.ofMillis(number);
        default -> Duration.ofSeconds(number);
      };
    }
  }
}
