// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Inventory;

class ProcessesTest {
  @TempDir private Path proc;

  private void stat(String directory, String text) throws IOException {
    Files.createDirectories(proc.resolve(directory));
    Files.writeString(proc.resolve(directory).resolve("stat"), text);
  }

  private void status(String directory, int process) throws IOException {
    Files.writeString(
        proc.resolve(directory).resolve("status"),
        "Name:\tx\nUmask:\t0022\nTgid:\t%d\nPid:\t%s\n".formatted(process, directory));
  }

  private static String statOf(int pid, String comm, int started) {
    return "%d (%s) S 1 42 42 0 -1 4194304 100 0 0 0 1 2 0 0 20 0 1 0 %d 1000 10\n"
        .formatted(pid, comm, started);
  }

  @Test
  void aProcessIsReadAlsoWithParenthesesInItsName() throws IOException {
    stat(
        "42",
        "42 (ib (send) bw) S 1 42 42 0 -1 4194304 100 0 0 0 150 25 0 0 20 0 1 0 123456 1000 10\n");
    status("42", 42);

    Optional<Inventory.Owner> owner =
        new Processes(proc).find(42, new CgroupNames(Optional.empty()));

    assertThat(owner)
        .contains(
            new Inventory.Owner(
                42,
                "ib (send) bw",
                Cgroup.OVERFLOW_ID,
                Duration.ofMillis(1750),
                Duration.ofMillis(1234560)));
  }

  @Test
  void aThreadIsFoundWithItsProcess() throws IOException {
    stat("42", statOf(42, "app", 100));
    status("42", 42);
    stat("43", statOf(43, "worker", 200));
    status("43", 42);
    Processes processes = new Processes(proc);
    CgroupNames cgroups = new CgroupNames(Optional.empty());

    assertThat(processes.find(43, cgroups)).isPresent().isEqualTo(processes.find(42, cgroups));

    // Another thread gets the number.
    stat("43", statOf(43, "other", 300));
    status("43", 43);
    assertThat(processes.find(43, cgroups).map(Inventory.Owner::comm)).contains("other");
  }

  @Test
  void aProcessThatHasGoneIsNone() {
    assertThat(new Processes(proc).find(43, new CgroupNames(Optional.empty()))).isEmpty();
  }

  @Test
  void theOwnUsageIsTimeAndPages() throws IOException {
    stat("self", "7 (java) S 1 7 7 0 -1 4194304 100 0 0 0 3 4 0 0 20 0 1 0 5 1000 10\n");
    Files.writeString(proc.resolve("self/statm"), "2000 321 100 1 0 200 0\n");

    assertThat(new Processes(proc).own())
        .isEqualTo(new Processes.Usage(Duration.ofMillis(70), 321));
  }
}
