// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

/** How many calls succeeded, or have not returned yet, and how many failed. */
record Outcome(long ok, long failed) {
  static final Outcome NONE = new Outcome(0, 0);

  /**
   * The greater of each. A call counts as successful until it fails, so that the first number can
   * fall for a moment.
   */
  Outcome risenTo(Outcome now) {
    return new Outcome(Math.max(ok, now.ok), Math.max(failed, now.failed));
  }

  Outcome plus(Outcome other) {
    return new Outcome(ok + other.ok, failed + other.failed);
  }

  Outcome minus(Outcome other) {
    return new Outcome(ok - other.ok, failed - other.failed);
  }
}
