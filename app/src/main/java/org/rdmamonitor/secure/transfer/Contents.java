// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

/** What is in messages, and whether it came as it had to. For one thread. */
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

  /** As the plan says. */
  static Contents of(TransferPlan plan, Role role) {
    if (plan.operation().isAtomic()) {
      return ANY;
    }
    if (plan.sealed()) {
      return new SealedContents(plan, role);
    }
    return plan.verify() ? new VerifiedContents(role) : ANY;
  }

  /** Whether it matters what is in them. */
  default boolean isLookedAt() {
    return true;
  }

  /** From now on messages have this size of payload. */
  void prepare(long size);

  /**
   * Makes a message that is to go.
   *
   * @param offset in the lane's memory
   * @param number of the message, from 0
   */
  void write(Lane lane, long offset, long number);

  /**
   * Looks at a message that came.
   *
   * @param bytes that came
   */
  boolean isRight(Lane lane, long offset, long bytes, long number);
}
