// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

/** What {@link Transfer} does, for one operation, measure and role. */
interface Engine {
  /** As {@link Transfer#prepare}. */
  void prepare(long size);

  /** As {@link Transfer#run}. */
  Outcome run();

  /** As {@link Transfer#serve}. */
  Outcome serve();
}
