// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.rdmamonitor.cli.common.Choice;
import org.rdmamonitor.cli.common.Numbers;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.Resource;
import org.rdmamonitor.quota.journal.Format;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What options take, read from words; says what is expected where a word is something else. */
final class QuotaValues {
  private QuotaValues() {}

  /** {@code qp=1000}, {@code *:mr-bytes=8G}, {@code /a/b:qp=unlimited}. */
  static final class LimitWord implements ITypeConverter<Limit> {
    @Override
    public Limit convert(String word) {
      return Limit.parse(word)
          .orElseThrow(() ->
              new TypeConversionException(
                  ("'%s' is not [CGROUP:]RESOURCE=LIMIT, such as qp=1000, *:mr-bytes=8G or"
                          + " /system.slice:cq=unlimited; resources are %s,"
                          + " or by their names in config.txt, such as QP_COUNT")
                      .formatted(
                          word,
                          Arrays.stream(Resource.values())
                              .map(Resource::key)
                              .collect(Collectors.joining(", ")))));
    }
  }

  /** A number of connections. */
  public static final class Connections implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String word) {
      return (int) whole(word, 1, 100_000);
    }
  }

  /** Seconds, from 1 to a day. */
  static final class Seconds implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String word) {
      return Duration.ofSeconds(whole(word, 1, 86_400));
    }
  }

  /** Seconds, from 1 to 300. */
  static final class InFlight implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String word) {
      return Duration.ofSeconds(whole(word, 1, 300));
    }
  }

  /** From 0 to 1000. */
  static final class Percent implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String word) {
      return (int) whole(word, 0, 1000);
    }
  }

  /** A number of readings, from 1. */
  static final class Readings implements ITypeConverter<Long> {
    @Override
    public Long convert(String word) {
      return whole(word, 1, Long.MAX_VALUE);
    }
  }

  /** What a line of the log is. */
  static final class Formats extends Choice<Format> {
    Formats() {
      super(
          List.of(Format.values()),
          format -> format.name().toLowerCase(Locale.ROOT),
          "'%s' is none of %s");
    }
  }

  /** What rows are sorted by; also by its name in config.txt. */
  static final class Resources extends Choice<Resource> {
    Resources() {
      super(Resource.HELD, Resource::key, "'%s' is none of %s");
    }

    @Override
    public Resource convert(String word) {
      return Resource.of(word).filter(Resource.HELD::contains).orElseGet(() -> super.convert(word));
    }
  }

  private static long whole(String word, long least, long most) {
    return Numbers.whole(word, least, most)
        .orElseThrow(() ->
            new TypeConversionException(
                "'%s' is not a whole number from %d to %d".formatted(word, least, most)));
  }
}
