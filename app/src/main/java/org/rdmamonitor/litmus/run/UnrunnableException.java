// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.io.Serial;

/** A test that no devices can run. */
public final class UnrunnableException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  /** Of this sentence. */
  UnrunnableException(String sentence) {
    super(sentence);
  }
}
