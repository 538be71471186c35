// SPDX-License-Identifier: MIT
package org.rdmamonitor.http;

import java.io.IOException;
import java.io.Serial;
import java.util.List;

/** A file about HTTP is wrong or cannot be read. */
public final class HttpConfigException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  HttpConfigException(List<String> errors) {
    super(String.join("\n", errors));
  }

  /** Sentences, each with file and line. */
  public List<String> errors() {
    return String.valueOf(getMessage()).lines().toList();
  }
}
