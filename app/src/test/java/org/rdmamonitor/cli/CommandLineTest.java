// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.cli.common.Distribution;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.http.HttpConfig;
import org.rdmamonitor.model.DeviceFilter;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.source.kernel.watch.KernelOptions;
import org.rdmamonitor.source.kernel.watch.KernelOptions.Copies;
import org.rdmamonitor.source.kernel.watch.KernelOptions.OnExit;
import org.rdmamonitor.source.kernel.watch.KernelOptions.Probes;

/** Options and the variables that stand for them. */
class CommandLineTest extends ProgramTrial {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-i 0         | Invalid value for option '--interval': '0' is not a number of seconds"
            + " from 0.1 to 86400",
        "-i -1        | Invalid value for option '--interval': '-1' is not a number of seconds"
            + " from 0.1 to 86400",
        "-i 0,5       | Invalid value for option '--interval': '0,5' is not a number of seconds"
            + " from 0.1 to 86400",
        "-i 1e3       | Invalid value for option '--interval': '1e3' is not a number of seconds"
            + " from 0.1 to 86400",
        "-i 0.099999999 | Invalid value for option '--interval': '0.099999999' is not a number of"
            + " seconds from 0.1 to 86400",
        "-i 86400.000000001 | Invalid value for option '--interval': '86400.000000001' is not a"
            + " number of seconds from 0.1 to 86400",
        "-i 86401     | Invalid value for option '--interval': '86401' is not a number of seconds"
            + " from 0.1 to 86400",
        "-i           | Missing required parameter for option '--interval' (SECONDS)",
        "-i 1 -i 2    | option '--interval' (SECONDS) should be specified only once",
        "-n 0         | Invalid value for option '--iterations': '0' is not a whole number from 1",
        "-n 1.5       | Invalid value for option '--iterations': '1.5' is not a whole number"
            + " from 1",
        "-n 99999999999999999999 | Invalid value for option '--iterations':"
            + " '99999999999999999999' is not a whole number from 1",
        "-d 0         | Invalid value for option '--duration': '0' is not a number of seconds"
            + " from 0.1 to 315360000",
        "--color red  | Invalid value for option '--color': 'red' is none of auto, always, never",
        "--theme pink | Invalid value for option '--theme': 'pink' is none of default, light,"
            + " colorblind, mono",
        "--view cpu   | Invalid value for option '--view': 'cpu' is none of overview, cgroups,"
            + " processes, devices, events, objects, findings, connections",
        "--probes rxe | Invalid value for option '--probes': 'rxe' is none of core, mlx5",
        "--hooks KPROBE | Invalid value for option '--hooks': 'KPROBE' is none of auto, kprobe,"
            + " both",
        "--ring-size 100K | Invalid value for option '--ring-size': '100K' is not a power of two"
            + " from 64K to 1G, such as 1M",
        "--ring-size 2G | Invalid value for option '--ring-size': '2G' is not a power of two"
            + " from 64K to 1G, such as 1M",
        "--max-objects 5 | Invalid value for option '--max-objects': '5' is not a whole number"
            + " from 1024 to 16777216",
        "--on-exit shut | Invalid value for option '--on-exit': 'shut' is none of open, keep",
        "--on-exit keep | --on-exit goes with --enforce=deny or strict",
        "--pretty     | --pretty goes with --json",
        "--inteval=5  | Unknown option: '--inteval=5'",
        "chek-config  | Unmatched argument at index 0: 'chek-config'",
      })
  void aWrongCommandLineIsToldAndNothingStarts(String arguments, String message) {
    assertThat(run(arguments.split(" ", -1))).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString())
        .startsWith("rdma-monitor: " + message + "\n")
        .endsWith("\nTry 'rdma-monitor --help'.\n");
    assertThat(out.toString()).isEmpty();
    assertThat(opened).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "-i 5, 5",
    "-i 0.1, 0.1",
    "-i .5, 0.5",
    "-i 0.123456789, 0.123456789",
    "-i 100.25, 100.25",
    "--interval=86400, 86400",
    "-i1, 1"
  })
  void intervalsMayBeFractions(String arguments, String shown) {
    assertThat(run((arguments + " -n 1").split(" ", -1))).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .startsWith("RDMA Control Path Monitor Started (interval: " + shown + " seconds)\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--view=events -n1", "--view events -n1", "-n1 --view=events"})
  void whatACommandIsCalledMayBeAValue(String arguments) {
    assertThat(run(arguments.split(" ", -1))).isEqualTo(ExitCode.OK);
  }

  @Test
  void optionsOfTheSourceArePassedOn() {
    run(
        "--probes=mlx5",
        "--gid-packets",
        "--hooks=both",
        "--ring-size=256K",
        "--max-objects=4096",
        "--bpf-stats",
        "--include-device=mlx5_.*",
        "--exclude-device=mlx5_1",
        "--exclude-device=mlx5_2",
        "--port-interval=60",
        "--intercept-library=/opt/../pod/librdma_intercept.so",
        "--intercept-library=/srv/librdma_intercept.so",
        "-n1");

    assertThat(opened)
        .isEqualTo(
            new KernelOptions(
                Distribution.bpfObject(),
                Probes.MLX5,
                true,
                Copies.BOTH,
                1 << 18,
                4096,
                true,
                Enforcement.Mode.OBSERVE,
                OnExit.OPEN,
                new DeviceFilter(List.of("mlx5_.*"), List.of("mlx5_1", "mlx5_2")),
                Duration.ofMillis(59_900),
                Stream.concat(
                        Distribution.interceptLibraries().stream(),
                        Stream.of("/pod/librdma_intercept.so", "/srv/librdma_intercept.so")
                            .map(Path::of))
                    .toList(),
                opened.names()));
  }

  @Test
  void namesAreLookedForWhereIsAskedFor() {
    run("-n1");
    assertThat(opened.names().host()).isEqualTo(Path.of("/"));
    assertThat(opened.names().kubelet()).isEmpty();

    environment.put("RDMA_MONITOR_HOST_ROOT", "/host");
    run("--kubelet=https://127.0.0.1:10250/", "-n1");
    assertThat(opened.names().host()).isEqualTo(Path.of("/host"));
    assertThat(opened.names().kubelet())
        .hasValueSatisfying(kubelet -> {
          assertThat(kubelet.url()).isEqualTo(URI.create("https://127.0.0.1:10250"));
          assertThat(kubelet.http()).isEqualTo(HttpConfig.PLAIN);
        });
  }

  @Test
  void aKubeletIsNotAskedWithAFileThatIsNotThere() {
    assertThat(run("--kubelet=https://127.0.0.1:10250", "--kubelet-config=/no/such/file", "-n1"))
        .isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString()).contains("/no/such/file");
  }

  @Test
  void devicesOfTheEnvironmentAreApartByBlanks() {
    environment.put("RDMA_MONITOR_EXCLUDE_DEVICE", "mlx5_1  mlx5_2");
    run("-n1");

    assertThat(opened.devices())
        .isEqualTo(new DeviceFilter(List.of(), List.of("mlx5_1", "mlx5_2")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--exclude-device=mlx5_(  | 'mlx5_(' is no regular expression such as mlx5_[0-3]",
        "--kubelet=ftp://127.0.0.1 | it is no URL such as https://127.0.0.1:10250",
        "--kubelet=https://u:p@n1:10250 | a password in a URL is seen by others",
        "--port-interval=0.5      | '0.5' is not a number of seconds from 1 to 86400",
        "--exclude-device=a --enforce=deny | --enforce keeps limits over all devices",
      })
  void whatCannotBeWatchedSoIsTold(String arguments, String sentence) {
    assertThat(run(arguments.split(" ", -1))).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains(sentence);
  }

  @Test
  void limitsAreEnforcedAsIsAskedFor() {
    run("-n1", "--enforce=strict", "--on-exit=keep");

    assertThat(opened.enforcement()).isEqualTo(Enforcement.Mode.STRICT);
    assertThat(opened.onExit()).isEqualTo(OnExit.KEEP);
  }

  @Test
  void aMonitorThatOnlyWatchesKeepsNothing() {
    environment.put("RDMA_MONITOR_ON_EXIT", "keep");
    run("-n1");

    assertThat(opened.onExit()).isEqualTo(OnExit.OPEN);
  }

  @Test
  void withoutOptionsTheSourceHasItsDefaults() {
    run("-n1");

    assertThat(opened)
        .isEqualTo(
            KernelOptions.defaults(Distribution.bpfObject())
                .hearing(Distribution.interceptLibraries()));
  }

  @Test
  void theCommandLineOverridesTheEnvironmentWhichOverridesTheDefault() {
    environment.put("RDMA_MONITOR_INTERVAL", "3");
    environment.put("RDMA_MONITOR_ITERATIONS", "1");
    environment.put("RDMA_MONITOR_PROBES", "mlx5");
    environment.put("RDMA_MONITOR_HOOKS", "");
    run("-i", "4");

    assertThat(out.toString()).contains("(interval: 4 seconds)");
    assertThat(opened.probes()).isEqualTo(Probes.MLX5);
    assertThat(opened.copies()).isEqualTo(Copies.AUTO);
  }

  @Test
  void aWrongVariableIsToldByItsName() {
    environment.put("RDMA_MONITOR_INTERVAL", "soon");
    assertThat(run()).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString())
        .startsWith(
            "rdma-monitor: RDMA_MONITOR_INTERVAL: 'soon' is not a number of seconds from 0.1 to"
                + " 86400\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INTERVAL",
        "ITERATIONS",
        "DURATION",
        "COLOR",
        "PROBES",
        "HOOKS",
        "RING_SIZE",
        "MAX_OBJECTS",
        "EXPORT",
        "EXPORT_CGROUPS",
      })
  void everyVariableIsRead(String name) {
    environment.put("RDMA_MONITOR_" + name, "?");

    assertThat(run()).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).startsWith("rdma-monitor: RDMA_MONITOR_" + name + ": '?' is no");
  }

  @Test
  void aWrongVariableDoesNotKeepHelpAway() {
    environment.put("RDMA_MONITOR_INTERVAL", "soon");

    assertThat(run("--help")).isEqualTo(ExitCode.OK);
    assertThat(run("check-config")).isEqualTo(ExitCode.OK);
  }
}
