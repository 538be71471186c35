// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.io.IOException;
import java.io.Serial;

/** Another host said what it should not; the message is a sentence for people. */
public final class HostException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  HostException(String sentence) {
    super(sentence);
  }
}
