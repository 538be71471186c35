// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.nativelib.posix.UnixSocket;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Holdings;
import org.rdmamonitor.quota.KernelReading;
import org.rdmamonitor.quota.ProcessKey;
import org.rdmamonitor.quota.Resource;
import org.rdmamonitor.quota.Usage;
import org.rdmamonitor.quota.host.Processes;
import org.rdmamonitor.quota.wire.UsageJson;

class CollectorTest extends CollectorTrial {

  @Test
  void theInterceptorIsServedOneRequestInAConnection() throws IOException {
    start("qp=1", "mr-bytes=10000");

    assertThat(once("QP_CREATE")).isEqualTo("Success: QP created");
    assertThat(once("QP_CREATE"))
        .isEqualTo("Error: QP limit reached: 1 of 1 queue pairs in use on this host");
    assertThat(once("QP_DESTROY")).isEqualTo("Success: QP destroyed");
    assertThat(once("QP_CREATE")).isEqualTo("Success: QP created");
    assertThat(once("MR_CREATE 8192")).isEqualTo("Success: MR created");
    assertThat(once("MR_CREATE 4096"))
        .isEqualTo(
            "Error: Memory limit reached: 8192 of 10000 bytes registered in use on this host");
    assertThat(once("CHECK_MEMORY 1000")).isEqualTo("Success: Memory check passed");
    assertThat(once("CHECK_MEMORY 4096")).startsWith("Error: Memory limit reached");
    assertThat(once("MR_DESTROY 8192")).isEqualTo("Success: MR destroyed");
    assertThat(once("CQ_CREATE")).isEqualTo("Success: CQ created");
    assertThat(collector.usage().total()).isEqualTo(Holdings.amounts(1, 1, 0, 0));
    assertThat(log.lines).contains("refused 1 of 1 queue pairs in use on this host");
  }

  @Test
  void oldClientsSendNoEndOfALineAndSometimesAZero() throws IOException {
    start("qp=100", "mr-bytes=4096");
    for (String request : List.of("QP_CREATE", "QP_DESTROY\0", "MR_CREATE 4096", "GET_STATS")) {
      try (SocketClient client = new SocketClient(socket())) {
        client.send(request);
        assertThat(client.line())
            .startsWith(request.equals("GET_STATS") ? "Total QP: 0" : "Success");
      }
    }
    try (SocketClient client = new SocketClient(socket())) {
      client.send("GET_STATS");
      assertThat(List.of(client.line(), client.line(), client.line(), client.line(), client.line()))
          .containsExactly(
              "Total QP: 0",
              "Max QP: 100",
              "Total MR: 1",
              "Total Memory Used: 4096 bytes",
              "Max Memory: 4096 bytes");
      client.endSending();
      assertThat(client.line()).isEmpty();
    }
    try (SocketClient client = new SocketClient(socket())) {
      client.send("CHECK_MEMORY 1");
      client.endSending();
      assertThat(client.line()).startsWith("Error: Memory limit reached");
    }
  }

  @Test
  void aConnectionMayStayOpenAndHaveManyRequestsOnTheirWay() throws IOException {
    start("qp=1000");
    try (SocketClient client = new SocketClient(socket())) {
      StringBuilder requests = new StringBuilder();
      for (int i = 0; i < 500; i++) {
        requests.append(i % 5 == 4 ? "QP_DESTROY\r\n" : "QP_CREATE\n");
      }
      client.send(requests.toString());
      for (int i = 0; i < 500; i++) {
        assertThat(client.line())
            .isEqualTo(i % 5 == 4 ? "Success: QP destroyed" : "Success: QP created");
      }
      client.send("NONS");
      client.send("ENSE\nMR_CREATE 40");
      assertThat(client.line()).isEqualTo("Error: Unknown request");
      client.send("96\n");
      assertThat(client.line()).isEqualTo("Success: MR created");
      assertThat(client.ask("MR_CREATE x")).isEqualTo("Error: Invalid MR_CREATE request");
    }
    assertThat(collector.usage().total()).isEqualTo(Holdings.amounts(300, 0, 1, 4096));
  }

  @Test
  void aClaimedPidIsIgnoredAndToldOnce() throws IOException {
    start("qp=100");
    once("QP_CREATE");

    assertThat(once("GET_PROC_STATS:1")).isEqualTo("QP:1,MR:0,Memory:0");
    assertThat(once("QP_CREATE 1")).isEqualTo("Success: QP created");
    assertThat(once("GET_PROC_STATS:" + ProcessHandle.current().pid()))
        .isEqualTo("QP:2,MR:0,Memory:0");
    assertThat(collector.usage().processes())
        .singleElement()
        .satisfies(process ->
            assertThat(process.process().pid()).isEqualTo((int) ProcessHandle.current().pid()));
    assertThat(log.lines).containsExactly("claimed 1");
  }

  @Test
  void theCgroupIsThatOfTheProcess() throws IOException {
    String own = Processes.ofThisHost().cgroup((int) ProcessHandle.current().pid()).orElseThrow();
    start(own + ":qp=1");

    assertThat(once("QP_CREATE")).startsWith("Success");
    assertThat(once("QP_CREATE")).endsWith("1 of 1 queue pairs in use in " + own);
  }

