// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.io.Serial;

/** A test is too large for this program, or for the limits that it was given. */
public final class LitmusLimitException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  /** With a sentence that says which limit, and how to raise it. */
  public LitmusLimitException(String sentence) {
    super(sentence);
  }
}
