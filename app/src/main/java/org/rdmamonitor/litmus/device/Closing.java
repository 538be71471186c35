// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.device;

import java.util.Deque;

/** Closes things that were made one from another. */
final class Closing {
  private Closing() {}

  /** The last made first, whatever fails on the way. */
  static void all(Deque<AutoCloseable> open) {
    IllegalStateException first = null;
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        if (first == null) {
          first =
              new IllegalStateException(
                  "not all of a test's RDMA resources could be freed: " + e.getMessage(), e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