  @Test
  void aGrantThatIsNotReadIsTakenBack() throws Exception {
    start("qp=100");
    try (SocketClient client = new SocketClient(socket())) {
      assertThat(client.ask("QP_CREATE")).startsWith("Success");
      client.send("QP_CREATE\n");
      await(() -> queuePairs() == 2);
    }

    await(() -> queuePairs() == 1);
    assertThat(queuePairs()).isEqualTo(1);
  }

  @Test
  void rootChangesAndSavesLimitsWhileItRuns() throws IOException {
    start("qp=1");
    once("QP_CREATE");

    assertThat(once("SET qp=2")).isEqualTo("Success: qp=2");
    assertThat(once("QP_CREATE")).isEqualTo("Success: QP created");
    assertThat(once("SET *:mr-bytes=1G")).isEqualTo("Success: *:mr-bytes=1073741824");
    assertThat(once("SET qp")).isEqualTo("Error: Invalid SET request");
    assertThat(once("SAVE")).startsWith("Success: saved to ");
    assertThat(Files.readString(directory.resolve("limits.txt")))
        .endsWith("\nqp=2\n*:mr-bytes=1073741824\n");
    assertThat(log.lines).containsExactly("limited qp=2", "limited *:mr-bytes=1073741824", "saved");
  }

  @Test
  void aConnectionOfALibraryChangesNoLimits() throws IOException {
    start("qp=1");
    for (String request : new String[] {"QP_CREATE", "CQ_DESTROY"}) {
      try (SocketClient library = new SocketClient(socket())) {
        library.ask(request);

        assertThat(library.ask("SET qp=2")).isEqualTo("Error: limits are changed by root only");
        assertThat(library.ask("SAVE")).isEqualTo("Error: limits are saved by root only");
      }
    }
    assertThat(once("SET qp=2")).isEqualTo("Success: qp=2");
  }

  @Test
  void othersDoNot() throws IOException {
    administrators = Set.of(self() + 1);
    start("qp=1");

    assertThat(once("SET qp=2")).isEqualTo("Error: limits are changed by root only");
    assertThat(once("SAVE")).isEqualTo("Error: limits are saved by root only");
    assertThat(collector.usage().limits().all()).hasSize(1);
    assertThat(directory.resolve("limits.txt")).doesNotExist();
  }

  @Test
  void everybodySeesTheSumsAndHisOwnProcesses() throws IOException {
    administrators = Set.of(self() + 1);
    int pid = (int) ProcessHandle.current().pid();
    ProcessKey key = Processes.ofThisHost().find(pid).orElseThrow().key();
    ProcessKey init = Processes.ofThisHost().find(1).orElseThrow().key();
    truth =
        Optional.of(() ->
            new KernelReading(
                System.nanoTime(),
                Map.of(
                    new KernelReading.Owner(key, self(), "mine", "/"), Amounts.ONE_QP,
                    new KernelReading.Owner(init, self() + 7, "its", "/"), Amounts.ONE_QP)));
    start();
    try {
      await(() -> queuePairs() == 2);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }

    Usage seen = UsageJson.read(once("SHOW"));

    assertThat(seen.total().of(Resource.QP)).isEqualTo(2);
    assertThat(seen.processes()).extracting(Usage.OfProcess::comm).containsExactly("mine");
  }

  @Test
  void theKernelsCountCorrectsLeasesAndFindsBypasses() throws Exception {
    int pid = (int) ProcessHandle.current().pid();
    ProcessKey key = Processes.ofThisHost().find(pid).orElseThrow().key();
    truth =
        Optional.of(() ->
            new KernelReading(
                System.nanoTime(),
                Map.of(
                    new KernelReading.Owner(key, self(), "me", "/"),
                    Holdings.amounts(7, 0, 0, 0))));
    start("qp=10");

    await(() -> queuePairs() == 7);
    await(() -> log.lines.contains("bypass %d 7".formatted(pid)));
    for (int i = 0; i < 3; i++) {
      assertThat(once("QP_CREATE")).startsWith("Success");
    }
    await(() -> queuePairs() == 7); // three of them are those that were granted
    assertThat(collector.usage().uncovered()).isEqualTo(Holdings.amounts(4, 0, 0, 0));
  }

  @Test
  void aKernelThatCannotBeAskedChangesNothing() throws Exception {
    truth =
        Optional.of(() -> {
          throw new IOException("not now");
        });
    start("qp=10");
    once("QP_CREATE");

    await(() -> log.lines.contains("trouble the kernel's objects cannot be counted: not now"));
    assertThat(queuePairs()).isEqualTo(1);
  }

