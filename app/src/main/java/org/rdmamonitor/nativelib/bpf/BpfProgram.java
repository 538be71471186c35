// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.bpf;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import org.rdmamonitor.nativelib.generated.LibBpf;
import org.rdmamonitor.nativelib.generated.bpf_kprobe_opts;
import org.rdmamonitor.nativelib.generated.bpf_test_run_opts;
import org.rdmamonitor.nativelib.generated.bpf_uprobe_opts;
import org.rdmamonitor.nativelib.posix.Downcall;
import org.rdmamonitor.nativelib.posix.NativeException;

/** A program of a {@link BpfObject}; valid as long as the object is open. */
public final class BpfProgram {
  private static final class Handles {
    static final MethodHandle ATTACH_KPROBE =
        Downcall.capturing(
            LibBpf.bpf_program__attach_kprobe_opts$address(),
            LibBpf.bpf_program__attach_kprobe_opts$descriptor());
    static final MethodHandle ATTACH_UPROBE =
        Downcall.capturing(
            LibBpf.bpf_program__attach_uprobe_opts$address(),
            LibBpf.bpf_program__attach_uprobe_opts$descriptor());
    static final MethodHandle ATTACH =
        Downcall.capturing(
            LibBpf.bpf_program__attach$address(), LibBpf.bpf_program__attach$descriptor());
  }

  private static final int EVERY_PROCESS = -1;
  private static final long FOUND_BY_NAME = 0;

  private final String name;
  private final MemorySegment program;

  BpfProgram(String name, MemorySegment program) {
    this.name = name;
    this.program = program;
  }

  public String name() {
    return name;
  }

  /** Its file descriptor; negative where it is not loaded. */
  int fd() {
    return LibBpf.bpf_program__fd(program);
  }

  /** Whether {@link BpfObject#load()} loads it; to be set before. */
  public void setAutoload(boolean autoload) {
    LibBpf.bpf_program__set_autoload(program, autoload);
  }

  /**
   * Attaches the program to the entry, or to the return, of a function of the kernel or of a
   * module.
   *
   * @throws NativeException ENOENT if no such function is loaded
   */
  public BpfLink attachKprobe(String function, boolean atReturn) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      MemorySegment options = bpf_kprobe_opts.allocate(arena);
      bpf_kprobe_opts.sz(options, bpf_kprobe_opts.sizeof());
      bpf_kprobe_opts.retprobe(options, atReturn);
      MemorySegment symbol = arena.allocateFrom(function);
      return link(
          "attach to " + function,
          (MemorySegment) Handles.ATTACH_KPROBE.invokeExact(state, program, symbol, options),
          state);
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  /**
   * Attaches it to the entry of a function in a file, in all processes that have that file mapped,
   * or will have.
   *
   * @param function by its name in the file's dynamic symbols
   * @throws NativeException ENOENT if there is no such file or function
   */
  public BpfLink attachUprobe(Path file, String function) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      MemorySegment options = bpf_uprobe_opts.allocate(arena);
      bpf_uprobe_opts.sz(options, bpf_uprobe_opts.sizeof());
      bpf_uprobe_opts.func_name(options, arena.allocateFrom(function));
      MemorySegment path = arena.allocateFrom(file.toString());
      return link(
          "attach to " + function + " of " + file,
          (MemorySegment)
              Handles.ATTACH_UPROBE.invokeExact(
                  state, program, EVERY_PROCESS, path, FOUND_BY_NAME, options),
          state);
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  /**
   * Attaches the program to what its section name says ({@code fentry/...}).
   *
   * @throws NativeException if the kernel refuses
   */
  public BpfLink attach() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      return link(
          "attach " + name, (MemorySegment) Handles.ATTACH.invokeExact(state, program), state);
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  private static BpfLink link(String tried, MemorySegment link, MemorySegment state) {
    if (link.equals(MemorySegment.NULL)) {
      throw new NativeException(tried, Downcall.errno(state));
    }
    return new BpfLink(link);
  }

  /**
   * Runs it once with the given 64-bit arguments (BPF_PROG_TEST_RUN of a raw tracepoint program,
   * Linux 5.10).
   *
   * @return what the program returned
   */
  public int testRun(long... arguments) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment context = arena.allocateFrom(ValueLayout.JAVA_LONG, arguments);
      MemorySegment options = bpf_test_run_opts.allocate(arena);
      bpf_test_run_opts.sz(options, bpf_test_run_opts.sizeof());
      bpf_test_run_opts.ctx_in(options, context);
      bpf_test_run_opts.ctx_size_in(options, Math.toIntExact(context.byteSize()));
      int error = LibBpf.bpf_prog_test_run_opts(LibBpf.bpf_program__fd(program), options);
      if (error < 0) {
        throw new NativeException("run " + name, -error);
      }
      return bpf_test_run_opts.retval(options);
    }
  }
}
