// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.util.Comparator;

/**
 * A scrape target, as the server identifies it.
 *
 * @param job the scrape job
 * @param instance usually the host and port that are scraped
 */
public record HostId(String job, String instance) implements Comparable<HostId> {
  private static final Comparator<HostId> ORDER =
      Comparator.comparing(HostId::instance).thenComparing(HostId::job);

  @Override
  public int compareTo(HostId other) {
    return ORDER.compare(this, other);
  }
}