  @Test
  void aStaleSocketIsReplacedAndALiveOneIsNot() throws IOException {
    Files.createDirectories(directory.resolve("run"));
    UnixSocket.bind(socket()).close();
    start("qp=10");
    assertThat(once("QP_CREATE")).startsWith("Success");

    assertThatThrownBy(() -> Collector.start(settings(Optional.empty()), Optional.empty(), log))
        .isInstanceOf(CollectorException.class)
        .hasMessage("another collector serves %s; 'rdma-monitor quota show' asks it", socket());
    assertThat(once("QP_CREATE")).startsWith("Success");
    collector.close();
    assertThat(socket()).doesNotExist();

    try (UnixSocket other = UnixSocket.bind(socket())) {
      other.listen(1);
      assertThatThrownBy(() -> start("qp=10"))
          .hasMessage("process %d serves %s already", ProcessHandle.current().pid(), socket());
      assertThat(other.accept()).isPresent();
    }
  }

  @Test
  void whatIsNoSocketIsLeftAlone() throws IOException {
    Files.createDirectories(directory.resolve("run"));
    Files.writeString(socket(), "mine");

    assertThatThrownBy(() -> start("qp=10")).hasMessage("%s is there, and is no socket", socket());
    assertThat(socket()).hasContent("mine");
  }

  @Test
  void anybodyMayConnectAndOnlyTheOwnerListens() throws IOException {
    start("qp=10");

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket())))
        .isEqualTo("rw-rw-rw-");
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("run"))))
        .isEqualTo("rwxr-xr-x");
    assertThat(log.lines).isEmpty();
  }

  @Test
  void orOnlyAGroup() throws IOException {
    String name = Files.getAttribute(directory, "posix:group").toString();
    start(Optional.of(name), "qp=10");

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket())))
        .isEqualTo("rw-rw----");
    assertThat(Files.getAttribute(socket(), "posix:group")).hasToString(name);
    collector.close();
    assertThatThrownBy(() -> start(Optional.of("no such group"), "qp=10"))
        .hasMessage("there is no group 'no such group'");
    assertThat(socket()).doesNotExist();
  }

  @Test
  void aDirectoryThatAnybodyWritesToIsWarnedOf() throws IOException {
    Path run = Files.createDirectories(directory.resolve("run"));
    Files.setAttribute(run, "unix:mode", 0777);
    assertThatThrownBy(() -> start("qp=10"))
        .hasMessage(run.toRealPath() + " can be written to by others than its owner");

    Files.setAttribute(run, "unix:mode", 01777);
    start("qp=10");

    assertThat(log.lines)
        .containsExactly(
            "trouble anybody may write to %s, and listen there in the collector's place"
                .formatted(run));
  }

  @Test
  void aRestartLosesNoLease() throws IOException {
    start("qp=3");
    for (int i = 0; i < 3; i++) {
      once("QP_CREATE");
    }
    once("MR_CREATE 100");
    collector.close();
    start("qp=3");

    assertThat(collector.usage().total()).isEqualTo(Holdings.amounts(3, 0, 1, 100));
    assertThat(once("QP_CREATE")).startsWith("Error");
    assertThat(once("QP_DESTROY")).startsWith("Success");
    assertThat(once("QP_CREATE")).startsWith("Success");
    assertThat(log.lines).contains("adopted 1, ended 0");
  }

  @Test
  void leasesOfProcessesThatEndedMeanwhileAreNotTakenOver() throws IOException {
    start("qp=3");
    once("QP_CREATE");
    collector.close();
    Path file = CollectorSettings.leasesOf(socket());
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    // The same pid, started at another time, with the right checksum.
    String pid = Long.toString(ProcessHandle.current().pid());
    String other = pid + " 12345 0 1 0 0 0 0 /";
    java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
    crc.update(other.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    Files.write(file, List.of(lines.getFirst(), "%08x %s".formatted(crc.getValue(), other)));
    start("qp=3");

    assertThat(queuePairs()).isZero();
    assertThat(log.lines).contains("adopted 0, ended 1");
  }

  @Test
  void whoSaysNothingIsLeftAfterAWhile() throws IOException {
    idle = Duration.ofMillis(1);
    start("qp=10");
    try (SocketClient client = new SocketClient(socket())) {
      assertThat(client.line()).as("the end").isEmpty();
    }
    assertThat(once("QP_CREATE")).startsWith("Success");
  }

  @Test
  void anOrderlyStopEndsAllConversations() throws IOException {
    start("qp=10");
    List<SocketClient> clients = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      clients.add(new SocketClient(socket()));
      clients.getLast().ask("GET_PROC_STATS");
    }
    collector.close();
    collector.close();

    for (SocketClient client : clients) {
      assertThat(client.line()).isEmpty();
      client.close();
    }
    assertThat(log.lines).isEmpty();
  }

  @Test
  void aCollectorThatCannotGoOnSaysSo() throws Exception {
    truth =
        Optional.of(() -> {
          throw new InternalError("broken");
        });
    start();

    assertThat(collector.awaitTrouble())
        .isEqualTo("the collector cannot go on: java.lang.InternalError: broken");
  }

  @Test
  void memoryThatRunsOutIsToldAndItGoesOn() throws Exception {
    AtomicInteger readings = new AtomicInteger();
    truth =
        Optional.of(() -> {
          readings.incrementAndGet();
          throw new OutOfMemoryError("heap");
        });
    start();

    await(() -> readings.get() > 2);
    assertThat(log.lines).anySatisfy(line -> assertThat(line).contains("OutOfMemoryError: heap"));
  }
}
