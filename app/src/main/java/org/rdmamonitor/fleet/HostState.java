// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.util.Locale;

/** How a host stands, the most worrying first. */
public enum HostState {
  /** The server cannot scrape it. */
  DOWN,
  /** It was scraped within the look-back and is no target any more. */
  GONE,
  /** It is scraped, but what it says cannot be right. */
  SUSPECT,
  /** It is scraped, and says nothing that rdma-monitor would say. */
  FOREIGN,
  /** It is scraped, but its figures are old. */
  STALE,
  /** It takes long to be scraped. */
  SLOW,
  UP;

  /** {@code down}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the figures are of the present. */
  public boolean isFresh() {
    return switch (this) {
      case UP, SLOW -> true;
      case DOWN, GONE, SUSPECT, FOREIGN, STALE -> false;
    };
  }
}
