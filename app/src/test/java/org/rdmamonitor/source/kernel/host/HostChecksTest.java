// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.model.DeviceFilter;
import org.rdmamonitor.source.kernel.host.Capabilities.Capability;
import org.rdmamonitor.source.kernel.host.RdmaChecks.RdmaSystem;
import org.rdmamonitor.text.Check;
import org.rdmamonitor.text.Check.Status;

class HostChecksTest {
  private static final Capabilities ROOT = new Capabilities(-1);
  private static final Capabilities USER = new Capabilities(0);
  private static final Capabilities PROBES = new Capabilities((1L << 38) | (1L << 39));

  @TempDir private Path root;

  /** A host where all is well, with one device. */
  @BeforeEach
  void wellHost() throws IOException {
    file("proc/sys/kernel/osrelease", "6.1.0-56-amd64\n");
    file("proc/sys/kernel/version", "#1 SMP PREEMPT_DYNAMIC Debian\n");
    file("proc/sys/kernel/perf_event_paranoid", "3\n");
    file("sys/kernel/debug/sched/preempt", "none (voluntary) full\n");
    file("proc/cmdline", "root=/dev/sda1\n");
    file("proc/self/mountinfo", "30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    file(
        "proc/self/limits",
        """
        Limit                     Soft Limit           Hard Limit           Units
        Max locked memory         unlimited            unlimited            bytes
        """);
    file("sys/kernel/btf/vmlinux", "");
    file("sys/kernel/btf/ib_uverbs", "");
    file("sys/bus/event_source/devices/kprobe/type", "6\n");
    file("sys/kernel/security/lockdown", "[none] integrity confidentiality\n");
    file("sys/fs/cgroup/cgroup.controllers", "cpu memory rdma\n");
    for (String module : List.of("ib_core", "ib_uverbs", "rdma_ucm", "rdma_rxe")) {
      file("sys/module/" + module + "/taint", "\n");
    }
    port("state", "4: ACTIVE\n");
    port("phys_state", "5: LinkUp\n");
    port("link_layer", "Ethernet\n");
    port("rate", "100 Gb/sec (4X EDR)\n");
    port("gid_attrs/ndevs/0", "eth1\n");
  }

