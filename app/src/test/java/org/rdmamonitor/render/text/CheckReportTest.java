// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.text.Check;

class CheckReportTest {
  private static final List<Check> CHECKS =
      List.of(
          Check.ok("kernel.release", "Linux 6.1.0"),
          Check.note("rdma.devices", "there is no RDMA device", "Add one."),
          Check.warning("device.x/1", "x\u001b/1 is DOWN", "Look at the cable."),
          Check.missing("program.bpf", "no BPF object", "Build it."));

  private final StringWriter out = new StringWriter();

  @Test
  void peopleGetALineForEachThingAndOneForWhatToDo() throws IOException {
    CheckReport.writeText(out, CHECKS);

    assertThat(out)
        .hasToString(
            """
            ok       Linux 6.1.0
            note     there is no RDMA device
                     -> Add one.
            warning  x\\x1b/1 is DOWN
                     -> Look at the cable.
            missing  no BPF object
                     -> Build it.
            4 looked at: 1 missing, 1 warnings, 1 notes
            """);
  }

  @Test
  void programsGetOneObject() throws IOException {
    CheckReport.writeJson(out, CHECKS.subList(0, 2));

    assertThat(out)
        .hasToString(
            "{\"schema\":1,\"type\":\"doctor\",\"checks\":["
                + "{\"id\":\"kernel.release\",\"status\":\"ok\",\"finding\":\"Linux 6.1.0\"},"
                + "{\"id\":\"rdma.devices\",\"status\":\"note\",\"finding\":\"there is no RDMA"
                + " device\",\"remedy\":\"Add one.\"}]}\n");
  }
}
