// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.io.IOException;

/** Tells which objects exist, according to the kernel. For one thread. */
@FunctionalInterface
public interface KernelTruth {
  /**
   * Counts all objects of all processes.
   *
   * @throws IOException if they cannot be counted; then nothing is corrected
   */
  KernelReading read() throws IOException;
}
