// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GivenNamesTest {
  private static final String ID = "0123456789abcdef".repeat(4);
  private static final String INNER = "fedcba9876543210".repeat(4);
  private static final String UID = "2f6c1fa2-8c5e-4a3c-9d64-1c1f1b6b4b11";
  private static final String POD = "/kubepods/burstable/pod" + UID;
  private static final String DOCKER = "/system.slice/docker-" + ID + ".scope";
  private static final String JOB = "/system.slice/slurmstepd.scope/job_42/step_0/user/task_1";

  @Test
  void aLabelHasTheNamesThatWereGiven() {
    GivenNames trainer = GivenNames.ofPod("ml", "trainer-0", "worker");
    assertThat(label(POD + "/" + ID, trainer)).hasValue("pod ml/trainer-0 worker");
    assertThat(label(POD + "/" + ID, GivenNames.ofPod("ml", "trainer-0", "")))
        .hasValue("pod ml/trainer-0 container 0123456789ab");
    assertThat(label(POD, GivenNames.ofPod("ml", "trainer-0", ""))).hasValue("pod ml/trainer-0");
    assertThat(label(DOCKER, GivenNames.ofContainer("web"))).hasValue("docker web");
    assertThat(label(JOB, GivenNames.ofUser("alice")))
        .hasValue("slurm job 42 step 0 task 1 user alice");
    assertThat(label(JOB, GivenNames.NONE)).isEqualTo(CgroupName.of(new Cgroup(7, JOB)));
  }

  @Test
  void whatRunsInAContainerDoesNotTakeItsName() {
    assertThat(label(DOCKER + "/docker/" + INNER, GivenNames.ofContainer("kind-worker")))
        .hasValue("docker kind-worker docker fedcba987654");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "trainer-0",
        "ml/",
        "ml/trainer-0",
        "ml/trainer-0/worker",
        "worker",
        "pod ml/trainer-0",
        "pod ml/trainer-0 worker",
        "/kubepods",
        "/kubepods/burstable/"
      })
  void aCgroupIsMeantByItsNamesAndItsPath(String wanted) {
    Cgroup cgroup =
        new Cgroup(
            7, POD + "/" + ID, Cgroup.ALL_LEVELS, GivenNames.ofPod("ml", "trainer-0", "worker"));
    assertThat(CgroupName.isMeant(wanted, cgroup)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"trainer", "ml", "ml/trainer", "/ml/trainer-0", "po", "mlx/", "/pod"})
  void aPartOfANameMeansNothing(String wanted) {
    Cgroup cgroup =
        new Cgroup(
            7,
            "/x" + POD + "/" + ID,
            Cgroup.ALL_LEVELS,
            GivenNames.ofPod("ml", "trainer-0", "worker"));
    assertThat(CgroupName.isMeant(wanted, cgroup)).isFalse();
  }

  @Test
  void namesOfThePathMeanItToo() {
    assertThat(CgroupName.isMeant("slurm job 42", new Cgroup(1, JOB))).isTrue();
    assertThat(CgroupName.isMeant("slurm job 4", new Cgroup(1, JOB))).isFalse();
    assertThat(CgroupName.isMeant("nginx.service", new Cgroup(1, "/system.slice/nginx.service/a")))
        .isTrue();
    assertThat(CgroupName.isMeant("trainer-0", Cgroup.withoutPath(9))).isFalse();
  }

  /** A terminal, a label and a file take none of these for something else than a name. */
  @ParameterizedTest
  @ValueSource(
      strings = {"", "-a", "a b", "a/b", "../x", "a\u001b[2J", "a\n", "a\"", "é", "a:b", "\u202e"})
  void whatIsNoNameIsLeftOut(String hostile) {
    assertThat(new GivenNames(hostile, "pod", hostile, hostile)).isEqualTo(GivenNames.NONE);
    assertThat(new GivenNames("ns", hostile, "", "")).isEqualTo(GivenNames.NONE);
    assertThat(GivenNames.ofPod("n".repeat(64), "pod", "")).isEqualTo(GivenNames.NONE);
    assertThat(GivenNames.ofPod("ns", "p".repeat(254), "")).isEqualTo(GivenNames.NONE);
    assertThat(GivenNames.ofContainer("c".repeat(129))).isEqualTo(GivenNames.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "/docker/ID/init.scope, '', docker",
    "/kubepods/podUID/ID/kubepods/pod00000000-0000-0000-0000-000000000000/INNER, UID, ''",
    "/kubepods.slice/kubepods-podUID.slice/crio-ID.scope, UID, cri-o",
  })
  void theHostRunsTheOutermostContainer(String path, String pod, String runtime) {
    assertThat(CgroupName.ofHost(new Cgroup(7, full(path))))
        .isEqualTo(new CgroupName.Container(full(pod), runtime, ID));
  }

  /** Below these, cgroups are called what their users like. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-ID.scope",
        "/user.slice/user-1000.slice/user@1000.service/kubepods/podUID/ID",
        "/machine.slice/machine-guest.scope/docker/ID",
        "/lxc.payload.guest/docker/ID",
        "/system.slice/a.service"
      })
  void whatUsersRunIsNotTheHosts(String path) {
    assertThat(CgroupName.ofHost(new Cgroup(7, full(path)))).isEqualTo(CgroupName.Container.NONE);
  }

  @Test
  void aJobThatAUserMakesUpIsNone() {
    assertThat(isSlurm(JOB)).isTrue();
    assertThat(isSlurm("/user.slice/user-7.slice/user@7.service/slurm/job_1")).isFalse();
    assertThat(isSlurm(DOCKER + JOB)).isFalse();
  }

  @Test
  void whatIsAboveAContainerHasItsPod() {
    Cgroup cgroup =
        new Cgroup(
            7,
            POD + "/" + ID + "/a",
            Cgroup.ALL_LEVELS,
            GivenNames.ofPod("ml", "trainer-0", "worker"));
    assertThat(above(POD + "/" + ID, cgroup)).isEqualTo(cgroup.given());
    assertThat(above(POD, cgroup)).isEqualTo(GivenNames.ofPod("ml", "trainer-0", ""));
    assertThat(above("/kubepods", cgroup)).isEqualTo(GivenNames.NONE);
  }

  @Test
  void whoACgroupIsDelegatedToIsKnownAboveItToo() {
    Cgroup below = new Cgroup(7, "/a.slice/bob.service/slurm/job_42", 2, GivenNames.NONE);
    assertThat(CgroupName.above("/a.slice/bob.service/slurm", below).trustedLevels()).isEqualTo(2);
  }

  private static boolean isSlurm(String path) {
    return CgroupName.isSlurm(new Cgroup(7, path));
  }

  private static GivenNames above(String path, Cgroup cgroup) {
    return CgroupName.above(path, cgroup).given();
  }

  private static Optional<String> label(String path, GivenNames given) {
    return CgroupName.of(new Cgroup(7, path, Cgroup.ALL_LEVELS, given));
  }

  private static String full(String path) {
    return path.replace("UID", UID).replace("INNER", INNER).replace("ID", ID);
  }

  @Test
  void whatIsMissingIsTakenFromOtherNamesAndAPodAsAWhole() {
    GivenNames pod = GivenNames.ofPod("default", "trainer-0", "worker");
    GivenNames other = new GivenNames("other", "pod-1", "box", "alice");

    assertThat(GivenNames.NONE.orElse(other)).isEqualTo(other);
    assertThat(other.orElse(pod)).isEqualTo(other);
    assertThat(pod.orElse(other))
        .isEqualTo(new GivenNames("default", "trainer-0", "worker", "alice"));
    assertThat(GivenNames.ofUser("bob").orElse(pod))
        .isEqualTo(new GivenNames("default", "trainer-0", "worker", "bob"));
    assertThat(GivenNames.NONE.isNone()).isTrue();
    assertThat(pod.isNone()).isFalse();
  }
}
