// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessesTest {
  private static final int PID = 4242;

  @TempDir private Path proc;
  private Processes processes;

  @BeforeEach
  void prepare() throws IOException {
    processes = new Processes(proc);
    Files.createDirectory(proc.resolve(Integer.toString(PID)));
  }

  private String cgroup(String lines) throws IOException {
    Files.write(proc.resolve(PID + "/cgroup"), lines.getBytes(StandardCharsets.ISO_8859_1));
    String once = processes.cgroup(PID).orElseThrow();
    try (CgroupFile file = processes.cgroupFile(PID).orElseThrow()) {
      assertThat(file.read()).as("the same from a file that stays open").hasValue(once);
    }
    return once;
  }

  @Test
  void itIsThatOfTheUnifiedHierarchy() throws IOException {
    assertThat(cgroup("11:rdma:/old\n0::/system.slice/a.service\n"))
        .isEqualTo("/system.slice/a.service");
    assertThat(cgroup("11:rdma:/old\n")).isEqualTo("/");
  }

  @Test
  void aNameThatIsNoTextIsOneThatNoOtherHas() throws IOException {
    String one = cgroup("0::/jobs/\u00ff\n");
    String other = cgroup("0::/jobs/\u00fe\n");

    assertThat(one).startsWith("/jobs/").isNotEqualTo(other).isNotEqualTo("/jobs/?");
  }

  @Test
  void oneThatHasEndedHasNone() {
    assertThat(processes.cgroup(PID)).isEmpty();
    assertThat(processes.cgroupFile(PID)).isEmpty();
  }
}
