// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.io.IOException;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.policy.CgroupBreach;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.render.words.Figures;
import org.rdmamonitor.text.Printable;

/** The limits of cgroups that are exceeded; nothing where none is. */
final class CgroupLimitsSection {
  private final Page page;

  CgroupLimitsSection(Page page) {
    this.page = page;
  }

  void write(Snapshot snapshot, Verdict verdict) throws IOException {
    if (verdict.cgroupBreaches().isEmpty()) {
      return;
    }
    page.title(snapshot.time(), "Limits of cgroups:");
    for (CgroupBreach exceeded : verdict.cgroupBreaches()) {
      page.line(
          "%s: %s %s%s"
              .formatted(
                  Printable.of(exceeded.cgroup()),
                  exceeded.breach().rule().name(),
                  Figures.breach(exceeded.breach()),
                  page.flag(true, false)));
    }
    page.end();
  }
}
