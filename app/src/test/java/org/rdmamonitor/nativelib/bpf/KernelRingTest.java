// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.bpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.nativelib.monitor.CallRecord;
import org.rdmamonitor.nativelib.posix.Memory;
import org.rdmamonitor.nativelib.posix.NativeException;

/** The reader on a ring buffer of the running kernel, which a BPF program fills on demand. */
class KernelRingTest {
  private static final Path SOURCE = Path.of("src/bench/c/ring_fill.bpf.c").toAbsolutePath();
  private static final Path HEADERS = Path.of("../bpf").toAbsolutePath();
  private static final int RECORDS = 1000;

  @TempDir static Path directory;
  private static Path object;

  private BpfObject bpf;
  private RingBuffer ring;

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    assumeTrue(isOnPath("clang"), "clang is not installed, which compiles the BPF program");
    assumeTrue(
        Files.exists(Path.of("/usr/include/bpf/bpf_helpers.h")),
        "libbpf's headers are not installed");
    object = directory.resolve("ring_fill.bpf.o");
    Path log = directory.resolve("log");
    Process clang =
        new ProcessBuilder(
                "clang",
                "-O2",
                "-g",
                "-target",
                "bpf",
                "-mcpu=v2",
                "-Werror",
                "-I" + HEADERS,
                "-idirafter",
                "/usr/include/"
                    + System.getProperty("os.arch").replace("amd64", "x86_64")
                    + "-linux-gnu",
                "-c",
                SOURCE.toString(),
                "-o",
                object.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(clang.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(clang.exitValue()).as(Files.readString(log)).isZero();
  }

  private static boolean isOnPath(String program) {
    return Arrays.stream(System.getenv("PATH").split(":"))
        .anyMatch(entry -> Files.isExecutable(Path.of(entry, program)));
  }

  @BeforeEach
  void load() {
    try {
      bpf = BpfObject.open(object);
      bpf.load();
    } catch (NativeException | LinkageError e) {
      abort("this process may not load BPF programs: " + e.getMessage());
    }
    ring = bpf.map("events").mapRing();
  }

  @AfterEach
  void close() {
    if (ring != null) {
      ring.close();
    }
    if (bpf != null) {
      bpf.close();
    }
  }

  @Test
  void readsWhatTheProgramWroteManyTimesAround() {
    BpfProgram program = bpf.program("fill_mixed");
    long bytes = 0;
    while (bytes < 5 * ring.sizeBytes()) {
      assertThat(program.testRun(RECORDS)).isEqualTo(RECORDS);
      bytes += ring.pendingBytes();
      MixedRecords records = new MixedRecords();
      assertThat(ring.drain(records, Integer.MAX_VALUE)).isEqualTo(RECORDS - RECORDS / 8);
      assertThat(records.wrong).isEmpty();
      assertThat(ring.pendingBytes()).isZero();
    }
  }

  /** Holds records against the description of fill_mixed() in ring_fill.bpf.c. */
  private static final class MixedRecords implements RingBuffer.RecordHandler {
    private int next;
    final List<Integer> wrong = new ArrayList<>();

    @Override
    public void accept(long address, int length) {
      byte[] expected = new byte[1 + (37 * next & 127)];
      Arrays.fill(expected, (byte) next);
      byte[] found = new byte[length];
      Memory.copy(address, found);
      if (!Arrays.equals(expected, found)) {
        wrong.add(next);
      }
      next++;
      if ((next & 7) == 7) {
        next++; // the discarded one
      }
    }
  }

  @Test
  void readsCallsAsTheMonitorDoes() throws IOException {
    assertThat(bpf.program("fill").testRun(3)).isEqualTo(3);
    List<CallRecord> calls = new ArrayList<>();
    ring.drain((address, length) -> calls.add(CallRecord.read(address)), 9);

    String comm = Files.readString(Path.of("/proc/thread-self/comm")).strip();
    assertThat(calls).extracting(CallRecord::objectId).containsExactly(0, 1, 2);
    assertThat(calls).extracting(CallRecord::durationNanos).containsExactly(1000L, 1001L, 1002L);
    assertThat(calls)
        .extracting(record -> record.detail().size())
        .containsExactly(0L, 4096L, 0L); // the third verb, QP_DESTROY, has no detail
    assertThat(calls)
        .allSatisfy(call -> {
          assertThat(call.cgroup()).isEqualTo(4711);
          assertThat(call.pid()).isEqualTo(4242);
          assertThat(call.hasObjectId()).isTrue();
          assertThat(call.comm()).isEqualTo(comm);
        });
    assertThat(calls).extracting(CallRecord::timeNanos).isSorted();
    assertThat(System.nanoTime() - calls.getLast().timeNanos())
        .as("age of an event on the JVM's clock, which is CLOCK_MONOTONIC")
        .isBetween(0L, TimeUnit.MINUTES.toNanos(1));
  }

  @Test
  void whatAFullRingTookIsStillRead() {
    BpfProgram program = bpf.program("fill");
    int written = 0;
    int now;
    do {
      now = program.testRun(RECORDS);
      written += now;
    } while (now == RECORDS);

    int most = (int) (ring.sizeBytes() / (CallRecord.SIZE + 8)); // each has a header
    assertThat(written).isBetween(most - 1, most);
    assertThat(ring.drain((address, length) -> {}, Integer.MAX_VALUE)).isEqualTo(written);
    assertThat(program.testRun(RECORDS)).isEqualTo(RECORDS);
  }
}
