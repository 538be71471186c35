// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.util.OptionalInt;
import org.rdmamonitor.nativelib.verbs.MemoryKind;
import org.rdmamonitor.nativelib.verbs.Processors;

/**
 * Where an end keeps its data, and on which processor it moves it. Each end has its own placement.
 *
 * @param memory kind of memory for the lanes' buffers
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

  /** Pins the calling platform thread to the processor, if there is one. */
  void pin() {
    processor.ifPresent(Processors::pin);
  }
}
