// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.io.Serial;

/** A test is too large for this program, or for the limits that were set. */
public final class LitmusLimitException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  /** An exception whose sentence says which limit was reached, and how to raise it. */
  public LitmusLimitException(String sentence) {
    super(sentence);
  }
}
