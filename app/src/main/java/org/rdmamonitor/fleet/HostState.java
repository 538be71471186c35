// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.util.Locale;

/** The state of a host; the most worrying first. */
public enum HostState {
  /** The server cannot scrape it. */
  DOWN,
  /** It was scraped within the look-back, but is no longer a target. */
  GONE,
  /** It is scraped, but what it reports cannot be right. */
  SUSPECT,
  /** It is scraped, but reports no metrics of rdma-monitor. */
  FOREIGN,
  /** It is scraped, but its figures are old. */
  STALE,
  /** Scraping it takes long. */
  SLOW,
  UP;

  /** {@code down}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether its figures are current. */
  public boolean isFresh() {
    return switch (this) {
      case UP, SLOW -> true;
      case DOWN, GONE, SUSPECT, FOREIGN, STALE -> false;
    };
  }
}
