// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.GivenNames;

/** Against directories as the kubelet and the runtimes make them. */
class HostNamesTest {
  private static final String ID = "0123456789abcdef".repeat(4);
  private static final String OTHER_ID = "fedcba9876543210".repeat(4);
  private static final String UID = "2f6c1fa2-8c5e-4a3c-9d64-1c1f1b6b4b11";
  private static final String HASH = "0123456789abcdef0123456789abcdef";
  private static final String POD =
      "/kubepods.slice/kubepods-pod"
          + UID.replace('-', '_')
          + ".slice/cri-containerd-"
          + ID
          + ".scope";
  private static final String DOCKER = "/system.slice/docker-" + ID + ".scope";
  private static final String PODMAN = "/machine.slice/libpod-" + ID + ".scope/container";
  private static final String TASK =
      "run/containerd/io.containerd.runtime.v2.task/k8s.io/" + ID + "/config.json";
  private static final String STORED = "var/lib/containers/storage/overlay-containers/";
  private static final GivenNames TRAINER = GivenNames.ofPod("ml", "trainer-0", "worker");

  @TempDir private Path host;

  @Test
  void theKubeletsDirectoriesNameAPodAndItsContainer() throws IOException {
    directory("var/log/pods/ml_trainer-0_" + UID + "/worker");
    link("var/log/containers/trainer-0_ml_worker-" + ID + ".log", "../pods/gone/worker/0.log");

    assertThat(names(POD)).isEqualTo(TRAINER);
    assertThat(names("/kubepods/burstable/pod" + UID + "/" + ID + "/below")).isEqualTo(TRAINER);
    assertThat(names("/kubepods/burstable/pod" + UID))
        .isEqualTo(GivenNames.ofPod("ml", "trainer-0", ""));
  }

  @Test
  void aStaticPodGoesByItsHash() throws IOException {
    directory("var/log/pods/kube-system_etcd-n1_" + HASH);
    link("var/log/containers/etcd-n1_kube-system_etcd-" + ID + ".log", "x");

    assertThat(names("/kubepods/burstable/pod" + HASH + "/" + ID))
        .isEqualTo(GivenNames.ofPod("kube-system", "etcd-n1", "etcd"));
  }

  /** The kubelet cuts a link's name off; containerd has what is missing. */
  @Test
  void whatOneDoesNotTellTheOtherDoes() throws IOException {
    directory("var/log/pods/ml_trainer-0_" + UID);
    link("var/log/containers/trainer-0_ml_worker-" + ID.substring(0, 20) + ".log", "x");
    file(TASK, task("worker", "trainer-0", "ml", UID));

    assertThat(names(POD)).isEqualTo(TRAINER);
  }

  @Test
  void containerdNamesAPodWithoutAKubeletsDirectories() throws IOException {
    file(TASK, task("worker", "trainer-0", "ml", UID));

    assertThat(names(POD)).isEqualTo(TRAINER);
  }

  @Test
  void whatContainerdHasOfAnotherPodIsNotTaken() throws IOException {
    file(TASK, task("worker", "trainer-0", "ml", UID.replace('2', '3')));

    assertThat(names(POD)).isEqualTo(GivenNames.NONE);
  }

  @Test
  void nerdctlNamesAContainer() throws IOException {
    file(
        TASK.replace("k8s.io", "default"),
        "{\"ociVersion\":\"1.2.0\",\"annotations\":{\"nerdctl/name\":\"web\",\"nerdctl/namespace\":\"default\"}}");

    assertThat(names("/system.slice/nerdctl-" + ID + ".scope"))
        .isEqualTo(GivenNames.ofContainer("web"));
  }

  @Test
  void dockerNamesAContainer() throws IOException {
    docker(
        "{\"State\":{\"Name\":\"no\"},\"ID\":\"" + ID + "\",\"Name\":\"/web_1\",\"Path\":\"sh\"}");

    assertThat(names(DOCKER)).isEqualTo(GivenNames.ofContainer("web_1"));
    assertThat(names("/docker/" + OTHER_ID)).isEqualTo(GivenNames.NONE);
  }

