// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.function.Predicate;

/**
 * A limit that does not leave enough.
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
  /** Whether the limit is large enough for the request at all. */
  boolean canEnd() {
    return wanted <= limit;
  }

  /** How much has to be freed; only if it {@link #canEnd}. */
  long missing() {
    return used - (limit - wanted);
  }

  /** That much of the resource, and nothing else. */
  Amounts of(long count) {
    return Amounts.of(resource, count);
  }

  /**
   * The refusal, if the shortage could not be ended.
   *
   * @param idle the part of {@code used} that is held as credits, which would not have been enough
   */
  RequestVerdict.Refused refused(long idle) {
    return new RequestVerdict.Refused(resource, scope, Math.max(0, used - idle), limit);
  }
}
