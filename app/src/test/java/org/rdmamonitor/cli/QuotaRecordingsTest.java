// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Golden;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.recording.RecordingException;
import org.rdmamonitor.recording.RecordingReader;

/** Limits against what was recorded, and limits from it, as a user asks for them. */
class QuotaRecordingsTest extends ProgramTrial {
  private static final String TENANTS =
      Path.of("../samples/recordings/tenants.rec").toAbsolutePath().toString();

  @Test
  void aDryRunTellsWhoWouldHaveBeenRefusedWhat() throws IOException {
    assertThat(run("quota", "dry-run", TENANTS, "-l", "*:qp=1", "-l", "*:calls=100", "-l", "mr=5"))
        .isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "quota-dry-run.txt");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void asJsonToo() throws IOException {
    assertThat(run("quota", "dry-run", TENANTS, "-l", "*:qp=1", "-j")).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "quota-dry-run.json");
  }

  @Test
  void whatIsAdvisedIsAFileOfLimitsThatRefusesNothing() throws IOException {
    assertThat(run("quota", "advise", TENANTS)).isEqualTo(ExitCode.OK);
    Golden.assertMatches(out.toString(), "quota-advise.txt");

    Path limits = Files.writeString(directory.resolve("limits.txt"), out.toString());
    out.getBuffer().setLength(0);
    assertThat(run("quota", "dry-run", "--limits", limits.toString(), TENANTS))
        .isEqualTo(ExitCode.OK);
    assertThat(out.toString()).endsWith(" s, 0 would have been refused.\n");
  }

  @Test
  void withoutARecordingThisHostIsWatched() {
    assertThat(run("quota", "advise", "-d", "3", "--headroom", "0")).isEqualTo(ExitCode.OK);

    assertThat(out.toString()).startsWith("# Peaks from 2023-11-05T10:45:10Z, for ");
    assertThat(source.isClosed()).isTrue();
  }

  @Test
  void aRecordingThatWasCutAfterItsHeaderIsToldInASentence() throws IOException {
    byte[] whole = Files.readAllBytes(Path.of(TENANTS));
    Path cut = directory.resolve("cut.rec");
    for (int length = 1; !hasHeader(cut); length++) {
      Files.write(cut, Arrays.copyOf(whole, length));
    }

    assertThat(run("quota", "advise", "cut.rec")).isEqualTo(ExitCode.RUNTIME);
    assertThat(run("quota", "dry-run", "-l", "*:qp=1", "cut.rec")).isEqualTo(ExitCode.RUNTIME);
    assertThat(err.toString()).isEqualTo("rdma-monitor: cut.rec: has no reading\n".repeat(2));
  }

  private static boolean hasHeader(Path file) {
    try (RecordingReader reader = RecordingReader.open(file)) {
      return !reader.header().host().isEmpty();
    } catch (RecordingException notYet) {
      return false;
    }
  }

  @Test
  void mistakesAreToldOf() throws IOException {
    Path limits = Files.writeString(directory.resolve("limits.txt"), "qq=7\n");

    assertThat(run("quota", "dry-run", TENANTS)).isEqualTo(ExitCode.USAGE);
    assertThat(run("quota", "dry-run", TENANTS, "--limits", limits.toString()))
        .isEqualTo(ExitCode.CONFIGURATION);
    assertThat(run("quota", "dry-run", TENANTS, "--limits", "/no/such"))
        .isEqualTo(ExitCode.CONFIGURATION);
    assertThat(run("quota", "advise", "none.rec")).isEqualTo(ExitCode.RUNTIME);
    assertThat(err.toString())
        .contains("no limit to try: -l or --limits")
        .contains(limits + ":1: 'qq=7' is no limit")
        .contains("/no/such: there is no such file")
        .contains("none.rec");
  }
}
