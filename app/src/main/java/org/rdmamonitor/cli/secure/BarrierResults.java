// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.io.Writer;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.sst.measure.BarrierResult;
import org.rdmamonitor.sst.report.BarrierHeading;
import org.rdmamonitor.sst.report.BarrierJson;
import org.rdmamonitor.sst.report.BarrierText;

/** Prints rows as they come. For one thread. */
final class BarrierResults {
  private final Writer out;
  private final BarrierHeading heading;
  private final boolean isJson;
  private final boolean isCompared;
  private final StringBuilder checks = new StringBuilder();
  private long violations;

  BarrierResults(Writer out, BarrierHeading heading, boolean isJson, boolean isCompared) {
    this.out = out;
    this.heading = heading;
    this.isJson = isJson;
    this.isCompared = isCompared;
  }

  /** Before the first row. */
  void begin() throws IOException {
    if (!isJson) {
      write(BarrierText.heading(heading) + BarrierText.columns(isCompared));
    }
  }

  void row(BarrierResult outcome) throws IOException {
    violations += outcome.violations();
    if (isJson) {
      write(BarrierJson.of(heading, outcome));
      return;
    }
    write(BarrierText.row(heading, outcome));
    if (outcome.checked() > 0) {
      checks.append(BarrierText.check(outcome));
    }
  }

  /**
   * After the last row.
   *
   * @return the exit code
   */
  int end() throws IOException {
    if (!isJson) {
      write(BarrierText.RULE + checks);
    }
    return violations == 0 ? ExitCode.OK : ExitCode.WRONG_DATA;
  }

  private void write(String text) throws IOException {
    out.write(text);
    out.flush();
  }
}
