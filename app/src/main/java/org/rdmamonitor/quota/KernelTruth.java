// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.io.IOException;

/** Where it can be asked what objects exist. For one thread. */
@FunctionalInterface
public interface KernelTruth {
  /**
   * Counts all objects of all processes.
   *
   * @throws IOException if they cannot be counted; then nothing is corrected
   */
  KernelReading read() throws IOException;
}
