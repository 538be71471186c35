// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.loop;

import java.io.PrintWriter;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.model.limits.Enforcement.Mode;
import org.rdmamonitor.text.Printable;

/** Says on stderr where limits are not enforced as was asked for; once, until that changes. */
public final class EnforcementNotice implements Feed.Listener {
  private final PrintWriter err;
  private String said = "";

  public EnforcementNotice(PrintWriter err) {
    this.err = err;
  }

  @Override
  public void sample(Sample sample) {
    String sentence = sentence(sample.enforcement());
    if (!sentence.isEmpty() && !sentence.equals(said)) {
      err.println("rdma-monitor: " + sentence);
      err.flush();
    }
    said = sentence;
  }

  private static String sentence(Enforcement enforcement) {
    if (enforcement.reason().isEmpty()) {
      return "";
    }
    String reason = Printable.of(enforcement.reason());
    if (enforcement.mode() == Mode.OBSERVE) {
      return reason;
    }
    return enforcement.active()
        ? "limits are enforced only in part: " + reason
        : "limits are flagged and not enforced: " + reason;
  }
}
