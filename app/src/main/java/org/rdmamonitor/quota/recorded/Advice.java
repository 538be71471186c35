// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.recorded;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.LimitKey;
import org.rdmamonitor.quota.Resource;
import org.rdmamonitor.units.Bytes;

/** Limits that leave room above what was seen. */
public final class Advice {

  private Advice() {}

  /**
   * Limits of the host and of each tenant, for what they were seen to use.
   *
   * @param headroom percent above the peak; there is room for one more in any case
   */
  public static List<Limit> of(Peaks peaks, int headroom) {
    return Stream.concat(
            of(LimitKey.HOST, peaks.host(), headroom).stream(),
            peaks.tenants().stream().flatMap(peak -> of(peak.cgroup(), peak, headroom).stream()))
        .toList();
  }

  /** Limits of one scope. */
  public static List<Limit> of(String scope, Peaks.Peak peak, int headroom) {
    List<Limit> result = new ArrayList<>();
    for (Resource resource : Resource.values()) {
      long most = peak.of(resource);
      if (most > 0) {
        result.add(new Limit(new LimitKey(scope, resource), above(most, headroom, resource)));
      }
    }
    return result;
  }

  /** Bytes in whole mebibytes. */
  private static long above(long most, int headroom, Resource resource) {
    double raised = Math.ceil(most * (1 + headroom / 100.0));
    long least = raised >= Limit.UNLIMITED ? Limit.UNLIMITED : Math.max(most + 1, (long) raised);
    return resource.isBytes() && least < Limit.UNLIMITED - Bytes.MIB
        ? Math.ceilDiv(least, Bytes.MIB) * Bytes.MIB
        : least;
  }
}
