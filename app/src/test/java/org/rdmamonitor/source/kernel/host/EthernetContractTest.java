// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.ethernet.CounterFile;
import org.rdmamonitor.ethernet.CounterFile.Subject;
import org.rdmamonitor.ethernet.MacAddress;
import org.rdmamonitor.model.ethernet.Ethernet;
import org.rdmamonitor.model.ethernet.EthernetCount;
import org.rdmamonitor.model.ethernet.EthernetInterface;
import org.rdmamonitor.nativelib.ethernet.LoopCounts;
import org.rdmamonitor.nativelib.ethernet.PortCount;
import org.rdmamonitor.nativelib.ethernet.PortMode;
import org.rdmamonitor.nativelib.ethernet.PortSettings;

/** What rdma-secure writes is what rdma-monitor reads: neither knows the other. */
class EthernetContractTest {
  private static final Instant TIME = Instant.parse("2026-11-25T04:43:44.123456789Z");
  private static final Subject SUBJECT =
      new Subject("mine", "eth0", "rxe0", PortMode.VERBS, new MacAddress(0x02000000000aL));

  @TempDir private Path root;
  private EthernetHost host;

  @BeforeEach
  void aHost() throws IOException {
    host = new EthernetHost(root);
    host.process(1234, 5678, 'S');
    host.self(1234);
  }

  private Ethernet read(Instant now) {
    return new EthernetFiles(root, Clock.fixed(now, ZoneOffset.UTC)).read();
  }

