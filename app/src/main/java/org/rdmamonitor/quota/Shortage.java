// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.function.Predicate;

/**
 * A limit that leaves too little.
 *
 * @param scope where it holds, in words: {@code on this host}
 * @param used there, with what is idle
 * @param concerns those who take up what it is for
 */
record Shortage(
    Resource resource,
    String scope,
    long used,
    long limit,
    long wanted,
    Predicate<Account> concerns) {
  /** Whether it would be enough if nobody used anything. */
  boolean canEnd() {
    return wanted <= limit;
  }

  /** How much less has to be used; only where it {@link #canEnd}. */
  long missing() {
    return used - (limit - wanted);
  }

  /** So much of this resource. */
  Amounts of(long count) {
    return Amounts.of(resource, count);
  }

  /**
   * It has not ended.
   *
   * @param idle the part of what is used that nobody uses, and that would not be enough
   */
  RequestVerdict.Refused refused(long idle) {
    return new RequestVerdict.Refused(resource, scope, Math.max(0, used - idle), limit);
  }
}
