// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.bpf;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.nativelib.generated.LibBpf;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.btf_member;
import org.rdmamonitor.nativelib.generated.btf_type;
import org.rdmamonitor.nativelib.posix.NativeException;

/**
 * The type information of the running kernel and of its modules (BTF, from the files in
 * /sys/kernel/btf, which everybody may read). For one thread at a time.
 */
public final class KernelTypes implements AutoCloseable {
  // include/uapi/linux/btf.h
  private static final int KIND_SHIFT = 24;
  private static final int KIND_MASK = 0x1f;
  private static final int MEMBERS_MASK = 0xffff;
  private static final int HAS_BITFIELDS = 1 << 31;
  private static final int BITFIELD_OFFSET_MASK = 0xffffff;

  private final MemorySegment kernel;
  private final Map<String, MemorySegment> modules = new HashMap<>();

  private KernelTypes(MemorySegment kernel) {
    this.kernel = kernel;
  }

  /**
   * Reads the kernel's own types.
   *
   * @throws NativeException if it has none
   */
  public static KernelTypes load() {
    MemorySegment kernel = LibBpf.btf__load_vmlinux_btf();
    if (kernel.equals(MemorySegment.NULL)) {
      throw new NativeException("read the kernel's type information", LibC.ENOENT());
    }
    return new KernelTypes(kernel);
  }

  /**
   * The offset of a field in a structure, in bytes; empty if there is no such structure or field.
   *
   * @param module that defines the structure; if it has no type information of its own (because it
   *     is built in, or not loaded), only the kernel is searched
   * @param path names of fields; each but the last is a structure that contains the next
   */
  public OptionalInt offset(String module, String structure, String... path) {
    MemorySegment types = modules.computeIfAbsent(module, this::loadModule);
    int type = structure(types, structure);
    int bits = 0;
    for (String name : path) {
      Optional<Field> field = type > 0 ? field(types, type, name) : Optional.empty();
      if (field.isEmpty()) {
        return OptionalInt.empty();
      }
      bits += field.get().bits;
      type = field.get().type;
    }
    return bits % Byte.SIZE == 0 ? OptionalInt.of(bits / Byte.SIZE) : OptionalInt.empty();
  }

  /**
   * A field of a structure.
   *
   * @param bits from the begin of the structure
   * @param type its number, without qualifiers and typedefs
   */
  private record Field(int bits, int type) {}

  private MemorySegment loadModule(String name) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment types = LibBpf.btf__load_module_btf(arena.allocateFrom(name), kernel);
      return types.equals(MemorySegment.NULL) ? kernel : types;
    }
  }

  /** The structure's number; not positive if there is none. */
  private static int structure(MemorySegment types, String name) {
    try (Arena arena = Arena.ofConfined()) {
      return LibBpf.btf__find_by_name_kind(
          types, arena.allocateFrom(name), LibBpf.BTF_KIND_STRUCT());
    }
  }

  private static MemorySegment type(MemorySegment types, int id) {
    return LibBpf.btf__type_by_id(types, id).reinterpret(btf_type.sizeof());
  }

  /**
   * The field of this name of a structure or union, whose members follow it in memory; the fields
   * of members without a name count as its own, as in C.
   */
  private static Optional<Field> field(MemorySegment types, int id, String name) {
    MemorySegment type = type(types, id);
    int info = btf_type.info(type);
    int kind = (info >>> KIND_SHIFT) & KIND_MASK;
    if (kind != LibBpf.BTF_KIND_STRUCT() && kind != LibBpf.BTF_KIND_UNION()) {
      return Optional.empty();
    }
    int count = info & MEMBERS_MASK;
    MemorySegment members =
        MemorySegment.ofAddress(type.address() + btf_type.sizeof())
            .reinterpret(count * btf_member.sizeof());
    for (int i = 0; i < count; i++) {
      MemorySegment member = btf_member.asSlice(members, i);
      int bits = bitOffset(type, member);
      int memberType = LibBpf.btf__resolve_type(types, btf_member.type(member));
      String found = name(types, member);
      if (found.equals(name)) {
        return Optional.of(new Field(bits, memberType));
      }
      if (found.isEmpty()) {
        Optional<Field> inside = field(types, memberType, name);
        if (inside.isPresent()) {
          return Optional.of(new Field(bits + inside.get().bits, inside.get().type));
        }
      }
    }
    return Optional.empty();
  }

  private static String name(MemorySegment types, MemorySegment member) {
    MemorySegment name = LibBpf.btf__name_by_offset(types, btf_member.name_off(member));
    return name.equals(MemorySegment.NULL) ? "" : name.getString(0);
  }

  private static int bitOffset(MemorySegment structure, MemorySegment member) {
    int offset = btf_member.offset(member);
    boolean bitfields = (btf_type.info(structure) & HAS_BITFIELDS) != 0;
    return bitfields ? offset & BITFIELD_OFFSET_MASK : offset;
  }

  @Override
  public void close() {
    modules.values().stream().filter(types -> !types.equals(kernel)).forEach(LibBpf::btf__free);
    modules.clear();
    LibBpf.btf__free(kernel);
  }
}
