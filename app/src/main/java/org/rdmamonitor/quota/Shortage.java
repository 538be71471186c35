// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.function.Predicate;

/**
 * A limit that does not leave enough.
 *
 * @param scope where it applies, in words: {@code on this host}
 * @param used there, including what is idle
 * @param concerns those who use what it limits
 */
record Shortage(
    Resource resource,
    String scope,
    long used,
    long limit,
    long wanted,
    Predicate<Account> concerns) {
  /** Whether the limit is large enough for the request at all. */
  boolean canEnd() {
    return wanted <= limit;
  }

  /** How much has to be freed; only valid if it {@link #canEnd}. */
  long missing() {
    return used - (limit - wanted);
  }

  /** This much of the resource, and nothing else. */
  Amounts of(long count) {
    return Amounts.of(resource, count);
  }

  /**
   * The refusal, if the shortage could not be ended.
   *
   * @param idle the part of {@code used} that is held as credits, which was not enough
   */
  RequestVerdict.Refused refused(long idle) {
    return new RequestVerdict.Refused(resource, scope, Math.max(0, used - idle), limit);
  }
}
