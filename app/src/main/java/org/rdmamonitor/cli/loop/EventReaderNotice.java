// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.loop;

import java.io.PrintWriter;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.text.Printable;

/** Says on stderr that events are not read any more, and has the run end as one that failed. */
public final class EventReaderNotice implements Feed.Listener {
  private final PrintWriter err;
  private final boolean atOnce;
  private String trouble = "";
  private boolean isSaid;

  /**
   * A notice.
   *
   * @param atOnce whether it is said when it happens; else at the end, for where a screen is shown
   */
  public EventReaderNotice(PrintWriter err, boolean atOnce) {
    this.err = err;
    this.atOnce = atOnce;
  }

  @Override
  public void sample(Sample sample) {
    Health health = sample.health();
    if (!health.isReading()) {
      trouble = health.readerTrouble();
      if (atOnce) {
        say();
      }
    }
  }

  private void say() {
    if (!isSaid) {
      err.println(
          "rdma-monitor: events are not read any more: %s; counts are right, calls are missing"
              .formatted(Printable.of(trouble)));
      err.flush();
      isSaid = true;
    }
  }

  /** The exit code of a run that would otherwise end with this one. */
  public int exitCode(int otherwise) {
    if (trouble.isEmpty()) {
      return otherwise;
    }
    say();
    return otherwise == ExitCode.OK ? ExitCode.RUNTIME : otherwise;
  }
}
