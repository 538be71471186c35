// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.devices;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.secure.devices.Commands.Result;
import org.rdmamonitor.secure.devices.RxeSetup.SetupResult;

class RxeSetupTest {
  private static final Result GOOD = new Result(0, "");
  private static final String HEAD =
      "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\n";

  @TempDir Path root;

  private final List<String> ran = new ArrayList<>();
  private final Map<String, Result> results = new HashMap<>();
  private RxeSetup setup;

  @BeforeEach
  void setUp() throws IOException {
    setup =
        new RxeSetup(
            words -> {
              ran.add(String.join(" ", words));
              return results.getOrDefault(words.getFirst(), GOOD);
            },
            root);
    Files.createDirectories(root.resolve("sys/class/net/eth0"));
    Files.createDirectories(root.resolve("sys/class/net/eth1"));
    Files.createDirectories(root.resolve("sys/module/ib_uverbs"));
    Files.createDirectories(root.resolve("proc/net"));
  }

  private void routes(String... interfaces) throws IOException {
    StringBuilder text = new StringBuilder(HEAD);
    text.append("eth1\t0000A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n");
    for (String each : interfaces) {
      text.append(each).append("\t00000000\t0100A8C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n");
    }
    Files.writeString(root.resolve("proc/net/route"), text);
  }

  private void device(String name, String parent) throws IOException {
    Path device = Files.createDirectories(root.resolve("sys/class/infiniband").resolve(name));
    if (!parent.isEmpty()) {
      Files.writeString(device.resolve("parent"), parent + "\n");
    }
  }

  @Test
  void modulesAreLoadedAndTheDeviceIsAddedToTheDefaultRoute() throws IOException {
    routes("eth0");

    SetupResult outcome = setup.add(Optional.empty(), "rxe0");

    assertThat(ran).containsExactly("modprobe rdma_rxe", "rdma link add rxe0 type rxe netdev eth0");
    assertThat(outcome.isDone()).isTrue();
    assertThat(outcome.done())
        .containsExactly(
            "Loaded module rdma_rxe.",
            "Added the soft-RoCE device rxe0 on eth0.",
            "Undo it with: rdma-secure setup-rxe --remove --name rxe0");
  }

  @Test
  void theInterfaceIsAskedForWhereItIsNotClear() throws IOException {
    assertThat(setup.add(Optional.empty(), "rxe0").problem()).contains("no default route");
    routes("eth1", "eth0", "eth1");
    assertThat(setup.add(Optional.empty(), "rxe0").problem())
        .isEqualTo("The default routes go by eth0 and eth1: name one with --netdev.");
    assertThat(setup.add(Optional.of("eth7"), "rxe0"))
        .isEqualTo(
            new SetupResult(List.of(), "There is no network interface eth7 (ip link).", true));
    assertThat(ran).isEmpty();
  }

  @Test
  void whatIsThereIsLeftAlone() throws IOException {
    device("rxe0", "eth0");

    assertThat(setup.add(Optional.of("eth0"), "rxe0").done())
        .containsExactly("rxe0 is there already, on eth0; nothing was changed.");
    assertThat(setup.add(Optional.of("eth1"), "rxe0").problem())
        .isEqualTo("There is a device rxe0 already: name another with --name.");
    assertThat(ran).isEmpty();
  }

  @Test
  void whatIsMissingIsToldOf() {
    results.put("modprobe", new Result(1, "modprobe: FATAL: Module rdma_rxe not found."));
    assertThat(setup.add(Optional.of("eth0"), "rxe0"))
        .isEqualTo(
            new SetupResult(
                List.of(),
                "Module rdma_rxe cannot be loaded: modprobe: FATAL: Module rdma_rxe not found.",
                true));

    results.put("modprobe", GOOD);
    results.put("rdma", new Result(Result.NOT_FOUND, ""));
    assertThat(setup.add(Optional.of("eth0"), "rxe0").problem())
        .isEqualTo("The program rdma is missing: install iproute2.");
  }

  @Test
  void theKernelsReasonIsPassedOn() {
    results.put("rdma", new Result(1, "error: Operation not permitted"));

    SetupResult outcome = setup.add(Optional.of("eth0"), "rxe0");

    assertThat(outcome.prerequisite()).isFalse();
    assertThat(outcome.problem())
        .isEqualTo("The kernel refuses rxe0 on eth0: error: Operation not permitted (try sudo).");
  }

  @Test
  void onlySoftDevicesAreRemoved() throws IOException {
    device("rxe0", "eth0");
    device("mlx5_0", "");

    assertThat(setup.remove("mlx5_0").problem())
        .isEqualTo("mlx5_0 is no soft-RoCE device; it was left alone.");
    assertThat(setup.remove("rxe7").prerequisite()).isTrue();
    assertThat(ran).isEmpty();
    assertThat(setup.remove("rxe0").done())
        .containsExactly("Removed the soft-RoCE device rxe0 from eth0.");
    assertThat(ran).containsExactly("rdma link delete rxe0");
  }

  @Test
  void realProgramsAreRun() {
    assertThat(Commands.REAL.run(List.of("sh", "-c", "echo out; echo err >&2; exit 3")))
        .isEqualTo(new Result(3, "out\nerr"));
    assertThat(Commands.REAL.run(List.of("no-such-program-here")).isAbsent()).isTrue();
  }
}
