// SPDX-License-Identifier: MIT
package org.rdmamonitor.source;

import org.rdmamonitor.model.Sample;

/** Where samples come from. Open from its making to {@link #close()}; for one thread at a time. */
public interface Source extends AutoCloseable {
  /**
   * Reads the present state. All samples of one source count from the same start.
   *
   * @throws SourceException if it cannot be read any more
   */
  Sample read();

  /** Ends the observation; idempotent. */
  @Override
  void close();
}
