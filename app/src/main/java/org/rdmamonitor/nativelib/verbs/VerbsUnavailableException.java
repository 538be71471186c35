// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.io.Serial;

/** This host lacks what verbs need: the library, a device. The message is a sentence or two. */
public final class VerbsUnavailableException extends VerbsException {
  @Serial private static final long serialVersionUID = 1;

  VerbsUnavailableException(String sentence) {
    super(sentence);
  }
}
