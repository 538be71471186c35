// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** One of a few constants, each with a word; as an iterable, the words to choose from. */
public abstract class Choice<E> implements ITypeConverter<E>, Iterable<String> {
  private final Map<String, E> constants = new LinkedHashMap<>();
  private final String complaint;

  /**
   * A choice.
   *
   * @param name of a constant, as users write it
   * @param complaint what is said of another word, a format of it and of the list of all names
   */
  protected Choice(List<E> constants, Function<E, String> name, String complaint) {
    constants.forEach(constant -> this.constants.put(name.apply(constant), constant));
    this.complaint = complaint;
  }

  @Override
  public E convert(String word) {
    E constant = constants.get(word);
    if (constant == null) {
      throw new TypeConversionException(
          complaint.formatted(word, String.join(", ", constants.keySet())));
    }
    return constant;
  }

  /** Whether a word is among those to choose from. */
  protected boolean isKnown(String word) {
    return constants.containsKey(word);
  }

  @Override
  public Iterator<String> iterator() {
    return constants.keySet().iterator();
  }
}
