// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.secure.session.Attachment;
import org.rdmamonitor.secure.session.DeviceChoice;
import org.rdmamonitor.sst.measure.BarrierPlan;
import org.rdmamonitor.sst.report.BarrierHeading;
import org.rdmamonitor.sst.verbs.LocalPort;
import picocli.CommandLine.Option;

/** Which port and address of a device members use. */
final class BarrierPort {
  @Option(
      names = {"-i", "--ib-port"},
      paramLabel = "PORT",
      converter = SecureValues.DevicePort.class,
      description = "Its port (default: the first that is active).")
  private @Nullable Integer port;

  @Option(
      names = {"-x", "--gid-index"},
      paramLabel = "INDEX",
      converter = SecureValues.Index.class,
      description = "The index of its GID (default: the one that fits).")
  private @Nullable Integer gid;

  DeviceChoice choice(Optional<String> device) {
    return new DeviceChoice(device, optional(port), optional(gid));
  }

  private static OptionalInt optional(@Nullable Integer value) {
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }

  static LocalPort place(Attachment attachment) {
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
}
