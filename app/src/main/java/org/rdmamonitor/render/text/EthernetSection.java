// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.io.IOException;
import java.time.Instant;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.ethernet.Ethernet;
import org.rdmamonitor.model.ethernet.EthernetActivity;
import org.rdmamonitor.model.ethernet.EthernetActivity.Row;
import org.rdmamonitor.model.ethernet.EthernetCount;
import org.rdmamonitor.model.ethernet.EthernetInterface;
import org.rdmamonitor.render.words.EthernetWords;
import org.rdmamonitor.render.words.Figures;
import org.rdmamonitor.text.Printable;

/** What {@code rdma-secure ethernet create} counts of its queues; nothing where it does not run. */
final class EthernetSection {
  private final Page page;

  EthernetSection(Page page) {
    this.page = page;
  }

  void write(Snapshot snapshot) throws IOException {
    Ethernet ethernet = snapshot.details().ethernet();
    if (ethernet.isEmpty()) {
      return;
    }
    page.title(snapshot.time(), "Ethernet Interfaces of rdma-secure:");
    for (EthernetActivity one : snapshot.details().ethernetActivity()) {
      write(one, snapshot.time());
    }
    if (ethernet.leftOut() > 0) {
      page.line(
          "Left out: %d (%s)".formatted(ethernet.leftOut(), Printable.of(ethernet.trouble())));
    }
    page.end();
  }

  private void write(EthernetActivity activity, Instant now) throws IOException {
    EthernetInterface one = activity.now();
    String device = one.device().isEmpty() ? "" : Printable.of(one.device()) + ", ";
    String address = one.name().isEmpty() ? "answers by itself" : one.mac();
    String age =
        EthernetWords.age(one, now)
            .map(seconds -> "; figures of %d s ago".formatted(seconds))
            .orElse("");
    page.line(
        "%s on %s (%s%s, %s, pid %d)%s"
            .formatted(
                Printable.of(one.label()),
                Printable.of(one.hostInterface()),
                device,
                one.mode(),
                address,
                one.process().pid(),
                age));
    for (Row row : activity.rows()) {
      write(row);
    }
  }

  private void write(Row row) throws IOException {
    String queue = row.name().equals("all") ? "all queues" : "queue " + row.name();
    String causes = EthernetWords.causes(row);
    page.line(
        "  %s: received %s, sent %s, to the tap %d, from the tap %d, dropped %d%s"
            .formatted(
                Page.padded(queue, 10),
                frames(row, EthernetCount.RECEIVED),
                frames(row, EthernetCount.SENT),
                row.of(EthernetCount.TO_TAP),
                row.of(EthernetCount.FROM_TAP),
                row.drops(),
                causes.isEmpty() ? "" : " (" + causes + ")"));
  }

  private static String frames(Row row, EthernetCount count) {
    String rate = row.seconds() > 0 ? " (" + Figures.rate(row.rate(count)) + "/s)" : "";
    return row.of(count) + rate;
  }
}
