// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.secure.session.DeviceChoice;
import org.rdmamonitor.sst.report.BarrierHeading;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which device a member uses, where members are on several hosts; and what is printed of it. */
final class BarrierDevice {
  @Option(
      names = {"-d", "--ib-dev"},
      paramLabel = "DEVICE",
      converter = SetupRxeCommand.Name.class,
      description = "The RDMA device (default: the one with the address of the connection).")
  private @Nullable String device;

  @Mixin private BarrierPort port = new BarrierPort();

  DeviceChoice choice() {
    return port.choice(Optional.ofNullable(device));
  }

  /**
   * Prints what came of it.
   *
   * @return the exit code
   */
  static int print(Writer out, BarrierMember member, String where, boolean isJson)
      throws IOException {
    BarrierHeading heading =
        BarrierPort.heading(
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
