// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A whole number in a range, as the value of an option. */
public abstract class IntegerInRange implements ITypeConverter<Integer> {
  private final int least;
  private final int most;

  protected IntegerInRange(int least, int most) {
    this.least = least;
    this.most = most;
  }

  @Override
  public Integer convert(String value) {
    return (int)
        Numbers.whole(value, least, most)
            .orElseThrow(() ->
                new TypeConversionException(
                    "'%s' is no number from %d to %d".formatted(value, least, most)));
  }
}
