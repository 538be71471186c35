// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.text.Printable;

/** What the rules found, the most severe first; nothing where they found nothing. */
public final class FindingsSection {
  /** Nobody reads more; the JSON report has all. */
  private static final int MOST = 20;

  private final Page page;

  public FindingsSection(Page page) {
    this.page = page;
  }

  /** Writes the section, with the time that the findings are of. */
  public void write(Instant time, List<Finding> findings) throws IOException {
    if (findings.isEmpty()) {
      return;
    }
    page.title(time, "Findings:");
    for (Finding finding : findings.stream().limit(MOST).toList()) {
      page.line(
          Page.padded(finding.rule(), 3)
              + " "
              + Page.padded(finding.severity().name(), 8)
              + " "
              + finding.title()
              + ": "
              + Printable.of(finding.subject()));
      page.line("    " + Printable.of(finding.evidence()));
      page.line("    " + finding.advice());
    }
    if (findings.size() > MOST) {
      page.line("and %d more".formatted(findings.size() - MOST));
    }
    page.end();
  }
}
