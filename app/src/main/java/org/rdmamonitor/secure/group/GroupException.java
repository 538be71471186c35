// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.group;

import java.io.IOException;
import java.io.Serial;

/** A member of the group has failed; the message is a sentence for people. */
public final class GroupException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  GroupException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
