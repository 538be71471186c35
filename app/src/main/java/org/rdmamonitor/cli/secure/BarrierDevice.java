// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.rdmamonitor.secure.session.Attachment;
import org.rdmamonitor.sst.measure.BarrierPlan;
import org.rdmamonitor.sst.report.BarrierHeading;
import org.rdmamonitor.sst.verbs.LocalPort;

/** What members use of their devices, and what is printed of it. */
final class BarrierDevice {
  private BarrierDevice() {}

  static LocalPort port(Attachment attachment) {
    return new LocalPort(attachment.context(), attachment.port(), attachment.gid());
  }

  /** Of what is measured over these. */
  static BarrierHeading heading(String members, List<Attachment> attachments, BarrierPlan plan) {
    Attachment first = attachments.getFirst();
    return new BarrierHeading(
        members,
        attachments.stream().map(Attachment::device).toList(),
        first.port().activeMtu().bytes(),
        first.port().linkLayer().title(),
        plan.variant(),
        plan.iterations());
  }

  /**
   * Prints what came of it.
   *
   * @return the exit code
   */
  static int print(Writer out, BarrierMember member, String where, boolean isJson)
      throws IOException {
    BarrierHeading heading =
        heading(
            "%d on other hosts, or in other processes; this is %d, %s"
                .formatted(member.plan().members() - 1, member.self(), where),
            List.of(member.attachment()),
            member.plan());
    BarrierResults results = new BarrierResults(out, heading, isJson, member.isCompared());
    results.begin();
    results.row(member.outcome());
    return results.end();
  }
}
