// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.util.OptionalInt;
import org.rdmamonitor.nativelib.verbs.MemoryKind;
import org.rdmamonitor.nativelib.verbs.Processors;

/**
 * Where an end has its data and the thread that moves it. Each end has its own.
 *
 * @param memory that the lanes' buffers are of
 * @param processor that the data's thread runs on, from 0; empty for any
 */
public record Placement(MemoryKind memory, OptionalInt processor) {
  /**
   * Checks the number of the processor.
   *
   * @throws IllegalArgumentException with a sentence, if this host has none of this number
   */
  public Placement {
    processor.ifPresent(Processors::check);
  }

  /** Has the calling platform thread run where it should. */
  void pin() {
    processor.ifPresent(Processors::pin);
  }
}
