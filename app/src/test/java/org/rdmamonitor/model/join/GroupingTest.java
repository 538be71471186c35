// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.GivenNames;

class GroupingTest {
  private static final String POD = "/kubepods/pod2f6c1fa2-8c5e-4a3c-9d64-1c1f1b6b4b11";

  /** It does not matter which of the pod's containers it is, nor whether the runtime is known. */
  @Test
  void aPodIsANodeByItsNameOrElseItsUid() {
    GivenNames worker = GivenNames.ofPod("ml", "trainer-0", "worker");
    assertThat(pod(POD + "/" + "0".repeat(64), worker)).isEqualTo("pod ml/trainer-0");
    assertThat(pod(POD, GivenNames.ofPod("ml", "trainer-0", ""))).isEqualTo("pod ml/trainer-0");
    assertThat(pod(POD + "/" + "0".repeat(64), GivenNames.NONE))
        .isEqualTo("pod 2f6c1fa2-8c5e-4a3c-9d64-1c1f1b6b4b11");
    assertThat(pod("/docker/" + "0".repeat(64), GivenNames.ofContainer("web"))).isEqualTo("n1");
  }

  @Test
  void aJobIsOneNodeWhoeversItIs() {
    Cgroup cgroup =
        new Cgroup(7, "/slurm/job_42/step_0", Cgroup.ALL_LEVELS, GivenNames.ofUser("alice"));
    assertThat(Grouping.JOB.node("n1", cgroup, OptionalInt.empty(), 1, "app"))
        .isEqualTo("slurm job 42");
  }

  private static String pod(String path, GivenNames given) {
    return Grouping.POD.node(
        "n1", new Cgroup(7, path, Cgroup.ALL_LEVELS, given), OptionalInt.empty(), 1, "app");
  }

  @Test
  void aUserIsANodeByTheCallsOrElseByTheCgroup() {
    Cgroup slice = new Cgroup(7, "/user.slice/user-1001.slice/session-2.scope");
    assertThat(Grouping.USER.node("n1", slice, OptionalInt.of(1000), 1, "app"))
        .isEqualTo("user 1000");
    assertThat(Grouping.USER.node("n1", slice, OptionalInt.of(-2), 1, "app"))
        .isEqualTo("user 4294967294");
    assertThat(Grouping.USER.node("n1", slice, OptionalInt.empty(), 1, "app"))
        .isEqualTo("user 1001");
    assertThat(Grouping.USER.node("n1", new Cgroup(7, "/pod"), OptionalInt.empty(), 1, "app"))
        .isEqualTo("n1");
  }

  @Test
  void aCgroupWithoutAPathIsANodeByItsNumber() {
    assertThat(Grouping.CGROUP.node("n1", Cgroup.withoutPath(7), OptionalInt.empty(), 1, "app"))
        .isEqualTo("n1:cgroup 7");
    assertThat(Grouping.CGROUP.node("n1", new Cgroup(7, "/pod"), OptionalInt.empty(), 1, "app"))
        .isEqualTo("n1:/pod");
  }
}
