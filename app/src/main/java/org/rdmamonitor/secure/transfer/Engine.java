// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

/** Implements {@link Transfer} for one operation, measure and role. */
interface Engine {
  /** As {@link Transfer#prepare}. */
  void prepare(long size);

  /** As {@link Transfer#run}. */
  TransferResult run();

  /** As {@link Transfer#serve}. */
  TransferResult serve();
}
