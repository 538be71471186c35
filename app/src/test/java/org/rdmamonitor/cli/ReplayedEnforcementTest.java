// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.process.ScriptedSource;
import org.rdmamonitor.model.limits.Enforcement;

/** A recording of limits that were enforced. */
class ReplayedEnforcementTest extends ProgramTrial {
  @Test
  void whatWasEnforcedIsReplayedToTheEnd() {
    Enforcement enforced = new Enforcement(Enforcement.Mode.STRICT, true, true, "", 0, List.of());
    opener =
        options ->
            new ScriptedSource(
                i -> Scenes.with(i == 0 ? Scenes.busy() : Scenes.busier(), enforced));
    assertThat(run("record", "e.rec", "-n", "4")).isEqualTo(ExitCode.OK);
    assertThat(run("replay", "e.rec", "-j")).isEqualTo(ExitCode.OK);

    assertThat(out.toString().lines().filter(line -> line.contains("\"resources\":")))
        .hasSizeGreaterThan(1)
        .allSatisfy(line -> assertThat(line).contains("\"mode\":\"strict\""));
  }
}