  private void file(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void port(String name, String text) throws IOException {
    file("sys/class/infiniband/mlx5_0/ports/1/" + name, text);
  }

  private List<Check> kernel(Capabilities capabilities) {
    return new KernelChecks(new HostFiles(root), capabilities).all();
  }

  private List<Check> rdma(int netns, int qkey) {
    return new RdmaChecks(
            new HostFiles(root),
            new RdmaSystem(OptionalInt.of(netns), OptionalInt.of(qkey)),
            DeviceFilter.ALL)
        .all();
  }

  private static Check find(List<Check> checks, String id) {
    return checks.stream().filter(check -> check.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void whereAllIsWellNothingIsToBeDone() {
    assertThat(kernel(ROOT)).extracting(Check::status).containsOnly(Status.OK);
    assertThat(rdma(0, 0)).extracting(Check::status).containsOnly(Status.OK);
    assertThat(find(rdma(0, 0), "device.mlx5_0/1").finding())
        .isEqualTo("mlx5_0/1 is ACTIVE (Ethernet, 100 Gb/sec (4X EDR), on eth1)");
  }

  @Test
  void whatIsAmissHasARemedy() throws IOException {
    file("proc/sys/kernel/osrelease", "5.9.16\n");
    Files.delete(root.resolve("sys/kernel/btf/vmlinux"));
    file("sys/kernel/security/lockdown", "none integrity [confidentiality]\n");
    file("proc/self/mountinfo", "30 1 0:26 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n");

    List<Check> checks = kernel(USER);

    assertThat(checks)
        .filteredOn(check -> check.status() == Status.MISSING)
        .extracting(Check::id)
        .containsExactly(
            "kernel.release",
            "kernel.btf",
            "kernel.lockdown",
            "privilege.CAP_BPF",
            "privilege.CAP_PERFMON",
            "privilege.perf_event_paranoid");
    assertThat(find(checks, "kernel.cgroup2").status()).isEqualTo(Status.WARNING);
    assertThat(checks)
        .filteredOn(check -> check.status() != Status.OK)
        .extracting(Check::remedy)
        .doesNotContain("");
  }

  @Test
  void capabilitiesAreEnoughWhereTheKernelIsNotParanoid() throws IOException {
    assertThat(find(kernel(PROBES), "privilege.perf_event_paranoid").status())
        .isEqualTo(Status.MISSING);

    file("proc/sys/kernel/perf_event_paranoid", "2\n");

    assertThat(kernel(PROBES)).extracting(Check::status).doesNotContain(Status.MISSING);
    assertThat(find(kernel(PROBES), "privilege.CAP_NET_ADMIN").status()).isEqualTo(Status.NOTE);
  }

  @Test
  void modulesWithoutTypesAreTold() throws IOException {
    Files.delete(root.resolve("sys/kernel/btf/ib_uverbs"));

    assertThat(find(kernel(ROOT), "kernel.btf").status()).isEqualTo(Status.WARNING);
  }

  @Test
  void littleLockedMemoryIsAWarning() throws IOException {
    file(
        "proc/self/limits",
        "Max locked memory         8388608              8388608         bytes\n");

    Check check = find(rdma(0, 0), "limit.memlock");
    assertThat(check.status()).isEqualTo(Status.WARNING);
    assertThat(check.finding()).contains("8192 KiB");
  }

  @Test
  void aPortThatIsDownIsAWarningWithItsInterface() throws IOException {
    port("state", "1: DOWN\n");

    Check check = find(rdma(0, 0), "device.mlx5_0/1");
    assertThat(check.status()).isEqualTo(Status.WARNING);
    assertThat(check.remedy()).startsWith("ip link set eth1 up");
  }

  @Test
  void sharedDevicesAndOpenQkeysAreTold() {
    assertThat(find(rdma(1, 1), "posture.netns").status()).isEqualTo(Status.NOTE);
    assertThat(find(rdma(1, 1), "posture.qkey").status()).isEqualTo(Status.WARNING);
  }

  @Test
  void whatMlx5KeepsOutOfTheListOfObjectsIsTold() throws IOException {
    port("state", "4: ACTIVE");
    assertThat(rdma(1, 0)).extracting(Check::id).doesNotContain("rdma.unlisted");

    Path device = Files.createDirectories(root.resolve("sys/class/infiniband/mlx5_0/device"));
    Files.createSymbolicLink(device.resolve("driver"), Path.of("../../bus/pci/drivers/mlx5_core"));
    assertThat(find(rdma(1, 0), "rdma.unlisted").finding()).contains("DCT", "RSS");
  }

  @Test
  @Timeout(20)
  void nothingOfADeviceThatIsLeftOutIsRead() throws IOException, InterruptedException {
    port("state", "4: ACTIVE");
    Path restricted = root.resolve("sys/class/infiniband/mlx5_1/ports/1");
    Files.createDirectories(restricted);
    // Whoever read it would wait for ever.
    Process fifo = new ProcessBuilder("mkfifo", restricted.resolve("state").toString()).start();
    assertThat(fifo.waitFor()).isZero();

    assertThat(
            new RdmaChecks(
                    new HostFiles(root),
                    new RdmaSystem(OptionalInt.empty(), OptionalInt.empty()),
                    new DeviceFilter(List.of(), List.of("mlx5_1")))
                .all())
        .extracting(Check::id)
        .contains("device.mlx5_0/1")
        .noneMatch(id -> id.contains("mlx5_1"));
  }

  @Test
  void anEmptyHostIsToldWhatToLoad() throws IOException {
    HostFiles empty = new HostFiles(Files.createDirectory(root.resolve("empty")));
    List<Check> checks =
        new RdmaChecks(
                empty, new RdmaSystem(OptionalInt.empty(), OptionalInt.empty()), DeviceFilter.ALL)
            .all();

    assertThat(find(checks, "rdma.core").remedy()).contains("modprobe");
    assertThat(find(checks, "rdma.devices").remedy()).contains("rdma link add");
    assertThat(checks).extracting(Check::id).noneMatch(id -> id.startsWith("posture"));
  }

  @Test
  void sysAdminStandsForTheCapabilitiesSplitOffFromIt() {
    Capabilities admin = new Capabilities(1L << 21);

    assertThat(admin.allows(Capability.CAP_BPF)).isTrue();
    assertThat(admin.allows(Capability.CAP_PERFMON)).isTrue();
    assertThat(admin.allows(Capability.CAP_NET_ADMIN)).isFalse();
  }
}
