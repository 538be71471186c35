// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The number of a process; 0 stands for kernel consumers. */
public final class ProcessId implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String word) {
    return Math.toIntExact(
        Numbers.whole(word, 0, Integer.MAX_VALUE)
            .orElseThrow(() ->
                new TypeConversionException("'%s' is no number of a process".formatted(word))));
  }
}
