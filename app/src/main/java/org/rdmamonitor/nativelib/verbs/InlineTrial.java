// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

/** How much inline data a queue pair may have: no attribute of the device tells. */
final class InlineTrial {
  private static final int[] BYTES = {4096, 2048, 1024, 512, 256, 128, 64, 32, 0};

  private InlineTrial() {}

  /**
   * The largest power of two that a queue pair is made with, or what it grants beyond; -1 if none.
   */
  static int of(VerbsContext context) {
    try (ProtectionDomain domain = context.protectionDomain();
        CompletionQueue queue = context.completionQueue(1)) {
      QueuePairOptions options = QueuePairOptions.of(Transport.RC, queue, 1);
      for (int bytes : BYTES) {
        try (QueuePair pair = domain.queuePair(options.withInline(bytes))) {
          return pair.maxInline();
        } catch (VerbsException tooMuch) {
          continue;
        }
      }
    } catch (VerbsException none) {
      return -1;
    }
    return -1;
  }
}
