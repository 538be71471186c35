// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.LimitKey;
import org.rdmamonitor.quota.Resource;
import org.rdmamonitor.quota.recorded.Advice;
import org.rdmamonitor.quota.recorded.Peaks;
import org.rdmamonitor.quota.recorded.Traffic;
import org.rdmamonitor.text.Printable;

/** Suggested limits as a file of limits, with the peaks as remarks. */
final class AdviceText {
  private AdviceText() {}

  /**
   * The whole file.
   *
   * @param headroom percent
   */
  static String of(Peaks peaks, int headroom) {
    Traffic.Extent extent =
        peaks.extent().orElseThrow(() -> new IllegalStateException("no sample yet"));
    StringBuilder text = new StringBuilder();
    text.append(
        "# Peaks from %s, for %d s, and %d percent above them.%n"
            .formatted(
                extent.begin(),
                Duration.between(extent.begin(), extent.end()).toSeconds(),
                headroom));
    String missed = DryRunTable.missed(extent);
    text.append(missed.isEmpty() ? "" : "# " + missed);
    add(text, "the host", LimitKey.HOST, peaks.host(), headroom);
    peaks.tenants().forEach(peak -> add(text, peak.cgroup(), peak.cgroup(), peak, headroom));
    return text.toString();
  }

  private static void add(
      StringBuilder text, String title, String scope, Peaks.Peak peak, int headroom) {
    List<Limit> limits = Advice.of(scope, peak, headroom);
    if (limits.isEmpty()) {
      return;
    }
    text.append("\n# %s: %s%n".formatted(Printable.of(title), peaks(peak)));
    if (!Printable.of(scope).equals(scope)) {
      text.append("# no limit: the name cannot be written\n");
      return;
    }
    limits.forEach(limit -> text.append(limit.text()).append('\n'));
  }

  private static String peaks(Peaks.Peak peak) {
    List<String> words = new ArrayList<>();
    for (Resource resource : Resource.HELD) {
      if (peak.of(resource) > 0) {
        words.add(peak.of(resource) + " " + resource.title());
      }
    }
    words.add(peak.calls() + " control calls in a second");
    return String.join(", ", words);
  }
}
