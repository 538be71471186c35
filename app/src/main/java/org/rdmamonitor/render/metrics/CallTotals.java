// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

/** How many calls succeeded, or have not returned yet, and how many failed. */
record CallTotals(long ok, long failed) {
  static final CallTotals NONE = new CallTotals(0, 0);

  /**
   * The greater of each number. A call counts as successful until it fails, so the first number can
   * fall for a moment.
   */
  CallTotals risenTo(CallTotals now) {
    return new CallTotals(Math.max(ok, now.ok), Math.max(failed, now.failed));
  }

  CallTotals plus(CallTotals other) {
    return new CallTotals(ok + other.ok, failed + other.failed);
  }

  CallTotals minus(CallTotals other) {
    return new CallTotals(ok - other.ok, failed - other.failed);
  }
}
