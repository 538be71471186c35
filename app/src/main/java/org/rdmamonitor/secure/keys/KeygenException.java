// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.keys;

import java.io.IOException;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Keys cannot be made; the message is a sentence for people. Nothing half made is left. */
public final class KeygenException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  KeygenException(String sentence) {
    this(sentence, null);
  }

  KeygenException(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
  }
}
