// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.bpf;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.nativelib.generated.LibBpf;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.bpf_prog_info;
import org.rdmamonitor.nativelib.posix.NativeException;

/**
 * The kernel's statistics of BPF programs (BPF_ENABLE_STATS): while one of these is open, or
 * kernel.bpf_stats_enabled is 1, each run of every BPF program of the host is timed, which costs
 * some tens of nanoseconds.
 */
public final class RunStatistics implements AutoCloseable {
  private int fd;

  private RunStatistics(int fd) {
    this.fd = fd;
  }

  /**
   * Turns the statistics on, until closed.
   *
   * @throws NativeException EPERM without CAP_SYS_ADMIN
   */
  public static RunStatistics enable() {
    int fd = LibBpf.bpf_enable_stats(LibBpf.BPF_STATS_RUN_TIME());
    if (fd < 0) {
      throw new NativeException("turn on the statistics of BPF programs", -fd);
    }
    return new RunStatistics(fd);
  }

  /**
   * How often a program ran, and how long altogether, while statistics were on.
   *
   * @param nanos processor time
   */
  public record Runs(String program, long runs, long nanos) {}

  /** The statistics of the programs of an object that are loaded and ran. */
  public static List<Runs> of(BpfObject object) {
    List<Runs> result = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment info = bpf_prog_info.allocate(arena);
      MemorySegment length = arena.allocate(ValueLayout.JAVA_INT);
      for (BpfProgram program : object.programs()) {
        int fd = program.fd();
        if (fd < 0) {
          continue;
        }
        info.fill((byte) 0);
        length.set(ValueLayout.JAVA_INT, 0, Math.toIntExact(bpf_prog_info.sizeof()));
        int error = LibBpf.bpf_obj_get_info_by_fd(fd, info, length);
        if (error < 0) {
          throw new NativeException("read the statistics of " + program.name(), -error);
        }
        if (bpf_prog_info.run_cnt(info) > 0) {
          result.add(
              new Runs(
                  program.name(), bpf_prog_info.run_cnt(info), bpf_prog_info.run_time_ns(info)));
        }
      }
    }
    return result;
  }

  @Override
  public void close() {
    if (fd >= 0) {
      LibC.close(fd);
      fd = -1;
    }
  }
}
