// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.model.cgroup.CgroupName.SlurmStep;

class CgroupNameTest {
  private static final String ID =
      "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/system.slice/docker-ID.scope                 | docker 0123456789ab",
        "/docker/ID                                    | docker 0123456789ab",
        "/docker/ID/init.scope                         | docker 0123456789ab",
        "/system.slice/nerdctl-ID.scope                | nerdctl 0123456789ab",
        "/k8s.io/ID                                    | containerd 0123456789ab",
        "/machine.slice/libpod-ID.scope/container      | podman 0123456789ab",
        "/machine.slice/libpod-conmon-ID.scope         | podman conmon 0123456789ab",
        "/libpod_parent/libpod-ID                      | podman 0123456789ab",
        "/system.slice/web.service/libpod-payload-ID   | podman 0123456789ab",
        "/somewhere/ID                                 | container 0123456789ab",
        "/system.slice/crio-ID.scope                   | cri-o 0123456789ab",
      })
  void aContainerIsNamedByItsRuntimeAndTheStartOfItsId(String path, String label) {
    assertThat(CgroupName.of(new Cgroup(1, path.replace("ID", ID)))).hasValue(label);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-podUNDERSCORED.slice"
            + "/cri-containerd-ID.scope "
            + "| pod UID containerd 0123456789ab",
        "/kubepods.slice/kubepods-podUNDERSCORED.slice/crio-ID.scope "
            + "| pod UID cri-o 0123456789ab",
        "/kubepods.slice/kubepods-podUNDERSCORED.slice | pod UID",
        "/kubepods/besteffort/podUID/ID | pod UID container 0123456789ab",
        "/system.slice/containerd.service/kubepods-burstable-podUNDERSCORED.slice:"
            + "cri-containerd:ID | pod UID containerd 0123456789ab",
        "/kubepods/burstable/pod0123456789abcdef0123456789abcdef/ID "
            + "| pod 0123456789abcdef0123456789abcdef container 0123456789ab",
      })
  void aPodIsNamedByItsUid(String path, String label) {
    String uid = "2f6c1fa2-8c5e-4a3c-9d64-1c1f1b6b4b11";
    String full =
        path.replace("UNDERSCORED", uid.replace('-', '_')).replace("UID", uid).replace("ID", ID);

    assertThat(CgroupName.of(new Cgroup(1, full))).hasValue(label.replace("UID", uid));
  }

  @ParameterizedTest
  @CsvSource({
    "/system.slice/slurmstepd.scope/job_42/step_0, slurm job 42 step 0",
    "/system.slice/slurmstepd.scope/job_42/step_0/user/task_3, slurm job 42 step 0 task 3",
    "/system.slice/slurmstepd.scope/job_42/step_0/user/task_special, slurm job 42 step 0",
    "/system.slice/slurmstepd.scope/job_42/step_batch, slurm job 42 step batch",
    "/system.slice/node7_slurmstepd.scope/job_42, slurm job 42",
    "/slurm/uid_1000/job_42, slurm job 42",
    "/slurm_node7/uid_1000/job_42/step_extern, slurm job 42 step extern",
    "/system.slice/slurmstepd.scope/system, slurmstepd.scope/system",
    "/system.slice/slurmd.service, slurmd.service",
  })
  void aSlurmStepIsNamedByJobAndStep(String path, String label) {
    assertThat(CgroupName.of(new Cgroup(1, path))).hasValue(label);
  }

  @Test
  void theJobAndTheStepAreToBeHadByThemselves() {
    String job = "/system.slice/slurmstepd.scope/job_42";
    assertThat(slurmStep(job)).hasValue(new SlurmStep("42", ""));
    assertThat(slurmStep(job + "/step_batch/user/task_3")).hasValue(new SlurmStep("42", "batch"));
    assertThat(slurmStep("/system.slice/slurmd.service")).isEmpty();
    assertThat(slurmStep("/user.slice/user-1000.slice/user@1000.service" + job))
        .as("what users can call as they like")
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/system.slice/nginx.service, nginx.service",
    "/system.slice, system.slice",
    "/init.scope, init.scope",
    "/system.slice/foo.service/worker-3, foo.service/worker-3",
    "/system.slice/system-getty.slice/getty@tty1.service, getty@tty1.service",
    "/system.slice/opt-my\\x2dapp.mount, opt-my-app.mount",
    "/system.slice/gr\\xc3\\xb6\\xc3\\x9fe.service, gr\u00f6\u00dfe.service",
    "/system.slice/odd\\x2.service, odd\\x2.service",
    "/system.slice/odd\\xzz.service, odd\\xzz.service",
    "/user.slice/user-1000.slice/session-3.scope, user 1000 session 3",
    "/user.slice/user-1000.slice, user 1000",
    "/user.slice/user-1000.slice/user@1000.service, user 1000",
    "/user.slice/user-1000.slice/user@1000.service/app.slice/app-perftest.scope,"
        + " user 1000 app-perftest.scope",
    "/user.slice, user.slice",
    "/machine.slice/machine-qemu\\x2d1\\x2dweb.scope, machine qemu-1-web",
    "/machine.slice/systemd-nspawn@web.service/payload, machine web",
    "/lxc.payload.web/system.slice/nginx.service, lxc web",
  })
  void aUnitIsNamedWithoutEscapes(String path, String label) {
    assertThat(CgroupName.of(new Cgroup(1, path))).hasValue(label);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "", "[kernel]", "[other]", "/tenant-a", "/a/b/c", "/job_42", "/pod7/x"})
  void aPathThatTellsNothingMoreHasNoName(String path) {
    assertThat(CgroupName.of(new Cgroup(1, path))).isEmpty();
  }

  /** Below these, cgroups are called what their users like, also like those of others. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/user.slice/user-7.slice/user@7.service/user.slice/libpod-ID.scope "
            + "| user 7 podman 0123456789ab",
        "/user.slice/user-7.slice/user@7.service/slurm/job_42/step_0 | user 7",
        "/user.slice/user-7.slice/user@7.service/kubepods/podUID/ID | user 7 container"
            + " 0123456789ab",
        "/user.slice/user-7.slice/user@7.service/kubepods-podUID.slice "
            + "| user 7 kubepods-podUID.slice",
        "/user.slice/user-7.slice/user@7.service/lxc.payload.web | user 7",
        "/user.slice/user-7.slice/user@7.service/machine-web.scope | user 7 machine-web.scope",
        "/user.slice/user-7.slice/user@7.service/user-0.slice/session-1.scope "
            + "| user 7 session-1.scope",
        "/docker/ID/kubepods/podUID/INNER | docker 0123456789ab container fedcba987654",
        "/docker/ID/kubepods/podUID | docker 0123456789ab",
        "/docker/ID/system.slice/slurmstepd.scope/job_42 | docker 0123456789ab",
        "/lxc.payload.guest/docker/ID | lxc guest docker 0123456789ab",
        "/machine.slice/machine-guest.scope/slurm/job_42 | machine guest",
      })
  void aUserCannotAppearAsAnother(String path, String label) {
    assertThat(CgroupName.of(new Cgroup(1, full(path)))).hasValue(full(label));
  }

  /** As systemd does it for Delegate=yes with User=. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/system.slice/bob.service/docker-ID.scope | bob.service docker 0123456789ab",
        "/system.slice/bob.service/slurm/job_42 | bob.service/slurm/job_42",
        "/system.slice/bob.service/kubepods-podUID.slice | bob.service/kubepods-podUID.slice",
        "/system.slice/bob.service/nginx.service | bob.service/nginx.service",
        "/system.slice/bob.service/user-0.slice/session-1.scope "
            + "| bob.service/user-0.slice/session-1.scope",
      })
  void whomACgroupIsDelegatedToCannotAppearAsAnother(String path, String label) {
    Cgroup cgroup = new Cgroup(1, full(path), 2, GivenNames.NONE);

    assertThat(CgroupName.of(cgroup)).hasValue(full(label));
    assertThat(CgroupName.ofHost(cgroup)).isEqualTo(CgroupName.Container.NONE);
    assertThat(CgroupName.isSlurm(cgroup)).isFalse();
    assertThat(CgroupName.isMeant("slurm job 42", cgroup)).isFalse();
  }

  /** A runtime gives a container's own cgroup to the user that it runs as. */
  private static Optional<SlurmStep> slurmStep(String path) {
    return CgroupName.slurmStep(new Cgroup(7, path));
  }

  @Test
  void whoseAContainersOwnCgroupIsDoesNotMatter() {
    assertThat(
            CgroupName.of(
                new Cgroup(1, full("/system.slice/docker-ID.scope/a"), 2, GivenNames.NONE)))
        .hasValue("docker 0123456789ab");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/bobs/docker-ID.scope", "/bobs/nginx.service", "/bobs/slurm/job_42"})
  void whatTheHostDoesNotNameHasNoName(String path) {
    assertThat(CgroupName.of(new Cgroup(1, full(path), 1, GivenNames.NONE))).isEmpty();
  }

  private static String full(String text) {
    return text.replace("UID", "2f6c1fa2-8c5e-4a3c-9d64-1c1f1b6b4b11")
        .replace("INNER", "fedcba9876543210".repeat(4))
        .replace("ID", ID);
  }
}
