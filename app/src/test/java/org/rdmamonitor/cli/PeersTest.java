// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Golden;
import org.rdmamonitor.RecordedHost;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.process.ScriptedSource;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.policy.config.ThresholdsFile;
import org.rdmamonitor.policy.config.ThresholdsFileException;

/** The command that makes policies about peers and tries them, as a user runs it. */
class PeersTest extends ProgramTrial {
  @BeforeEach
  void record() throws IOException {
    opener = _ -> new ScriptedSource(_ -> Scenes.connections());
    assertThat(run("record", "-n", "2", "-i", "1", "night.rec")).isEqualTo(ExitCode.OK);
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    Files.writeString(
        directory.resolve("peers.txt"),
        "PEERS 10.77.0.0/16 lid:1-6\n[cgroup /tenant-a]\nPEERS !10.77.0.2 10.0.0.0/8\n");
  }

  @ParameterizedTest
  @CsvSource({
    "night.rec, peers-advice.txt",
    "night.rec -j, peers-advice.json",
    "night.rec -c peers.txt, peers-dry-run.txt",
    "night.rec -c peers.txt -j, peers-dry-run.json"
  })
  void whomProgramsTalkedToIsTold(String arguments, String golden) throws IOException {
    assertThat(run(("peers " + arguments).split(" ", -1))).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), golden);
    assertThat(out.toString()).doesNotContain("\u001b");
  }

  @Test
  void aPolicyIsOneForAllCgroupsBelowAndNoneIsNestedTooDeep()
      throws IOException, ThresholdsFileException {
    Sample sample = Scenes.connections();
    List<Cgroup> nested =
        sample.cgroups().stream()
            .map(cgroup ->
                new Cgroup(
                    cgroup.id(),
                    switch (cgroup.path()) {
                      case "/tenant-a" -> "/a/b/c/d#1";
                      case String path when path.contains("docker") -> "/a";
                      default -> cgroup.path();
                    }))
            .toList();
    opener = _ -> new ScriptedSource(_ -> Scenes.with(sample, nested));
    assertThat(run("record", "-n", "2", "-i", "1", "nested.rec")).isEqualTo(ExitCode.OK);
    out.getBuffer().setLength(0);
    assertThat(run("peers", "nested.rec")).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .contains("[cgroup /a]\nPEERS lid:7 10.77.0.2\n")
        .contains("# in /a/b/c/d#1: PEERS 10.77.0.2; the file has no section for it\n");
    Path advised = directory.resolve("nested.txt");
    Files.writeString(advised, out.toString());
    out.getBuffer().setLength(0);
    assertThat(run("peers", "nested.rec", "-c", "nested.txt")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains(", 0 would have been refused.");
  }

  @Test
  void whatIsAdvisedIsAFileThatRefusesNothingOfIt() throws IOException, ThresholdsFileException {
    assertThat(run("peers", "night.rec")).isEqualTo(ExitCode.OK);
    Path advised = directory.resolve("advised.txt");
    Files.writeString(advised, out.toString());
    out.getBuffer().setLength(0);

    assertThat(ThresholdsFile.read(advised, "advised.txt").limitsPeers()).isTrue();
    assertThat(run("peers", "night.rec", "-c", "advised.txt")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains(", 0 would have been refused.");
  }

  /** A job that is older than the monitor: nobody may take the advice for all of its peers. */
  @Test
  void connectionsWhosePeersAreNotKnownAreTold() throws IOException, ThresholdsFileException {
    RecordedHost host = new RecordedHost("node1", "10.1.0.6", Duration.ZERO, 42, "a", 50);
    host.had(331);
    host.had(332);
    host.had(333, "10.1.0.7");
    host.record(directory.resolve("old.rec"), 0, 4);
    String cgroup = "/kubepods/pod" + "a".repeat(32);

    assertThat(run("peers", "old.rec")).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains(
            "# %s: 2 connections (app) whose peers are not known: this is not all\n"
                .formatted(cgroup))
        .contains("[cgroup %s]\nPEERS 10.1.0.7\n".formatted(cgroup));
    Files.writeString(directory.resolve("old.txt"), out.toString());
    assertThat(ThresholdsFile.read(directory.resolve("old.txt"), "old.txt").limitsPeers()).isTrue();

    out.getBuffer().setLength(0);
    assertThat(run("peers", "old.rec", "-c", "old.txt")).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("Of 1 contacts")
        .contains(
            "Not judged: 2 connections of %s (app), whose peers are not known.\n"
                .formatted(cgroup));

    for (String policy : List.of("", " -c old.txt")) {
      out.getBuffer().setLength(0);
      assertThat(run(("peers old.rec -j" + policy).split(" ", -1))).isEqualTo(ExitCode.OK);
      assertThat(out.toString())
          .contains(
              "\"unknown_peers\":[{\"cgroup\":\"%s\",\"connections\":2,\"programs\":[\"app\"]}]"
                  .formatted(cgroup));
    }
  }

  @Test
  void aFileWithoutPeersAndOneWithErrorsAreRefused() throws IOException {
    Files.writeString(directory.resolve("none.txt"), "QP_COUNT 5\n");
    Files.writeString(directory.resolve("wrong.txt"), "PEERS 10.1\n");

    assertThat(run("peers", "night.rec", "-c", "none.txt")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("none.txt: has no PEERS to try");
    assertThat(run("peers", "night.rec", "-c", "wrong.txt")).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString()).contains("wrong.txt:1: PEERS: '10.1' is no address");
    assertThat(run("peers")).isEqualTo(ExitCode.USAGE);
    assertThat(run("peers", "absent.rec")).isEqualTo(ExitCode.RUNTIME);
    assertThat(out.toString()).isEmpty();
  }
}
