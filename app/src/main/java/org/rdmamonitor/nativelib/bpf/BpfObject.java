// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.bpf;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.nativelib.generated.LibBpf;
import org.rdmamonitor.nativelib.generated.bpf_object_open_opts;
import org.rdmamonitor.nativelib.posix.Downcall;
import org.rdmamonitor.nativelib.posix.NativeException;

/**
 * A BPF object file: opened, adjusted, loaded, closed. Closing it unloads what is not held by an
 * open {@link BpfLink}.
 */
public final class BpfObject implements AutoCloseable {
  /** Loaded on first use, so that commands that do not need it load nothing native. */
  private static final class Handles {
    static final MethodHandle OPEN_FILE =
        Downcall.capturing(
            LibBpf.bpf_object__open_file$address(), LibBpf.bpf_object__open_file$descriptor());
  }

  private static final String KERNEL_TYPES = "/sys/kernel/btf/vmlinux";

  private final MemorySegment object;
  private boolean closed;

  private BpfObject(MemorySegment object) {
    this.object = object;
  }

  /**
   * Parses an object file; loads nothing into the kernel yet. The object will be fitted to the
   * types of the kernel without its modules, whose type information libbpf finds only with
   * CAP_SYS_ADMIN.
   *
   * @throws NativeException if the file cannot be read or is no BPF object
   */
  public static BpfObject open(Path file) {
    LibbpfLog.install();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      MemorySegment path = arena.allocateFrom(file.toString());
      MemorySegment options = bpf_object_open_opts.allocate(arena);
      options.fill((byte) 0);
      bpf_object_open_opts.sz(options, bpf_object_open_opts.sizeof());
      bpf_object_open_opts.btf_custom_path(options, arena.allocateFrom(KERNEL_TYPES));
      MemorySegment object = (MemorySegment) Handles.OPEN_FILE.invokeExact(state, path, options);
      if (object.equals(MemorySegment.NULL)) {
        throw new NativeException("open BPF object " + file, Downcall.errno(state));
      }
      return new BpfObject(object);
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  /**
   * The program of this name (the C function's).
   *
   * @throws IllegalArgumentException if the object has none
   */
  public BpfProgram program(String name) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment found =
          LibBpf.bpf_object__find_program_by_name(object, arena.allocateFrom(name));
      if (found.equals(MemorySegment.NULL)) {
        throw new IllegalArgumentException("the BPF object has no program " + name);
      }
      return new BpfProgram(name, found);
    }
  }

  /** All its programs, loaded or not. */
  List<BpfProgram> programs() {
    List<BpfProgram> programs = new ArrayList<>();
    MemorySegment program = LibBpf.bpf_object__next_program(object, MemorySegment.NULL);
    while (!program.equals(MemorySegment.NULL)) {
      programs.add(new BpfProgram(LibBpf.bpf_program__name(program).getString(0), program));
      program = LibBpf.bpf_object__next_program(object, program);
    }
    return programs;
  }

  /**
   * The map of this name; sections of variables are maps too ({@code .rodata}).
   *
   * @throws IllegalArgumentException if the object has none
   */
  public BpfMap map(String name) {
    MemorySegment map = MemorySegment.NULL;
    while (true) {
      map = LibBpf.bpf_object__next_map(object, map);
      if (map.equals(MemorySegment.NULL)) {
        throw new IllegalArgumentException("the BPF object has no map " + name);
      }
      String found = LibBpf.bpf_map__name(map).getString(0);
      // libbpf prefixes the name of a section with a part of the object's name.
      if (found.equals(name) || (name.startsWith(".") && found.endsWith(name))) {
        return new BpfMap(name, map);
      }
    }
  }

  /**
   * Creates the maps and has the kernel verify the programs.
   *
   * @throws NativeException if the kernel refuses; its message ends with libbpf's last warnings
   */
  public void load() {
    LibbpfLog.clear();
    int error = LibBpf.bpf_object__load(object);
    if (error < 0) {
      List<String> log = LibbpfLog.lines();
      String detail = log.isEmpty() ? "" : "\n  " + String.join("\n  ", log) + "\n";
      throw new NativeException("load the BPF object" + detail, -error);
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      LibBpf.bpf_object__close(object);
    }
  }
}