  private static LoopCounts loop(long in, long out, long dropped) {
    return new LoopCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, in, out, dropped);
  }

  private static Map<PortCount, Long> counts(long first) {
    Map<PortCount, Long> counts = new EnumMap<>(PortCount.class);
    for (PortCount count : PortCount.values()) {
      counts.put(count, first + counts.size());
    }
    return counts;
  }

  private static void write(CounterFile file) throws IOException {
    file.write(
        TIME,
        List.of(loop(1, 2, 3), loop(10, 20, 0)),
        List.of(counts(100), Map.of(PortCount.RECEIVED, Long.MAX_VALUE / 10)),
        counts(1000));
  }

  @Test
  void allThatIsWrittenIsRead() throws IOException {
    try (CounterFile file = CounterFile.begin(root, SUBJECT)) {
      write(file);
      Ethernet ethernet = read(TIME);

      assertThat(ethernet.leftOut()).as(ethernet.trouble()).isZero();
      EthernetInterface one = ethernet.interfaces().getFirst();
      assertThat(one.name()).isEqualTo("mine");
      assertThat(one.hostInterface()).isEqualTo("eth0");
      assertThat(one.device()).isEqualTo("rxe0");
      assertThat(one.mode()).isEqualTo("verbs");
      assertThat(one.mac()).isEqualTo("02:00:00:00:00:0a");
      assertThat(one.process()).isEqualTo(new EthernetInterface.Owner(1234, 5678));
      assertThat(one.time()).isEqualTo(TIME);
      for (PortCount count : PortCount.values()) {
        EthernetCount same = EthernetCount.of(count.key()).orElseThrow();
        assertThat(same.isDrop()).as(count.key()).isEqualTo(count.isDrop());
        assertThat(one.port()).containsEntry(same, counts(1000).get(count));
        assertThat(one.queues().getFirst()).containsEntry(same, counts(100).get(count));
      }
      assertThat(one.port())
          .containsEntry(EthernetCount.TO_TAP, 11L)
          .containsEntry(EthernetCount.FROM_TAP, 22L)
          .containsEntry(EthernetCount.TAP_DROPPED, 3L)
          .hasSize(EthernetCount.values().length);
      assertThat(one.queues().getLast())
          .containsOnly(
              Map.entry(EthernetCount.RECEIVED, Long.MAX_VALUE / 10),
              Map.entry(EthernetCount.TO_TAP, 10L),
              Map.entry(EthernetCount.FROM_TAP, 20L));
    }
    assertThat(read(TIME)).isEqualTo(Ethernet.NONE);
    assertThat(host.directory).isEmptyDirectory();
  }

  @Test
  void asManyQueuesAreReadAsThereCanBeWithTheLongestOfNumbers() throws IOException {
    Map<PortCount, Long> most = new EnumMap<>(PortCount.class);
    Stream.of(PortCount.values()).forEach(count -> most.put(count, Long.MAX_VALUE / 10));
    List<Map<PortCount, Long>> queues =
        Stream.<Map<PortCount, Long>>generate(() -> most).limit(PortSettings.MOST_QUEUES).toList();
    List<LoopCounts> loops =
        Stream.generate(() -> loop(1L << 55, 1L << 55, 1L << 55))
            .limit(PortSettings.MOST_QUEUES)
            .toList();
    try (CounterFile file = CounterFile.begin(root, SUBJECT)) {
      file.write(TIME, loops, queues, most);

      assertThat(EthernetCounters.MOST_QUEUES).isEqualTo(PortSettings.MOST_QUEUES);
      assertThat(Files.size(file.path())).isLessThan(EthernetFiles.MOST_BYTES / 2);
      assertThat(read(TIME).interfaces().getFirst().queues()).hasSize(PortSettings.MOST_QUEUES);
    }
  }

  @Test
  void anyNameTheKernelAllowsIsReadAsItWasWritten() throws IOException {
    String name = "\u001b[2J%\u00e9\u4e2d.-_";
    Subject of =
        new Subject(name, "e:\"\\\u202e", "a b\nport received 7", PortMode.DV, SUBJECT.mac());
    try (CounterFile file = CounterFile.begin(root, of)) {
      write(file);
      EthernetInterface one = read(TIME).interfaces().getFirst();

      assertThat(one.name()).isEqualTo(name);
      assertThat(one.hostInterface()).isEqualTo(of.hostInterface());
      assertThat(one.device()).isEqualTo(of.device());
    }
  }

  @Test
  void oneThatAnswersByItselfIsKnownByItsAddress() throws IOException {
    Subject of = new Subject("", "eth0", "", PortMode.PACKET, SUBJECT.mac());
    try (CounterFile file = CounterFile.begin(root, of)) {
      write(file);

      assertThat(read(TIME).interfaces().getFirst().label()).isEqualTo("02:00:00:00:00:0a");
    }
  }

  @Test
  void afterKillNineItIsNotShownAndTheNextOneClearsIt() throws IOException {
    CounterFile killed = CounterFile.begin(root, SUBJECT);
    write(killed);
    Path unfinished =
        Files.writeString(host.directory.resolve(EthernetHost.NAMESPACE + "-77-88.new"), "x");
    host.gone(1234);
    assertThat(read(TIME)).isEqualTo(Ethernet.NONE);
    assertThat(killed.path()).exists();

    host.process(4321, 9999, 'S');
    host.self(4321);
    try (CounterFile next = CounterFile.begin(root, SUBJECT)) {
      write(next);
      assertThat(killed.path()).doesNotExist();
      assertThat(unfinished).doesNotExist();
      assertThat(read(TIME).interfaces()).hasSize(1);
    }
  }

  @Test
  void aZombieOrAnotherProcessOfItsPidIsNotTakenForIt() throws IOException {
    CounterFile file = CounterFile.begin(root, SUBJECT);
    write(file);
    host.process(1234, 5678, 'Z');
    assertThat(read(TIME)).isEqualTo(Ethernet.NONE);
    host.process(1234, 5679, 'S');
    assertThat(read(TIME)).isEqualTo(Ethernet.NONE);
    host.process(1234, 5678, 'T');
    assertThat(read(TIME.plusSeconds(100)).interfaces()).hasSize(1);
    file.close();
  }

  @Test
  void oneThatRunsIsLeftToItself() throws IOException {
    CounterFile first = CounterFile.begin(root, SUBJECT);
    write(first);
    host.process(4321, 9999, 'S');
    host.self(4321);
    CounterFile second = CounterFile.begin(root, SUBJECT);
    write(second);

    assertThat(read(TIME).interfaces())
        .extracting(one -> one.process().pid())
        .containsExactly(1234, 4321);
    second.close();
    assertThat(read(TIME).interfaces()).hasSize(1);
    first.close();
  }

  /** Its process cannot be seen, as one of a container that has a PID namespace. */
  @Test
  void oneOfAnotherPidNamespaceLivesWhileItTellsSomething() throws IOException {
    CounterFile file = CounterFile.begin(root, SUBJECT);
    write(file);
    Path foreign = file.path().resolveSibling("5-1234-5678");
    Files.move(file.path(), foreign);

    assertThat(read(TIME.plusSeconds(2)).interfaces()).hasSize(1);
    assertThat(read(TIME.plusSeconds(20))).isEqualTo(Ethernet.NONE);
    CounterFile.begin(root, SUBJECT).close();
    assertThat(foreign).exists();
    Files.setLastModifiedTime(foreign, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
    CounterFile.begin(root, SUBJECT).close();
    assertThat(foreign).doesNotExist();
  }

  /** As where /proc is mounted with hidepid and the monitor is not root. */
  @Test
  void whereProcessesAreHiddenOneLivesWhileItTellsSomething() throws IOException {
    CounterFile file = CounterFile.begin(root, SUBJECT);
    write(file);
    host.gone(1);
    host.gone(1234);

    assertThat(read(TIME.plusSeconds(2)).interfaces()).hasSize(1);
    assertThat(read(TIME.plusSeconds(20))).isEqualTo(Ethernet.NONE);
  }

  @Test
  void allMayReadItAndOnlyItsOwnerWriteIt() throws IOException {
    try (CounterFile file = CounterFile.begin(root, SUBJECT)) {
      write(file);
      write(file);

      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())))
          .isEqualTo("rw-r--r--");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(host.directory)))
          .isEqualTo("rwxr-xr-x");
      try (Stream<Path> files = Files.list(host.directory)) {
        assertThat(files).containsExactly(file.path());
      }
    }
  }

  @Test
  void aLinkInItsPlaceIsReplacedAndNotFollowed() throws IOException {
    Path other = Files.writeString(root.resolve("other"), "other");
    try (CounterFile file = CounterFile.begin(root, SUBJECT)) {
      Files.createSymbolicLink(file.path(), other);
      Files.createSymbolicLink(
          file.path().resolveSibling(file.path().getFileName() + ".new"), other);
      write(file);

      assertThat(other).hasContent("other");
      assertThat(read(TIME).interfaces()).hasSize(1);
    }
  }

  @Test
  void itIsNotBegunWhereOthersCouldChangeItOrThereIsNoProc() throws IOException {
    Files.createDirectories(host.directory);
    Files.setPosixFilePermissions(host.directory, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> CounterFile.begin(root, SUBJECT))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("ethernet can be written to by others than its owner");
    Files.setPosixFilePermissions(host.directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.delete(root.resolve("proc/self"));
    assertThatThrownBy(() -> CounterFile.begin(root, SUBJECT)).isInstanceOf(IOException.class);
  }
}
