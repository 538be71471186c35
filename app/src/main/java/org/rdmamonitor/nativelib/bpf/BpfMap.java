// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.bpf;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import org.rdmamonitor.nativelib.generated.LibBpf;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.posix.MappedMemory;
import org.rdmamonitor.nativelib.posix.NativeException;
import org.rdmamonitor.nativelib.posix.Readiness;

/** A map of a {@link BpfObject}; valid as long as the object is open. */
public final class BpfMap {
  private static final int BATCH = 512;

  private final String name;
  private final MemorySegment map;

  BpfMap(String name, MemorySegment map) {
    this.name = name;
    this.map = map;
  }

  /** Number of elements; for a ring buffer its bytes. To be set before loading. */
  public void setMaxEntries(int entries) {
    check("size map " + name, LibBpf.bpf_map__set_max_entries(map, entries));
  }

  /** The size of a key in bytes. */
  public int keySize() {
    return LibBpf.bpf_map__key_size(map);
  }

  public int maxEntries() {
    return LibBpf.bpf_map__max_entries(map);
  }

  /** Allocates elements on use instead of all at once. To be set before loading. */
  public void setAllocateOnUse() {
    int flags = LibBpf.bpf_map__map_flags(map) | LibBpf.BPF_F_NO_PREALLOC();
    check("set flags of map " + name, LibBpf.bpf_map__set_map_flags(map, flags));
  }

  /** The contents of a section of variables, which can be changed before loading. */
  public MemorySegment initialValue() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(ValueLayout.JAVA_LONG);
      MemorySegment value = LibBpf.bpf_map__initial_value(map, size);
      return value.reinterpret(size.get(ValueLayout.JAVA_LONG, 0));
    }
  }

  /** Pins the map as a file of the BPF file system, in an existing directory. */
  public void pin(Path file) {
    try (Arena arena = Arena.ofConfined()) {
      check("pin " + file, LibBpf.bpf_map__pin(map, arena.allocateFrom(file.toString())));
    }
  }

  /** The elements of an mmap-able array, one after the other, for reading and writing. */
  public MappedMemory mapElements() {
    long bytes = (long) maxEntries() * ((LibBpf.bpf_map__value_size(map) + 7L) & -8L);
    return MappedMemory.map(
        fd(), 0, bytes, LibC.PROT_READ() | LibC.PROT_WRITE(), "map " + name + " into memory");
  }

  /** The reader of this ring buffer. */
  public RingBuffer mapRing() {
    return RingBuffer.map(fd(), maxEntries());
  }

  /** For waiting until a ring buffer signals that it has records. */
  public Readiness.Wait on(Readiness readiness) {
    return readiness.on(fd());
  }

  /** Adds an element; false if the key is there already, or if the map is full. */
  public boolean insert(MemorySegment key, MemorySegment value) {
    int error = LibBpf.bpf_map_update_elem(fd(), key, value, LibBpf.BPF_NOEXIST());
    if (error == -LibC.EEXIST() || error == -LibC.E2BIG() || error == -LibC.ENOMEM()) {
      return false;
    }
    check("add to map " + name, error);
    return true;
  }

  /** Sets the value of a key. */
  public void put(MemorySegment key, MemorySegment value) {
    check("write to map " + name, LibBpf.bpf_map_update_elem(fd(), key, value, LibBpf.BPF_ANY()));
  }

  /** Sets the value of an existing key; false if it does not exist. */
  public boolean replace(MemorySegment key, MemorySegment value) {
    int error = LibBpf.bpf_map_update_elem(fd(), key, value, LibBpf.BPF_EXIST());
    if (error == -LibC.ENOENT()) {
      return false;
    }
    check("write to map " + name, error);
    return true;
  }

  /** Removes an element; false if there was none. */
  public boolean remove(MemorySegment key) {
    int error = LibBpf.bpf_map_delete_elem(fd(), key);
    if (error == -LibC.ENOENT()) {
      return false;
    }
    check("remove from map " + name, error);
    return true;
  }

  /** Copies the value of a key; false if there is none. */
  public boolean get(MemorySegment key, MemorySegment value) {
    int error = LibBpf.bpf_map_lookup_elem(fd(), key, value);
    if (error == -LibC.ENOENT()) {
      return false;
    }
    check("look up in map " + name, error);
    return true;
  }

  /** Receives each element of a map; the segments are valid during the call only. */
  @FunctionalInterface
  public interface Visitor {
    void visit(MemorySegment key, MemorySegment value);
  }

  /**
   * Visits every element of a hash map. One that is added or removed meanwhile may be missed or
   * seen.
   */
  public void forEach(Visitor visitor) {
    long keySize = LibBpf.bpf_map__key_size(map);
    long valueSize = LibBpf.bpf_map__value_size(map);
    try (Arena arena = Arena.ofConfined()) {
      int capacity = BATCH;
      MemorySegment position = arena.allocate(Math.max(keySize, Integer.BYTES), 8);
      MemorySegment count = arena.allocate(ValueLayout.JAVA_INT);
      MemorySegment keys = arena.allocate(keySize * capacity, 8);
      MemorySegment values = arena.allocate(valueSize * capacity, 8);
      MemorySegment from = MemorySegment.NULL;
      while (true) {
        count.set(ValueLayout.JAVA_INT, 0, capacity);
        int error =
            LibBpf.bpf_map_lookup_batch(
                fd(), from, position, keys, values, count, MemorySegment.NULL);
        if (error == -LibC.ENOSPC()) { // a bucket with more elements than the arrays hold
          capacity *= 2;
          keys = arena.allocate(keySize * capacity, 8);
          values = arena.allocate(valueSize * capacity, 8);
          continue;
        }
        if (error != -LibC.ENOENT()) {
          check("read map " + name, error);
        }
        for (int i = 0; i < count.get(ValueLayout.JAVA_INT, 0); i++) {
          visitor.visit(
              keys.asSlice(i * keySize, keySize), values.asSlice(i * valueSize, valueSize));
        }
        if (error != 0) {
          return;
        }
        from = position;
      }
    }
  }

  private int fd() {
    return LibBpf.bpf_map__fd(map);
  }

  private static void check(String tried, int error) {
    if (error < 0) {
      throw new NativeException(tried, -error);
    }
  }
}
