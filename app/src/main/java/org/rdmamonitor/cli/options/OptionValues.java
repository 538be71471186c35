// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.rdmamonitor.cli.common.Choice;
import org.rdmamonitor.cli.common.Numbers;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.render.tui.View;
import org.rdmamonitor.render.tui.canvas.Theme;
import org.rdmamonitor.source.kernel.watch.KernelOptions.Copies;
import org.rdmamonitor.source.kernel.watch.KernelOptions.OnExit;
import org.rdmamonitor.source.kernel.watch.KernelOptions.Probes;
import org.rdmamonitor.units.Bytes;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What options take, read from words; says what is expected where a word is something else. */
public final class OptionValues {
  private static final int NANO_DIGITS = 9;

  private OptionValues() {}

  /** From 0.1 seconds to a day. */
  public static final class Interval implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String word) {
      return seconds(word, "0.1", "86400");
    }
  }

  /** From 0.1 seconds to ten years. */
  public static final class Span implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String word) {
      return seconds(word, "0.1", "315360000");
    }
  }

  /**
   * From a second to a day, a tenth of a second less: a reading that comes a little early is not
   * passed over.
   */
  static final class PortInterval implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String word) {
      return seconds(word, "1", "86400").minusMillis(100);
    }
  }

  /** A file, by its absolute path. */
  static final class LibraryFile implements ITypeConverter<Path> {
    @Override
    public Path convert(String word) {
      try {
        return Path.of(word).toAbsolutePath().normalize();
      } catch (InvalidPathException e) {
        throw new TypeConversionException("'%s' is no name of a file".formatted(word));
      }
    }
  }

  /** A regular expression for names of devices. */
  static final class DeviceName implements ITypeConverter<String> {
    @Override
    public String convert(String word) {
      try {
        return Pattern.compile(word).pattern();
      } catch (PatternSyntaxException e) {
        throw new TypeConversionException(
            "'%s' is no regular expression such as mlx5_[0-3] or mlx5_.*: %s"
                .formatted(word, e.getDescription()));
      }
    }
  }

  /** A number of readings, from 1. */
  public static final class Readings implements ITypeConverter<Long> {
    @Override
    public Long convert(String word) {
      return whole(word, 1, Long.MAX_VALUE);
    }
  }

  /** A number of objects, from 1024 to 16 Mi. */
  static final class Objects implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String word) {
      return (int) whole(word, 1 << 10, 1 << 24);
    }
  }

  /** A number of cgroups, from 0 to 2000, whose metrics fit into the memory of the JVM. */
  static final class Cgroups implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String word) {
      return (int) whole(word, 0, 2000);
    }
  }

  /** A number of processes that are shown one by one, from 0 to 2000. */
  static final class Processes implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String word) {
      return (int) whole(word, 0, 2000);
    }
  }

  /** A number of connections that are told of one by one, from 0 to 10000. */
  static final class Connections implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String word) {
      return (int) whole(word, 0, 10_000);
    }
  }

  /** A number of log records that wait, which fit into the memory of the JVM. */
  static final class LogRecords implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String word) {
      return (int) whole(word, 16, 65_536);
    }
  }

  /** Where to listen: {@code [HOST:]PORT}. */
  public static final class Address implements ITypeConverter<ListenAddress> {
    @Override
    public ListenAddress convert(String word) {
      return ListenAddress.parse(word)
          .orElseThrow(() ->
              new TypeConversionException(
                  "'%s' is not [HOST:]PORT, such as 19879, 0.0.0.0:19879 or [::1]:19879"
                      .formatted(word)));
    }
  }

  /** A power of two from 64K, the largest page size in use, to 1G. */
  static final class RingSize implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String word) {
      long size = Bytes.parse(word).orElse(0);
      if (Long.bitCount(size) == 1 && size >= 1 << 16 && size <= 1 << 30) {
        return (int) size;
      }
      throw new TypeConversionException(
          "'%s' is not a power of two from 64K to 1G, such as 1M".formatted(word));
    }
  }

  /** A factor from 0.01 to a million, or {@code max}, which is infinity. */
  public static final class Speed implements ITypeConverter<Double> {
    @Override
    public Double convert(String word) {
      if (word.equals("max")) {
        return Double.POSITIVE_INFINITY;
      }
      if (word.matches("[0-9]{1,7}(\\.[0-9]{1,3})?|\\.[0-9]{1,3}")) {
        double speed = Double.parseDouble(word);
        if (speed >= 0.01 && speed <= 1e6) {
          return speed;
        }
      }
      throw new TypeConversionException(
          "'%s' is neither a number from 0.01 to 1000000 nor max".formatted(word));
    }
  }

  /** When to use colors. */
  static final class Colors extends Lowercase<Color> {
    Colors() {
      super(Color.values());
    }
  }

  /** Where calls are counted. */
  static final class ProbeSets extends Lowercase<Probes> {
    ProbeSets() {
      super(Probes.values());
    }
  }

  /** How objects are counted. */
  static final class Means extends Lowercase<Copies> {
    Means() {
      super(Copies.values());
    }
  }

  /** What is done about limits. */
  static final class Modes extends Lowercase<Enforcement.Mode> {
    Modes() {
      super(Enforcement.Mode.values());
    }
  }

  /** What becomes of enforced limits at the end. */
  static final class OnExits extends Lowercase<OnExit> {
    OnExits() {
      super(OnExit.values());
    }
  }

  /** What the screen looks like. */
  static final class Themes extends Lowercase<Theme> {
    Themes() {
      super(Theme.values());
    }
  }

  /** What the screen shows first. */
  static final class Views extends Lowercase<View> {
    Views() {
      super(View.values());
    }
  }

  /** One of a few constants, in lower case. */
  public abstract static class Lowercase<E extends Enum<E>> extends Choice<E> {
    protected Lowercase(E[] constants) {
      super(
          List.of(constants),
          constant -> constant.name().toLowerCase(Locale.ROOT),
          "'%s' is none of %s");
    }
  }

  private static Duration seconds(String word, String least, String most) {
    if (word.matches("[0-9]{1,10}(\\.[0-9]{1,9})?|\\.[0-9]{1,9}")) {
      Duration seconds = seconds(word);
      if (seconds.compareTo(seconds(least)) >= 0 && seconds.compareTo(seconds(most)) <= 0) {
        return seconds;
      }
    }
    throw new TypeConversionException(
        "'%s' is not a number of seconds from %s to %s".formatted(word, least, most));
  }

  /**
   * A decimal number of seconds, with nine decimals at most. Without BigDecimal, whose tables take
   * longer to make than all that most commands do.
   */
  private static Duration seconds(String decimal) {
    int point = decimal.indexOf('.');
    if (point < 0) {
      return Duration.ofSeconds(Long.parseLong(decimal));
    }
    String nanos = decimal.substring(point + 1);
    return Duration.ofSeconds(
        point == 0 ? 0 : Long.parseLong(decimal.substring(0, point)),
        Long.parseLong(nanos + "0".repeat(NANO_DIGITS - nanos.length())));
  }

  private static long whole(String word, long least, long most) {
    return Numbers.whole(word, least, most)
        .orElseThrow(() ->
            new TypeConversionException(
                "'%s' is not a whole number from %d%s"
                    .formatted(word, least, most == Long.MAX_VALUE ? "" : " to " + most)));
  }
}