  @Test
  void aKubeletsContainerInDockerIsKnownByItsName() throws IOException {
    docker("{\"Name\":\"/k8s_worker_trainer-0_ml_" + UID + "_3\"}");

    assertThat(names(POD)).isEqualTo(TRAINER);
  }

  @Test
  void aNameThatSaysItIsAnotherPodsIsNone() throws IOException {
    docker("{\"Name\":\"/k8s_worker_trainer-0_ml_" + UID + "_3\"}");

    assertThat(names(DOCKER)).isEqualTo(GivenNames.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"containers.json", "volatile-containers.json"})
  void podmanNamesAContainer(String list) throws IOException {
    file(STORED + list, stored(OTHER_ID, "other") + "," + stored(ID, "web") + "]");

    assertThat(names(PODMAN)).isEqualTo(GivenNames.ofContainer("web"));
  }

  @Test
  void criONamesAPod() throws IOException {
    file(
        STORED + "volatile-containers.json",
        stored(OTHER_ID, "k8s_POD_trainer-0_ml_" + UID + "_0")
            + ","
            + stored(ID, "k8s_worker_trainer-0_ml_" + UID + "_0")
            + "]");

    assertThat(names(POD.replace("cri-containerd", "crio"))).isEqualTo(TRAINER);
    assertThat(names(POD.replace("cri-containerd", "crio").replace(ID, OTHER_ID)))
        .as("the container that keeps the pod's namespaces")
        .isEqualTo(GivenNames.ofPod("ml", "trainer-0", ""));
  }

  @Test
  void aJobIsItsUsers() throws IOException {
    String job = "system.slice/slurmstepd.scope/job_42/step_0/user/task_0";
    file("cgroup/" + job + "/cgroup.procs", "17\n0\n18\n");
    file("proc/17/status", "Name:\tslurmstepd\nUid:\t0\t0\t0\t0\n");
    file("proc/18/status", "Name:\tsuid\nUid:\t1234\t0\t0\t0\n");

    assertThat(names("/" + job)).as("no user of that number").isEqualTo(GivenNames.ofUser("1234"));

    file("etc/passwd", "root:x:0:0::/:/bin/sh\nalice:x:1234:100:A:/home/alice:/bin/sh\n");
    assertThat(names("/" + job)).isEqualTo(GivenNames.ofUser("alice"));
  }

  @Test
  void ofOtherCgroupsNothingIsLookedFor() throws IOException {
    String unit = "system.slice/a.service";
    file("cgroup/" + unit + "/cgroup.procs", "18\n");
    file("proc/18/status", "Uid:\t1234\t0\t0\t0\n");

    assertThat(names("/" + unit)).isEqualTo(GivenNames.NONE);
  }

  @Test
  void linksAreFollowedAsTheHostFollowsThem() throws IOException {
    directory("data/pods/ml_trainer-0_" + UID);
    directory("var/log");
    link("var/log/pods", "/data/../../../data/pods");

    assertThat(names("/kubepods/pod" + UID)).isEqualTo(GivenNames.ofPod("ml", "trainer-0", ""));
  }

  @Test
  void linksThatLeadNowhereAreNotFollowedForEver() throws IOException {
    directory("var/log");
    link("var/log/pods", "pods");

    assertThat(names(POD)).isEqualTo(GivenNames.NONE);
  }

  @Test
  void aDirectoryInWhichAnybodyWritesIsNotRead() throws IOException {
    Path pods = directory("var/log/pods");
    directory("var/log/pods/ml_trainer-0_" + UID);
    Files.setPosixFilePermissions(pods, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThat(names(POD)).isEqualTo(GivenNames.NONE);

    Files.setPosixFilePermissions(pods, PosixFilePermissions.fromString("rwxrwxr-x"));
    assertThat(names(POD)).isEqualTo(GivenNames.ofPod("ml", "trainer-0", ""));
  }

  @Test
  void aFileThatAnybodyWritesIsNotRead() throws IOException {
    Path file = docker("{\"Name\":\"/web\"}");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));

