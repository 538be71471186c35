// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Holdings;
import org.rdmamonitor.quota.Lease;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.ProcessKey;
import org.rdmamonitor.quota.QuotaLimits;

class StateTest {
  private static final Lease FIRST =
      new Lease(new ProcessKey(1, 100), 0, "/a b", Holdings.amounts(1, 2, 3, 4));
  private static final Lease SECOND =
      new Lease(new ProcessKey(2, 200), 1000, "/", Amounts.region(1L << 62));

  @TempDir Path directory;
  private final List<String> trouble = new ArrayList<>();
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("collector.leases");
  }

  private LeaseFile begin(Lease... leases) throws IOException {
    return LeaseFile.begin(file, "boot-1", trouble::add, List.of(leases));
  }

  private List<Lease> read() throws IOException {
    return LeaseFile.read(file, "boot-1", trouble::add);
  }

  @Test
  void whatIsHeldIsThereAtOnceAndAfterwards() throws IOException {
    try (LeaseFile leases = begin()) {
      leases.holds(FIRST);
      leases.holds(SECOND);

      assertThat(read()).containsExactly(FIRST, SECOND);
      leases.holds(new Lease(FIRST.process(), 0, "/a b", Amounts.NONE));
    }

    assertThat(read()).containsExactly(SECOND);
    assertThat(trouble).isEmpty();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void leasesOfTheFirstFormatHaveNoEntries() throws IOException {
    Files.writeString(
        file,
        checked("rdma-monitor leases 1 boot-1")
            + checked("7 99 1000 1 2 3 4096 /a b")
            + checked("7 99 1000 1 2 3 /only/three"));

    assertThat(read())
        .containsExactly(
            new Lease(new ProcessKey(7, 99), 1000, "/a b", Holdings.amounts(1, 2, 3, 4096)));
    assertThat(trouble).hasSize(1).first().asString().contains(":3: this line is damaged");
  }

  private static String checked(String payload) {
    CRC32C crc = new CRC32C();
    crc.update(payload.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) crc.getValue()) + " " + payload + "\n";
  }

  @Test
  void leasesOfAnotherBootAreNotTakenOver() throws IOException {
    begin(FIRST).close();

    assertThat(LeaseFile.read(file, "boot-2", trouble::add)).isEmpty();
    assertThat(trouble).isEmpty();
  }

  @Test
  void aLineThatWasNotFinishedIsLeftOut() throws IOException {
    try (LeaseFile leases = begin(FIRST)) {
      leases.holds(SECOND);
    }
    byte[] bytes = Files.readAllBytes(file);
    for (int cut = 1; cut < 20; cut++) {
      Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - cut));
      assertThat(read()).containsExactly(FIRST);
    }
    assertThat(trouble).isEmpty();
  }

  @Test
  void aBrokenLineIsToldOfAndTheOthersHold() throws IOException {
    begin(FIRST, SECOND).close();
    Files.writeString(file, Files.readString(file).replace("1 100 0 1", "1 100 0 9"));

    assertThat(read()).containsExactly(SECOND);
    assertThat(trouble)
        .containsExactly(file + ":2: this line is damaged, and 0 more; leases may be missing");
  }

  @Test
  void aLinkInItsPlaceIsNotBelieved() throws IOException {
    begin(FIRST).close();
    Files.move(file, directory.resolve("elsewhere"));
    Files.createSymbolicLink(file, Path.of("elsewhere"));

    assertThat(read()).isEmpty();
    assertThat(trouble).singleElement().asString().contains("is not a plain file of this user");
    begin(SECOND).close();
    assertThat(Files.isSymbolicLink(file)).isFalse();
    assertThat(read()).containsExactly(SECOND);
  }

  @RepeatedTest(50)
  void anyFileCanBeRead() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    begin(FIRST, SECOND).close();
    byte[] bytes = Files.readAllBytes(file);
    for (int i = random.nextInt(10); i >= 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    Files.write(file, bytes);

    assertThat(List.of(FIRST, SECOND)).as("seed %d", seed).containsAll(read());
  }

  @Test
  void itIsWrittenAnewBeforeItGrowsWithoutEnd() throws IOException {
    try (LeaseFile leases = begin(SECOND)) {
      for (int i = 1; i <= 20_000; i++) {
        leases.holds(new Lease(FIRST.process(), 0, "/a b", Holdings.amounts(i, 0, 0, 0)));
      }
    }

    assertThat(read())
        .containsExactlyInAnyOrder(
            SECOND, new Lease(FIRST.process(), 0, "/a b", Holdings.amounts(20_000, 0, 0, 0)));
    assertThat(Files.size(file)).isLessThan(300_000);
    assertThat(directory.toFile().list()).containsExactly("collector.leases");
  }

  @Test
  void limitsAreWrittenAndRead() throws IOException {
    Path limits = directory.resolve("new/limits.txt");
    QuotaLimits written =
        QuotaLimits.of(
            List.of(
                Limit.parse("qp=5").orElseThrow(),
                Limit.parse("/a b:mr-bytes=unlimited").orElseThrow()));

    assertThat(LimitsFile.read(limits).limits()).isEmpty();
    LimitsFile.write(limits, written);
    LimitsFile.write(limits, written);

    assertThat(LimitsFile.read(limits).limits()).isEqualTo(written.all());
    assertThat(LimitsFile.read(limits).errors()).isEmpty();
    assertThat(Files.readString(limits))
        .isEqualTo(
            """
            # Limits of 'rdma-monitor quota serve', written by 'rdma-monitor quota set --save'.
            # KEY=LIMIT, as in qp=1000, *:mr-bytes=8G, /system.slice:qp=unlimited
            qp=5
            /a b:mr-bytes=unlimited
            """);
  }

  @Test
  void whatIsNoLimitIsToldWithItsLine() throws IOException {
    Path limits = directory.resolve("limits.txt");
    Files.writeString(limits, "# mine\nqp=5\n\nqq=7\n", StandardOpenOption.CREATE_NEW);

    LimitsFile.Content content = LimitsFile.read(limits);

    assertThat(content.limits()).extracting(Limit::text).containsExactly("qp=5");
    assertThat(content.errors())
        .containsExactly(limits + ":4: 'qq=7' is no limit, such as qp=1000");
    assertThat(Files.readString(limits, StandardCharsets.UTF_8)).isNotEmpty();
  }
}
