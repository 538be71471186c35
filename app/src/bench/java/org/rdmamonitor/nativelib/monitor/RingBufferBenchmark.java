// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;
import org.rdmamonitor.nativelib.bpf.BpfObject;
import org.rdmamonitor.nativelib.bpf.BpfProgram;
import org.rdmamonitor.nativelib.bpf.RingBuffer;
import org.rdmamonitor.nativelib.generated.rm_detail;
import org.rdmamonitor.nativelib.generated.rm_event;
import org.rdmamonitor.nativelib.posix.Memory;
import org.rdmamonitor.source.kernel.watch.CallBuffer;

/**
 * What it costs to read the records of a ring buffer of the running kernel: the time of one
 * invocation is that of 4096 records, with which a BPF program fills the ring before it. Its median
 * stands for little else, where the mean would also hold what other programs on the machine do. The
 * same in C, with libbpf's reader: src/bench/c/ring_consume.c.
 *
 * <p>Needs root, and {@code -Drdma-monitor.bench.object=} the object made of
 * src/bench/c/ring_fill.bpf.c.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class RingBufferBenchmark {
  /** Records of one filling: 832 KiB of the ring's 1 MiB. */
  private static final int RECORDS = 4096;

  private static final int RECORDS_OF_ONE_RUN = 1024;

  private static final long TIME = rm_event.time_ns$offset();
  private static final long DURATION = rm_event.duration_ns$offset();
  private static final long CGROUP = rm_event.cgroup$offset();
  private static final long VERB = rm_event.verb$offset();
  private static final long FLAGS = rm_event.flags$offset();
  private static final long DEVICE = rm_event.device$offset();
  private static final long OBJECT_ID = rm_event.object_id$offset();
  private static final long PID = rm_event.pid$offset();
  private static final long TID = rm_event.tid$offset();
  private static final long ERROR = rm_event.error$offset();
  private static final long QP_STATE = rm_event.detail$offset() + rm_detail.qp_state$offset();
  private static final long SIZE = rm_event.detail$offset() + rm_detail.size$offset();
  private static final long COMM = rm_event.comm$offset();

  private BpfObject object;
  private BpfProgram program;
  private RingBuffer ring;
  private final CallBuffer calls = new CallBuffer(Clock.systemUTC());
  private long sum;
  private long commFirst;
  private long commSecond;

  @Setup
  public void open() {
    object = BpfObject.open(Path.of(System.getProperty("rdma-monitor.bench.object")));
    object.load();
    program = object.program("fill");
    ring = object.map("events").mapRing();
  }

  @Setup(Level.Invocation)
  public void fill() {
    for (int written = 0; written < RECORDS; written += RECORDS_OF_ONE_RUN) {
      if (program.testRun(RECORDS_OF_ONE_RUN) != RECORDS_OF_ONE_RUN) {
        throw new IllegalStateException("the ring is full");
      }
    }
  }

  @TearDown
  public void close() {
    ring.close();
    object.close();
  }

  /** Every field is read where it lies, and the name is copied. */
  @Benchmark
  public long readInPlace() {
    drain((address, length) -> {
      if (length >= CallRecord.SIZE) {
        sum += sumOfFields(address);
        commFirst = Memory.getLong(address + COMM);
        commSecond = Memory.getLong(address + COMM + Long.BYTES);
      }
    });
    return sum + commFirst + commSecond;
  }

  /** Every record is copied into an object. */
  @Benchmark
  public void readIntoObject(Blackhole blackhole) {
    drain((address, length) -> {
      if (length >= CallRecord.SIZE) {
        blackhole.consume(CallRecord.read(address));
      }
    });
  }

  /** As the monitor does: every record becomes a call, which is kept for the next reading. */
  @Benchmark
  public CallBuffer.Calls takeIn() {
    drain((address, length) -> {
      if (length >= CallRecord.SIZE) {
        calls.add(CallRecord.read(address));
      }
    });
    return calls.drain();
  }

  private void drain(RingBuffer.RecordHandler handler) {
    if (ring.drain(handler, Integer.MAX_VALUE) != RECORDS) {
      throw new IllegalStateException("not as many records were read as were written");
    }
  }

  private static long sumOfFields(long address) {
    return Memory.getLong(address + TIME)
        + Memory.getLong(address + DURATION)
        + Memory.getLong(address + CGROUP)
        + Memory.getInt(address + VERB)
        + Memory.getInt(address + FLAGS)
        + Memory.getInt(address + DEVICE)
        + Memory.getInt(address + OBJECT_ID)
        + Memory.getInt(address + PID)
        + Memory.getInt(address + TID)
        + Memory.getInt(address + ERROR)
        + Memory.getInt(address + QP_STATE)
        + Memory.getLong(address + SIZE);
  }
}
