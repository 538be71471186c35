// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.config;

import java.io.Serial;
import java.util.List;

/** A configuration file that cannot be used; tells everything that is wrong with it. */
public final class ThresholdsFileException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  private final transient List<String> errors;

  ThresholdsFileException(List<String> errors) {
    super(String.join("\n", errors));
    this.errors = List.copyOf(errors);
  }

  /** One line each, starting with the file and, where there is one, the line: {@code f.txt:7:}. */
  public List<String> errors() {
    return errors;
  }
}
