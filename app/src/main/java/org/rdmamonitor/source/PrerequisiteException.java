// SPDX-License-Identifier: MIT
package org.rdmamonitor.source;

import java.io.Serial;
import java.util.List;

/** This host lacks what a source needs. */
public final class PrerequisiteException extends SourceException {
  @Serial private static final long serialVersionUID = 1;

  private final transient List<String> missing;

  /**
   * A list of what is missing.
   *
   * @param missing one sentence each: what is missing and what to do about it
   */
  public PrerequisiteException(List<String> missing) {
    super(String.join("\n", missing));
    this.missing = List.copyOf(missing);
  }

  /** One sentence each: what is missing and what to do about it. */
  public List<String> missing() {
    return missing;
  }
}
