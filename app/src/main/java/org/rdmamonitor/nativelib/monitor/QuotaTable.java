// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_quota;
import org.rdmamonitor.nativelib.posix.MappedMemory;

/**
 * The quotas (struct rm_quota). BPF programs read them and count in them while this side reads and
 * writes. An element keeps its index as long as the BPF object is loaded.
 */
public final class QuotaTable implements AutoCloseable {
  /** The element of the host. */
  public static final int HOST = RdmaMonitorAbi.RM_HOST();

  /** The number of the limit of all calls together, behind those of the verbs. */
  public static final int ALL_CALLS = RdmaMonitorAbi.RM_ALL_CALLS();

  /** No holding: the size of such objects is not counted. */
  private static final int NO_SIZE = -1;

  private static final int HELD_SHIFT = 32;
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final MemorySegment elements;
  private final int capacity;
  private final Runnable unmap;

  /** A table whose elements have no limits yet. */
  public QuotaTable(BpfMap map) {
    this(map.mapElements(), map.maxEntries());
  }

  private QuotaTable(MappedMemory memory, int capacity) {
    this(memory.segment(), capacity, memory::close);
  }

  /**
   * The same in memory that the caller provides.
   *
   * @param elements as many bytes as {@code capacity} elements have, aligned to 8
   * @param unmap frees it
   */
  public QuotaTable(MemorySegment elements, int capacity, Runnable unmap) {
    this.elements = elements;
    this.capacity = capacity;
    this.unmap = unmap;
    for (int index = 0; index < capacity; index++) {
      for (int type = 0; type < RdmaMonitorAbi.RM_HOLDINGS(); type++) {
        setLimit(index, type, Long.MAX_VALUE);
      }
      for (int rate = 0; rate < RdmaMonitorAbi.RM_RATES(); rate++) {
        setRate(index, rate, Long.MAX_VALUE);
      }
    }
  }

  public int capacity() {
    return capacity;
  }

  /**
   * Sets the most live objects of a type, or the most of a size ({@link #sizeHolding}); a number
   * that does not fit means no limit.
   */
  public void setLimit(int index, int type, long limit) {
    MemorySegment element = element(index);
    rm_quota.limit(element, type, bounded(limit));
    rm_quota.limited(element, with(rm_quota.limited(element), type, limit));
  }

  /**
   * Sets the most calls a second of a verb, or {@link #ALL_CALLS}; a number that does not fit means
   * no limit.
   */
  public void setRate(int index, int rate, long limit) {
    MemorySegment element = element(index);
    rm_quota.rate(element, rate, bounded(limit));
    rm_quota.rated(element, with(rm_quota.rated(element), rate, limit));
  }

  /** Sets the policy that says who may be talked to, by its number; 0 for everybody. */
  public void setPeers(int index, int policy) {
    MemorySegment element = element(index);
    rm_quota.peers(element, policy);
    int others = rm_quota.limited(element) & ~RdmaMonitorAbi.RM_PEERS_LIMITED();
    rm_quota.limited(element, policy == 0 ? others : others | RdmaMonitorAbi.RM_PEERS_LIMITED());
  }

  /** Sets whether any element has such a policy; if not, programs need not look. */
  public void setAnyPeers(boolean isAny) {
    MemorySegment host = element(HOST);
    int others = rm_quota.sized(host) & ~RdmaMonitorAbi.RM_PEERS_LIMITED();
    rm_quota.sized(host, isAny ? others | RdmaMonitorAbi.RM_PEERS_LIMITED() : others);
  }

  /** The bits of holdings, or rates, that have limits, with one of them changed. */
  private static int with(int bits, int number, long limit) {
    boolean isLimit = bounded(limit) != RdmaMonitorAbi.RM_NO_LIMIT();
    return isLimit ? bits | 1 << number : bits & ~(1 << number);
  }

  private static int bounded(long limit) {
    return limit >= Integer.MAX_VALUE ? RdmaMonitorAbi.RM_NO_LIMIT() : (int) limit;
  }

  /** Sets whose quota it is: the id of a cgroup, 0 for the host. */
  public void setCgroup(int index, long cgroup) {
    rm_quota.cgroup(element(index), cgroup);
  }

  /**
   * Notes that the table of tenants has changed.
   *
   * @param count how many there are now; the programs look for them only if there are any
   */
  public void setTenants(int count) {
    MemorySegment host = element(HOST);
    VarHandle.releaseFence();
    rm_quota.generation(host, rm_quota.generation(host) + 1);
    rm_quota.tenants(host, count);
  }

  /**
   * The holding for the size of objects of a type, enum rm_size: its number follows those of the
   * types; negative if the size is not counted.
   */
  public static int sizeHolding(int type) {
    CountedSize size = CountedSize.of(type);
    return size == null ? NO_SIZE : size.holding();
  }

