// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.io.Serial;

/** A test that has no counterpart on devices. */
public final class UnrunnableException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  /** Of this sentence. */
  UnrunnableException(String sentence) {
    super(sentence);
  }
}
