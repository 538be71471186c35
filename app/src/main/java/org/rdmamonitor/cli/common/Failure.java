// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An exception that is meant for the user. */
public interface Failure {
  /** That of the exception. */
  @Nullable String getMessage();

  /** What is wrong and what to do about it, one for each thing; the message, if it is but one. */
  default List<String> sentences() {
    return List.of(String.valueOf(getMessage()));
  }

  /** How the program ends. */
  int exitCode();
}
