// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.device;

import java.util.EnumSet;
import java.util.Set;
import org.rdmamonitor.litmus.device.DeviceTestbeds.Choice;
import org.rdmamonitor.litmus.hosts.NodeAddress;
import org.rdmamonitor.litmus.run.Cell;
import org.rdmamonitor.litmus.run.NodePlan;
import org.rdmamonitor.litmus.run.Testbed;
import org.rdmamonitor.litmus.run.TestbedException;
import org.rdmamonitor.nativelib.verbs.Access;
import org.rdmamonitor.nativelib.verbs.Addresses.Address;
import org.rdmamonitor.nativelib.verbs.DeviceAttributes;
import org.rdmamonitor.nativelib.verbs.DeviceAttributes.Atomics;
import org.rdmamonitor.nativelib.verbs.HostMemory;
import org.rdmamonitor.nativelib.verbs.MemoryRegion;
import org.rdmamonitor.nativelib.verbs.ProtectionDomain;
import org.rdmamonitor.nativelib.verbs.Resources;
import org.rdmamonitor.nativelib.verbs.SharedWords;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsContext;

/**
 * A node: an open device, a protection domain, and registered memory, each word of it on a cache
 * line of its own.
 */
final class DeviceNode implements Testbed.Memory, AutoCloseable {
  private static final int CACHE_LINE = 64;

  private final Resources open = new Resources("not all of a test's RDMA resources could be freed");
  private final Address address;
  private final NodePlan plan;
  private final int instances;
  private final VerbsContext context;
  private final DeviceAttributes attributes;
  private final Set<Access> access;
  private final ProtectionDomain domain;
  private final MemoryRegion region;
  private final SharedWords words;

  /**
   * Opens the device and registers memory.
   *
   * @param needsAtomics whether other nodes use atomics on its memory
   */
  DeviceNode(Verbs verbs, Choice choice, NodePlan plan, int instances, boolean needsAtomics) {
    this.address = choice.address();
    this.plan = plan;
    this.instances = instances;
    try {
      context = open.keep(verbs.open(choice.device()));
      attributes = context.attributes();
      access = access(choice.device(), attributes, needsAtomics);
      domain = open.keep(context.protectionDomain());
      HostMemory memory =
          open.keep(HostMemory.allocate(offset(plan.words(instances)) + Testbed.Lane.MOST_BYTES));
      region = open.keep(domain.register(memory, access));
      words = memory.words();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private static Set<Access> access(
      String device, DeviceAttributes attributes, boolean needsAtomics) {
    Set<Access> access = EnumSet.of(Access.LOCAL_WRITE, Access.REMOTE_WRITE, Access.REMOTE_READ);
    if (needsAtomics) {
      if (attributes.atomics() == Atomics.NONE) {
        throw TestbedException.unfit(
            device + " has no atomics, which this test uses; name another device with --device");
      }
      access.add(Access.REMOTE_ATOMIC);
    }
    return access;
  }

  Address address() {
    return address;
  }

  VerbsContext context() {
    return context;
  }

  /** How others reach it. */
  NodeAddress toOthers() {
    return QueuePairConnections.address(address, attributes, region);
  }

  /** The access that others have to its memory. */
  Set<Access> access() {
    return access;
  }

  ProtectionDomain domain() {
    return domain;
  }

  int lkey() {
    return region.lkey();
  }

  /** Where its memory is, for work requests. */
  NodeMemory memory() {
    return new NodeMemory(region.start(), plan, instances);
  }

  /** The words of a node in memory that begins at an address. */
  record NodeMemory(long start, NodePlan plan, int instances) {
    /** Where there are as many bytes that mean nothing as a READ ahead of a request has. */
    long scratch() {
      return start + offset(plan.words(instances));
    }

    /** The address of a word. */
    long address(Cell cell, int slot) {
      return start + offset(plan.word(cell, slot, instances));
    }
  }

  @Override
  public long load(int word) {
    return words.load(offset(word));
  }

  @Override
  public void store(int word, long value) {
    words.store(offset(word), value);
  }

  @Override
  public long compareAndExchange(int word, long expected, long desired) {
    return words.compareAndExchange(offset(word), expected, desired);
  }

  private static long offset(int word) {
    return (long) word * CACHE_LINE;
  }

  @Override
  public void close() {
    open.close();
  }
}
