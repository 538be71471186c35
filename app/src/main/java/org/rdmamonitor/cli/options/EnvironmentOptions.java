// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Options that were not given on the command line but are set in the environment. */
public final class EnvironmentOptions {
  private static final String PREFIX = "RDMA_MONITOR_";

  private final Map<String, String> environment;
  private final CommandLine commandLine;

  public EnvironmentOptions(Map<String, String> environment, CommandLine commandLine) {
    this.environment = environment;
    this.commandLine = commandLine;
  }

  /**
   * The value of an option: that of the command line, else that of the environment.
   *
   * @param given on the command line
   * @param name of the variable, without prefix; one that is set to nothing is not set
   * @throws ParameterException if what the environment says is wrong
   */
  public <T> Optional<T> value(@Nullable T given, String name, ITypeConverter<T> converter) {
    String word = environment.getOrDefault(PREFIX + name, "");
    return given != null || word.isEmpty()
        ? Optional.ofNullable(given)
        : Optional.of(converted(word, name, converter));
  }

  /**
   * The values of an option that may be given several times; those of the environment are apart by
   * blanks.
   *
   * @throws ParameterException if what the environment says is wrong
   */
  public <T> List<T> values(List<T> given, String name, ITypeConverter<T> converter) {
    String words = environment.getOrDefault(PREFIX + name, "").strip();
    return !given.isEmpty() || words.isEmpty()
        ? given
        : Arrays.stream(words.split("\\s+")).map(word -> converted(word, name, converter)).toList();
  }

  private <T> T converted(String word, String name, ITypeConverter<T> converter) {
    try {
      return converter.convert(word);
    } catch (TypeConversionException e) {
      throw new ParameterException(commandLine, PREFIX + name + ": " + e.getMessage(), e);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
