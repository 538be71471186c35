// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.recordings;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A moment of a recording, as people tell it. */
public interface Moment {
  /** When that was, in a recording that was made from one time to another in a time zone. */
  Instant in(Instant begin, Instant end, ZoneId zone);

  /** {@code 10m ago}, {@code +90s}, {@code 14:05[:30]}, or a date and time of ISO 8601. */
  final class Converter implements ITypeConverter<Moment> {
    private static final Pattern SPAN =
        Pattern.compile("(\\+?)([0-9]{1,9}(?:\\.[0-9]{1,3})?)(ms|[smhd])( ago)?");

    @Override
    public Moment convert(String word) {
      Matcher span = SPAN.matcher(word.strip());
      if (span.matches() && span.group(1).isEmpty() != (span.group(4) == null)) {
        Duration duration = duration(span.group(2), span.group(3));
        return span.group(4) == null
            ? (begin, end, zone) -> begin.plus(duration)
            : (begin, end, zone) -> end.minus(duration);
      }
      try {
        return absolute(word.strip());
      } catch (DateTimeException e) {
        throw new TypeConversionException(
            "'%s' is no time such as '10m ago', +90s, 14:05, 14:05:30 or 2026-11-21T14:05:30Z"
                .formatted(word));
      }
    }

    private static Duration duration(String number, String unit) {
      double millis =
          Double.parseDouble(number)
              * switch (unit) {
                case "ms" -> 1;
                case "s" -> 1e3;
                case "m" -> 60e3;
                case "h" -> 3600e3;
                default -> 86400e3;
              };
      return Duration.ofMillis(Math.round(millis));
    }

    private static Moment absolute(String word) {
      if (word.matches("[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?")) {
        LocalTime time = LocalTime.parse(word.length() % 3 == 1 ? "0" + word : word);
        return (begin, end, zone) -> first(time, begin.atZone(zone));
      }
      if (word.matches(".*T.*(Z|[+-][0-9:]+)")) {
        Instant time = ZonedDateTime.parse(word).toInstant();
        return (begin, end, zone) -> time;
      }
      LocalDateTime time = LocalDateTime.parse(word.replace(' ', 'T'));
      return (begin, end, zone) -> time.atZone(zone).toInstant();
    }

    /** The first such time of a day that is not before the recording. */
    private static Instant first(LocalTime time, ZonedDateTime begin) {
      ZonedDateTime sameDay = begin.with(time);
      boolean isEarlier = time.isBefore(begin.toLocalTime().withNano(0));
      return (isEarlier ? sameDay.plusDays(1) : sameDay).toInstant();
    }
  }
}
