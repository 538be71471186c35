// SPDX-License-Identifier: MIT
package org.rdmamonitor.pem;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/** A file of certificates or keys is not what it has to be; the message names it, and says why. */
public final class PemException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  private final boolean isAbsent;

  private PemException(String sentence, boolean isAbsent) {
    super(sentence);
    this.isAbsent = isAbsent;
  }

  static PemException wrong(Path path, String what) {
    return new PemException(path + ": " + what, false);
  }

  static PemException absent(Path path) {
    return new PemException(path + ": there is no such file", true);
  }

  /** Whether the file is not there at all. */
  public boolean isAbsent() {
    return isAbsent;
  }

  /** The sentence. */
  public String sentence() {
    return String.valueOf(getMessage());
  }
}
