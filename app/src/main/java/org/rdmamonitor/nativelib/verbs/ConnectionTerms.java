// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.util.Set;

/**
 * What an end decides about a connection that the connection manager makes; the rest, such as route
 * and packet sequence numbers, is up to the connection manager.
 *
 * @param access what the other end may do
 * @param mtu the largest, within what the path has
 * @param readsServed how many READs and atomics of the other end are served at a time, at most: 0
 *     to 255
 * @param readsAsked how many this end has under way at a time, at most: 0 to 255
 */
public record ConnectionTerms(Set<Access> access, Mtu mtu, int readsServed, int readsAsked) {
  /** Checks the ranges. */
  public ConnectionTerms {
    access = Set.copyOf(access);
    Ranges.check("number of READs served", readsServed, 0, 255);
    Ranges.check("number of READs asked", readsAsked, 0, 255);
  }

  /** The same terms with at most this many READs and atomics at a time. */
  public ConnectionTerms within(int served, int asked) {
    return new ConnectionTerms(
        access, mtu, Math.min(readsServed, served), Math.min(readsAsked, asked));
  }
}
