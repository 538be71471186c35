// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.text.Check;
import org.rdmamonitor.text.Check.Status;

class IsolationChecksTest {
  private static final String SOCKET = "/run/rdma-monitor/collector.sock";

  @TempDir private Path root;

  private void file(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void program(int pid, String name, String maps) throws IOException {
    file("proc/" + pid + "/comm", name + "\n");
    file("proc/" + pid + "/maps", maps);
    Path descriptors = Files.createDirectories(root.resolve("proc/" + pid + "/fd"));
    Files.createSymbolicLink(descriptors.resolve("0"), Path.of("/dev/null"));
    Files.createSymbolicLink(descriptors.resolve("3"), Path.of("/dev/infiniband/uverbs0"));
  }

  private void sockets(String flags) throws IOException {
    file(
        "proc/net/unix",
        """
        Num       RefCount Protocol Flags    Type St Inode Path
        0000000000000000: 00000003 00000000 00000000 0001 03 20411
        0000000000000000: 00000002 00000000 %s 0001 01 20412 %s
        """
            .formatted(flags, SOCKET));
  }

  private Check find(String id) {
    List<Check> checks = new IsolationChecks(new HostFiles(root), SOCKET).all();
    return checks.stream().filter(check -> check.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void aHostWithoutAnyOfItIsWell() {
    assertThat(find("isolation.collector").status()).isEqualTo(Status.NOTE);
    assertThat(find("isolation.preload").status()).isEqualTo(Status.OK);
    assertThat(find("isolation.programs").status()).isEqualTo(Status.OK);
  }

  @Test
  void aCollectorThatListensIsTold() throws IOException {
    sockets("00010000");

    assertThat(find("isolation.collector").finding())
        .isEqualTo("the collector listens at " + SOCKET);
  }

  @Test
  void aSocketThatNobodyListensAtIsAWarning() throws IOException {
    sockets("00000000");
    file(SOCKET.substring(1), "");

    assertThat(find("isolation.collector").status()).isEqualTo(Status.WARNING);
  }

  @Test
  void programsWithoutTheLibraryAreNamedWhereOthersHaveIt() throws IOException {
    program(10, "counted", "7f00-7f01 r-xp 0 0:0 1 /opt/lib/librdma_intercept.so\n");
    program(11, "ib_write_bw", "7f00-7f01 r-xp 0 0:0 1 /lib/libibverbs.so.1\n");
    file("proc/12/comm", "sleep\n");

    assertThat(find("isolation.programs").status()).isEqualTo(Status.WARNING);
    assertThat(find("isolation.programs").finding())
        .isEqualTo(
            "1 of 2 programs that have a device open have librdma_intercept loaded; not: 11"
                + " (ib_write_bw)");
  }

  @Test
  void manyAreCounted() throws IOException {
    sockets("00010000");
    for (int pid = 20; pid < 28; pid++) {
      program(pid, "mpi\u001b[31m", "");
    }

    assertThat(find("isolation.programs").finding())
        .endsWith(" and 3 more")
        .doesNotContain("\u001b");
  }

  @Test
  void whereNobodyUsesItNobodyIsBlamed() throws IOException {
    program(11, "ib_write_bw", "");

    assertThat(find("isolation.programs").status()).isEqualTo(Status.OK);
  }

  @Test
  void aLibraryForAllIsTold() throws IOException {
    file("etc/ld.so.preload", "/usr/lib/librdma_intercept.so\n");

    assertThat(find("isolation.preload").finding()).contains("every program");
  }
}
