// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import java.io.Serial;

/** A transfer cannot go on, although no verb has failed. The message says why. */
public final class TransferException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  TransferException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