  /** How many holdings there are: types, and sizes behind them. */
  public static int holdings() {
    return RdmaMonitorAbi.RM_HOLDINGS();
  }

  /** How many bytes, or entries, one unit in the table stands for. */
  public static long sizeUnit(int type) {
    CountedSize size = CountedSize.of(type);
    return size == null ? 1 : size.unit();
  }

  /** Notes that an element limits the size of objects of a type, which counts from now on. */
  public void addSized(int type) {
    rm_quota.sized(element(HOST), rm_quota.sized(element(HOST)) | 1 << sizeHolding(type));
  }

  /** Whether the sizes of new objects of a type count. */
  boolean isSized(int type) {
    int holding = sizeHolding(type);
    return holding != NO_SIZE && (rm_quota.sized(element(HOST)) & 1 << holding) != 0;
  }

  /** How much an object of such a size counts for; 0 if it is larger than any that counts. */
  static long sizeHeld(int type, long size) {
    long unit = sizeUnit(type);
    long held = Long.divideUnsigned(size, unit) + (Long.remainderUnsigned(size, unit) == 0 ? 0 : 1);
    return held > RdmaMonitorAbi.RM_MOST_SIZE() || held < 0 ? 0 : held;
  }

  /** How many promises are in the hash table, because their place in the array was taken. */
  int elsewhere() {
    return (int) INT.getVolatile(element(HOST), rm_quota.elsewhere$offset());
  }

  /** Adds to that number. */
  void addElsewhere(int count) {
    int _ = (int) INT.getAndAdd(element(HOST), rm_quota.elsewhere$offset(), count);
  }

  /**
   * How many changes have begun of what an element and all those around it hold; a change is
   * counted at its innermost element only. Read this after what is held.
   */
  public int begun(int index) {
    return (int) INT.getVolatile(element(index), rm_quota.begun$offset());
  }

  /**
   * How many of these changes have finished; read this before what is held. If {@link #begun}, read
   * afterwards, gives the same number, no change came between.
   */
  public int finished(int index) {
    return (int) INT.getVolatile(element(index), rm_quota.finished$offset());
  }

  /** How many objects are held, live and promised. */
  public long held(int index, int type) {
    return word(index, rm_quota.held$offset(), type) >> HELD_SHIFT;
  }

  /** Adds to what is held; what the programs add at the same time is not lost. */
  public void addHeld(int index, int type, long count) {
    add(index, rm_quota.held$offset(), type, count << HELD_SHIFT);
  }

  /** The part of what is held that is not in the kernel's list: objects, or their size. */
  public long unlisted(int index, int type) {
    return word(index, rm_quota.unlisted$offset(), type);
  }

  /**
   * The part of what is held for creations that succeeded while the object was not seen being made;
   * the object may exist, or have existed.
   */
  public long unseen(int index, int type) {
    return word(index, rm_quota.unseen$offset(), type);
  }

  /**
   * Gives back this much of that part, once those of the objects that exist have been found and are
   * held individually.
   */
  public void giveBackUnseen(int index, int type, long count) {
    add(index, rm_quota.unseen$offset(), type, -count);
    addHeld(index, type, -count);
  }

  /**
   * Clears an element's counts and outcomes; its limits stay. Only while no object and no promise
   * counts for it.
   */
  public void clear(int index) {
    MemorySegment element = element(index);
    setCgroup(index, 0);
    long counters = rm_quota.held$offset();
    element.asSlice(counters, element.byteSize() - counters).fill((byte) 0);
  }

  public long refused(int index, int type) {
    return word(index, rm_quota.refused$offset(), type);
  }

  public long refusedRate(int index, int rate) {
    return word(index, rm_quota.refused_rate$offset(), rate);
  }

  public long killed(int index, int type) {
    return word(index, rm_quota.killed$offset(), type);
  }

  public long passed(int index, int type) {
    return word(index, rm_quota.passed$offset(), type);
  }

  public long over(int index, int type) {
    return word(index, rm_quota.over$offset(), type);
  }

  /** Calls refused because of the peer. */
  public long refusedPeers(int index) {
    return (long) LONG.getVolatile(element(index), rm_quota.refused_peers$offset());
  }

  /** Processes killed because of the peer. */
  public long killedPeers(int index) {
    return (long) LONG.getVolatile(element(index), rm_quota.killed_peers$offset());
  }

  private long word(int index, long field, int number) {
    return (long) LONG.getVolatile(element(index), field + (long) number * Long.BYTES);
  }

  private void add(int index, long field, int number, long more) {
    long _ = (long) LONG.getAndAdd(element(index), field + (long) number * Long.BYTES, more);
  }

  private MemorySegment element(int index) {
    return elements.asSlice(index * rm_quota.sizeof(), rm_quota.sizeof());
  }

  @Override
  public void close() {
    unmap.run();
  }
}
