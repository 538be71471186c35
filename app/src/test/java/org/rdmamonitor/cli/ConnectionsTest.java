// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.Golden;
import org.rdmamonitor.RecordedHost;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.process.ScriptedSource;
import org.rdmamonitor.model.Sample;

/** The command that lists connections, as a user runs it. */
class ConnectionsTest extends ProgramTrial {
  private static final Pattern NUMBER = Pattern.compile("\"lqpn\":(\\d+)");
  private static final Pattern PID = Pattern.compile("\"pid\":([0-9]+)");

  @BeforeEach
  void connect() {
    opener = _ -> new ScriptedSource(_ -> Scenes.connections());
  }

  private List<Integer> numbers() {
    return out.toString()
        .lines()
        .flatMap(line -> NUMBER.matcher(line).results())
        .map(found -> Integer.valueOf(found.group(1)))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "connections, connections.txt",
    "connections --psn, connections-psn.txt",
    "connections -j, connections.jsonl",
    "connections -j --psn, connections-psn.jsonl"
  })
  void bothEndsAreTold(String command, String golden) throws IOException {
    assertThat(run(command.split(" ", -1))).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), golden);
    assertThat(out.toString()).doesNotContain("\u001b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--device rxe0; 17 18 19 20 21 22",
        "-p 43; 18",
        "--cgroup /tenant-a; 17 18 19 21 22",
        "--peer 10.77.0.2; 17 18 22",
        "--peer ::ffff:10.77.0.2; 17 18 22",
        "--peer lid:7; 33",
        "--qpn 18; 17 18",
        "--type UD,GSI; 21 1",
        "--state ERR,INIT; 19 22",
        "--type ud,Gsi; 21 1",
        "--state err,init; 19 22",
        "--pid 0; 1",
        "--connected; 17 18 20 22 33",
        "--connected --type RC --device mlx5_0; 33",
        "--peer fe80::1;"
      })
  void thoseThatMeetAllConditionsAreListed(String options, String expected) {
    assertThat(run(("connections -j " + options).split(" ", -1))).isEqualTo(ExitCode.OK);

    assertThat(numbers())
        .containsExactlyElementsOf(
            expected == null
                ? List.of()
                : List.of(expected.split(" ", -1)).stream().map(Integer::valueOf).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--device rxe0; 42 45",
        "-p 42; 42",
        "--cgroup /tenant-a; 42",
        "--peer 10.77.0.2; 42 45",
        "--peer lid:7; 0",
        "--type UD; 42 0 45",
        "--connected; 42 0 45",
        "--type RC;",
        "--state RTS;",
        "--qpn 17;"
      })
  void anAddressHandleCountsAsADatagramsWithoutNumberAndState(String options, String makers) {
    assertThat(run(("connections -j " + options).split(" ", -1))).isEqualTo(ExitCode.OK);

    List<String> found =
        out.toString()
            .lines()
            .filter(line -> line.contains("\"type\":\"address_handle\""))
            .flatMap(line -> PID.matcher(line).results())
            .map(pid -> pid.group(1))
            .toList();
    assertThat(String.join(" ", found)).isEqualTo(makers == null ? "" : makers);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lid:0", "lid:x", "node7", "10.1", "fe80::g"})
  void whatIsNoAddressIsRefused(String peer) {
    assertThat(run("connections", "--peer", peer)).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString())
        .contains("'" + peer + "' is no address such as 10.1.0.7, fe80::1 or lid:7");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--pid -3; '-3' is no number of a process",
        "--state RTX; 'RTX' is none of RESET, INIT, RTR, RTS, SQD, SQE, ERR",
        "--type RD; 'RD' is none of SMI, GSI, RC, UC, UD,"
      })
  void whatNoConnectionCanHaveIsRefused(String options, String complaint) {
    assertThat(run(("connections " + options).split(" ", -1))).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString()).contains(complaint);
  }

  @Test
  void listsAreRepeatedIfThatIsAskedFor() {
    assertThat(run("connections", "-n", "3", "--qpn", "33")).isEqualTo(ExitCode.OK);

    assertThat(out.toString().split("\n\n", -1))
        .hasSize(3)
        .allSatisfy(list -> assertThat(list).contains("lid 7"));
  }

  @Test
  void aRecordingHasThemAsTheyWereAtItsEnd() {
    run("connections", "-j");
    String live = out.toString();
    out.getBuffer().setLength(0);
    Sample before = Scenes.busy();
    opener = _ -> new ScriptedSource(i -> i == 0 ? before : Scenes.connections());
    assertThat(run("record", "a.rec", "-n", "2")).isEqualTo(ExitCode.OK);

    assertThat(run("connections", "--replay", "a.rec", "-j")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).isEqualTo(live);

    out.getBuffer().setLength(0);
    assertThat(run("connections", "--replay", "a.rec", "-j", "--at", "+0s")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void whatIsOlderThanTheMonitorIsFoundByTheAddressThatRdmaCmKnows() {
    RecordedHost host = new RecordedHost("node1", "10.1.0.6", Duration.ZERO, 42, "a", 50);
    host.had(331, "10.1.0.7");
    host.had(332);
    host.record(directory.resolve("old.rec"), 0, 2);

    assertThat(run("connections", "--replay", "old.rec", "--peer", "10.1.0.7"))
        .isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("::ffff:10.1.0.6", "::ffff:10.1.0.7", "addresses by rdma-cm")
        .doesNotContain("nothing tells the addresses");

    out.getBuffer().setLength(0);
    run("connections", "--replay", "old.rec");
    assertThat(out.toString())
        .contains("1 connected without a call that was seen: nothing tells the addresses of these");

    out.getBuffer().setLength(0);
    run("connections", "-j", "--replay", "old.rec", "--qpn", "331");
    assertThat(out.toString())
        .contains("\"peer_gid\":\"::ffff:10.1.0.7\",\"address_by\":\"rdma_cm\"");
  }

  /** The functions of a driver are counted and not read. */
  @Test
  void whatProbesInADriverDoNotSeeIsSaid() throws IOException {
    Files.writeString(directory.resolve("peers.txt"), "PEERS 10.1.0.0/16\n");
    Files.writeString(directory.resolve("none.txt"), "QP_COUNT 5\n");
    String blind = "--probes mlx5 reads no arguments of calls, so that it is not seen ";
    String leads =
        "where queue pairs (but by RDMA-CM's ids) and address handles lead, nor why queue pairs"
            + " end\n";
    String peers =
        "what stands or was connected outside of PEERS but by RDMA-CM (N1); --enforce refuses it"
            + " still";

    for (String command : List.of("connections", "record -n 1 blind.rec")) {
      assertThat(run((command + " --probes mlx5").split(" ", -1))).isEqualTo(ExitCode.OK);
      assertThat(err.toString()).contains(blind + leads);
      err.getBuffer().setLength(0);
    }
    assertThat(run("-n", "1", "-c", "peers.txt", "--probes", "mlx5")).isEqualTo(ExitCode.OK);
    assertThat(err.toString()).contains(blind + peers);

    err.getBuffer().setLength(0);
    assertThat(run("-n", "1", "-c", "none.txt", "--probes", "mlx5")).isEqualTo(ExitCode.OK);
    assertThat(run("-n", "1", "-c", "peers.txt")).isEqualTo(ExitCode.OK);
    assertThat(run("connections")).isEqualTo(ExitCode.OK);
    assertThat(err.toString()).doesNotContain("--probes");
  }

  @Test
  void aTimeIsOfARecordingOnly() {
    assertThat(run("connections", "--at", "+1s")).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString()).contains("--at goes with --replay");
  }
}
