// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.util.OptionalInt;

/** How much inline data a queue pair may have: no attribute of the device tells. */
final class InlineTrial {
  private static final int[] BYTES = {4096, 2048, 1024, 512, 256, 128, 64, 32, 0};

  private InlineTrial() {}

  /** The largest power of two that a queue pair is made with, or what it grants beyond; or -1. */
  static int of(VerbsContext context) {
    try (ProtectionDomain domain = context.protectionDomain();
        CompletionQueue queue = context.completionQueue(1)) {
      QueuePairOptions options = QueuePairOptions.of(Transport.RC, queue, 1);
      for (int bytes : BYTES) {
        OptionalInt granted = granted(domain, options.withInline(bytes));
        if (granted.isPresent()) {
          return granted.getAsInt();
        }
      }
      return -1;
    } catch (VerbsException none) {
      return -1;
    }
  }

  private static OptionalInt granted(ProtectionDomain domain, QueuePairOptions options) {
    try (QueuePair pair = domain.queuePair(options)) {
      return OptionalInt.of(pair.maxInline());
    } catch (VerbsException tooMuch) {
      return OptionalInt.empty();
    }
  }
}
