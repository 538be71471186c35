// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

/** The contents of messages, and whether they arrived as they should. For one thread. */
interface Contents {
  /** Contents that nobody looks at. */
  Contents ANY =
      new Contents() {
        @Override
        public void prepare(long size) {}

        @Override
        public void write(Lane lane, long offset, long number) {}

        @Override
        public boolean isRight(Lane lane, long offset, long bytes, long number) {
          return true;
        }

        @Override
        public boolean isLookedAt() {
          return false;
        }
      };

  /** The contents that the plan asks for. */
  static Contents of(TransferPlan plan, Role role) {
    if (plan.operation().isAtomic()) {
      return ANY;
    }
    if (plan.sealed()) {
      return new SealedContents(plan, role);
    }
    return plan.verify() ? new VerifiedContents(role) : ANY;
  }

  /** Whether the contents matter. */
  default boolean isLookedAt() {
    return true;
  }

  /** From now on messages have this size of payload. */
  void prepare(long size);

  /**
   * Makes a message that is to be sent.
   *
   * @param offset in the lane's memory
   * @param number of the message, from 0
   */
  void write(Lane lane, long offset, long number);

  /**
   * Checks a message that came.
   *
   * @param bytes that came
   */
  boolean isRight(Lane lane, long offset, long bytes, long number);
}
