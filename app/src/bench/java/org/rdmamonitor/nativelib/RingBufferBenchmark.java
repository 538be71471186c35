// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;
import org.rdmamonitor.nativelib.generated.rm_event;

/**
 * What it costs to read a record from a ring buffer of the running kernel. A BPF program fills the
 * ring before each invocation, outside the measured time. The same in C, with libbpf's reader:
 * src/bench/c/ring_consume.c.
 *
 * <p>Needs root, and {@code -Drdma-monitor.bench.object=} the object made of
 * src/bench/c/ring_fill.bpf.c.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class RingBufferBenchmark {
  /** Records of one filling: 832 KiB of the ring's 1 MiB. */
  private static final int RECORDS = 8192;

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
  private static final long QP_STATE = rm_event.qp_state$offset();
  private static final long MR_LENGTH = rm_event.mr_length$offset();
  private static final long COMM = rm_event.comm$offset();

  private BpfObject object;
  private BpfProgram program;
  private RingBuffer ring;
  private long sum;

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

  /** Every field is read where it lies. */
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public long readInPlace() {
    drain((data, offset, length) -> {
      if (length >= CallRecord.SIZE) {
        sum += sumOfFields(data, offset);
      }
    });
    return sum;
  }

  /** Every record is copied into an object, as the monitor does. */
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public void readIntoObject(Blackhole blackhole) {
    drain((data, offset, length) -> {
      if (length >= CallRecord.SIZE) {
        blackhole.consume(CallRecord.read(data, offset));
      }
    });
  }

  private void drain(RingBuffer.RecordHandler handler) {
    if (ring.drain(handler, Integer.MAX_VALUE) != RECORDS) {
      throw new IllegalStateException("not as many records were read as were written");
    }
  }

  private static long sumOfFields(MemorySegment data, long offset) {
    return data.get(ValueLayout.JAVA_LONG, offset + TIME)
        + data.get(ValueLayout.JAVA_LONG, offset + DURATION)
        + data.get(ValueLayout.JAVA_LONG, offset + CGROUP)
        + data.get(ValueLayout.JAVA_INT, offset + VERB)
        + data.get(ValueLayout.JAVA_INT, offset + FLAGS)
        + data.get(ValueLayout.JAVA_INT, offset + DEVICE)
        + data.get(ValueLayout.JAVA_INT, offset + OBJECT_ID)
        + data.get(ValueLayout.JAVA_INT, offset + PID)
        + data.get(ValueLayout.JAVA_INT, offset + TID)
        + data.get(ValueLayout.JAVA_INT, offset + ERROR)
        + data.get(ValueLayout.JAVA_INT, offset + QP_STATE)
        + data.get(ValueLayout.JAVA_LONG, offset + MR_LENGTH)
        + data.get(ValueLayout.JAVA_LONG, offset + COMM)
        + data.get(ValueLayout.JAVA_LONG, offset + COMM + Long.BYTES);
  }
}
