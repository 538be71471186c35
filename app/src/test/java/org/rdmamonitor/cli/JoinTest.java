// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Golden;
import org.rdmamonitor.JoinScenes;
import org.rdmamonitor.JoinScenes.Numbers;
import org.rdmamonitor.RecordedHost;
import org.rdmamonitor.RecordedHost.Settings;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.model.call.EndCause;

/** The command that joins recordings, as a user runs it. */
class JoinTest extends ProgramTrial {
  private final JoinScenes scene = new JoinScenes();

  @BeforeEach
  void record() {
    Settings settings = scene.settings();
    scene.connect(scene.node1, scene.node2, 2);
    scene.connect(scene.node1, scene.node2, 3, settings, JoinScenes.back(settings).mtu(4096));
    Numbers lost = scene.connect(scene.node1, scene.node2, 4);
    scene.connect(scene.node1, scene.node3, 5);
    scene.node2.end(10, lost.other(), EndCause.OUT_OF_MEMORY, 9);
    scene.node1.end(11.2, lost.one(), EndCause.DESTROYED, 0);
    record("a.rec", scene.node1, 0, 20);
    record("b.rec", scene.node2, 0, 20);
    record("c.rec", scene.node3, 0, 20);
  }

  private void record(String file, RecordedHost host, int from, int until) {
    host.record(directory.resolve(file), from, until);
  }

  private int join(String arguments) {
    List<String> words = new ArrayList<>(List.of("join"));
    words.addAll(List.of(arguments.split(" ", -1)));
    return run(words.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "a.rec b.rec, join.txt",
    "a.rec b.rec c.rec -j --psn, join-psn.jsonl",
    "a.rec b.rec -j, join.jsonl",
    "a.rec b.rec --graph dot, join-host.dot",
    "a.rec b.rec c.rec --graph json --by pod, join-pod.jsonl"
  })
  void bothEndsAreToldWithWhatIsFound(String arguments, String golden) throws IOException {
    assertThat(join(arguments)).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), golden);
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--qpn 50001; 1",
        "--peer 10.1.0.7; 3",
        "--peer 10.1.0.8; 0",
        "--pid 77; 3",
        "--device mlx5_0; 0",
        "--state ERR; 0",
        "--type UD; 0",
        "--cgroup /kubepods; 3",
        "--connected; 3"
      })
  void onlyThoseOfWhichAnEndMeetsAllConditionsAreTold(String options, int connections) {
    assertThat(join("a.rec b.rec -j " + options)).isEqualTo(ExitCode.OK);

    assertThat(out.toString().lines().filter(line -> line.startsWith("{\"type\":\"connection\"")))
        .hasSize(connections);
  }

  @Test
  void findingsAreOfThoseThatAreTold() {
    assertThat(join("a.rec b.rec --qpn 50001")).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .contains("J3  WARNING  Different path MTU")
        .doesNotContain("J2 ", "J8 ");
  }

  @ParameterizedTest
  @CsvSource({
    "host, node1 node2",
    "pod, pod",
    "user, user 1000",
    "job, node1",
    "cgroup, node1:/kubepods/pod",
    "process, node1:app[42]"
  })
  void aMapIsOfWhomOneAsks(String by, String node) {
    assertThat(join("a.rec b.rec --graph dot --by " + by)).isEqualTo(ExitCode.OK);

    assertThat(out.toString()).startsWith("graph \"connections by " + by + "\" {\n");
    for (String each : by.equals("host") ? node.split(" ", -1) : new String[] {node}) {
      assertThat(out.toString()).contains("  \"" + each);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a.rec; 2; join takes the recordings of 2 to 64 hosts, not of 1",
        "a.rec a.rec; 2; a.rec is the same recording as a.rec",
        "a.rec b.rec --by pod; 2; --by goes with --graph",
        "a.rec b.rec --psn; 2; --psn goes with --json",
        "a.rec b.rec -j --graph dot; 2; either --json or --graph",
        "a.rec b.rec --graph svg; 2; 'svg' is none of dot, json",
        "a.rec b.rec --graph dot --by rack; 2; 'rack' is none of host, pod, job, user, cgroup,",
        "a.rec none.rec; 1; none.rec: there is no such file or directory",
        "a.rec config.txt; 1; config.txt: not a recording of rdma-monitor"
      })
  void whatCannotBeJoinedIsSaid(String arguments, int code, String complaint) {
    assertThat(join(arguments)).isEqualTo(code);

    assertThat(err.toString()).contains(complaint);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void twoRecordingsOfOneHostAreRefused() {
    record("a2.rec", scene.node1, 1, 20);

    assertThat(join("a.rec a2.rec")).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString())
        .contains("a.rec and a2.rec are both of host node1, of which there can be one recording");
  }

  @Test
  void hostsThatHaveOneNameAreToldApartByTheirRecordings() {
    RecordedHost other = new RecordedHost("node1", "10.1.0.9", Duration.ZERO, 5, "d", 70);
    scene.connect(other, scene.node2, 6);
    record("d.rec", other, 1, 20);

    assertThat(join("a.rec d.rec -j")).isEqualTo(ExitCode.OK);

    assertThat(out.toString()).contains("\"host\":\"node1 (a.rec)\"", "\"host\":\"node1 (d.rec)\"");
  }

  /** A host that was given another name meanwhile. */
  @Test
  void oneHostUnderTwoNamesIsSaid() {
    RecordedHost renamed = new RecordedHost("renamed", "10.1.0.6", Duration.ZERO, 5, "d", 70);
    scene.connect(renamed, scene.node2, 6);
    record("renamed.rec", renamed, 0, 20);

    assertThat(join("a.rec b.rec renamed.rec")).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains(
            "node1 and renamed both have the address ::ffff:10.1.0.6: one host under two names, or"
                + " two networks\n");

    out.getBuffer().setLength(0);
    assertThat(join("a.rec b.rec renamed.rec -j")).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .containsOnlyOnce("same_addresses")
        .contains(
            "\"same_addresses\":[{\"host\":\"node1\",\"address\":\"::ffff:10.1.0.6\",\"addresses\":1}]");
  }

  @Test
  void thatHostsWereNotRecordedAtTheSameTimeIsSaid() {
    record("late.rec", scene.node3, 30, 40);

    assertThat(join("a.rec b.rec late.rec")).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .contains(
            "node1 and node3 were not recorded at the same time\n",
            "node2 and node3 were not recorded at the same time\n");
  }

  @Test
  void whatIsInARecordingDoesNotCommandTheTerminal() {
    RecordedHost hostile =
        new RecordedHost("node\u001b[2J\"", "10.1.0.9", Duration.ZERO, 5, "\u001b[2J", 70);
    scene.connect(hostile, scene.node2, 6);
    record("hostile.rec", hostile, 0, 20);

    for (String how : List.of("", " --graph dot --by cgroup", " --graph json", " -j")) {
      assertThat(join("b.rec hostile.rec" + how)).isEqualTo(ExitCode.OK);
    }

    assertThat(out.toString()).contains("node\\x1b[2J").doesNotContain("\u001b");
  }

  @Test
  void whatOfARecordingCannotBeUsedIsSaid() throws IOException {
    byte[] bytes = Files.readAllBytes(directory.resolve("b.rec"));
    Files.write(directory.resolve("cut.rec"), Arrays.copyOf(bytes, bytes.length - 100));

    assertThat(join("a.rec cut.rec")).isEqualTo(ExitCode.OK);

    assertThat(err.toString()).contains("cut.rec: was cut off or is damaged");
  }
}