    assertThat(names(DOCKER)).isEqualTo(GivenNames.NONE);
  }

  @Test
  void aFifoIsNotOpened() throws Exception {
    Path file = host.resolve("var/lib/docker/containers/" + ID + "/config.v2.json");
    Files.createDirectories(file.getParent());
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();

    assertThat(names(DOCKER)).isEqualTo(GivenNames.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "null",
        "{\"Name\":",
        "{\"Name\":7}",
        "{\"Name\":{\"Name\":\"/web\"}}",
        "{\"Name\":\"/web\\u001b[2J\"}",
        "{\"Name\":\"/../../etc\"}",
        "DEEP",
        "LARGE",
      })
  void whatIsMalformedHasNoNames(String text) throws IOException {
    String deep = "{\"x\":" + "[".repeat(100_000);
    String large = "{\"x\":\"" + "x".repeat(5 << 20) + "\",\"Name\":\"/web\"}";
    docker(text.equals("DEEP") ? deep : text.equals("LARGE") ? large : text);
    file(STORED + "containers.json", text.equals("DEEP") ? deep : text);
    file(TASK, text);

    assertThat(names(DOCKER)).isEqualTo(GivenNames.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ml_x y_UID", "ML_trainer_UID", "ml_a_b_UID", "ml_trainer-0", "_x_UID"})
  void aDirectoryThatIsNoPodsNamesNone(String name) throws IOException {
    directory("var/log/pods/" + name.replace("UID", UID));

    assertThat(names(POD)).isEqualTo(GivenNames.NONE);
  }

  /** As systemd does it for Delegate=yes with User=. */
  @Test
  void whatOnlyLooksLikeAContainerHasNoName() throws IOException {
    docker("{\"Name\":\"/web\"}");

    assertThat(names(new Cgroup(7, "/a.service/docker-" + ID + ".scope", 1, GivenNames.NONE)))
        .isEqualTo(GivenNames.NONE);
  }

  private GivenNames names(String path) {
    return names(new Cgroup(7, path));
  }

  private GivenNames names(Cgroup cgroup) {
    NameSources sources = new NameSources(host, Optional.empty());
    try (HostNames names =
        new HostNames(
            sources, Optional.of(host.resolve("cgroup")), host.resolve("proc"), () -> 0)) {
      return names.begin().names(cgroup);
    }
  }

  private static String task(String container, String pod, String namespace, String uid) {
    return """
    {"ociVersion":"1.2.0","process":{"args":["a"],"env":["annotations={}"]},"annotations":{
      "io.kubernetes.cri.container-name":"%s","io.kubernetes.cri.container-type":"container",
      "io.kubernetes.cri.sandbox-name":"%s","io.kubernetes.cri.sandbox-namespace":"%s",
      "io.kubernetes.cri.sandbox-uid":"%s","odd":7},"linux":{"annotations":{}}}
    """
        .formatted(container, pod, namespace, uid);
  }

  /** One of a list, which it begins if it is the other's. */
  private static String stored(String id, String name) {
    return "%s{\"id\":\"%s\",\"names\":[\"%s\"],\"image\":\"\",\"metadata\":\"{\\\"names\\\":[\\\"x\\\"]}\"}"
        .formatted(id.equals(OTHER_ID) ? "[" : "", id, name);
  }

  private Path docker(String text) throws IOException {
    return file("var/lib/docker/containers/" + ID + "/config.v2.json", text);
  }

  private Path file(String name, String text) throws IOException {
    Path file = host.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private Path directory(String name) throws IOException {
    return Files.createDirectories(host.resolve(name));
  }

  private void link(String name, String target) throws IOException {
    Path link = host.resolve(name);
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, Path.of(target));
  }
}
