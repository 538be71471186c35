// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.io.Serial;

/** This host lacks what verbs need: the library, a device, memory of a kind. */
public final class VerbsUnavailableException extends VerbsException {
  @Serial private static final long serialVersionUID = 1;

  /** Of this sentence, or two. */
  VerbsUnavailableException(String sentence) {
    super(sentence);
  }

  /**
   * What an errno has told of.
   *
   * @param remedy a sentence
   */
  VerbsUnavailableException(String tried, int errno, String remedy) {
    super(tried, errno, remedy);
  }
}
