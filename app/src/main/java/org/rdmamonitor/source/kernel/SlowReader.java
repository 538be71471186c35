// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.ethernet.Ethernet;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.DeviceFacts.Port;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.nativelib.monitor.HandleRecord;
import org.rdmamonitor.nativelib.monitor.ObjectMaker;
import org.rdmamonitor.nativelib.monitor.ObjectName;
import org.rdmamonitor.nativelib.posix.SystemCalls;
import org.rdmamonitor.source.kernel.host.CgroupNames;
import org.rdmamonitor.source.kernel.host.EthernetFiles;
import org.rdmamonitor.source.kernel.host.PortReader;
import org.rdmamonitor.source.kernel.host.Processes;
import org.rdmamonitor.source.kernel.host.WatchedDevices;
import org.rdmamonitor.source.kernel.reconcile.InventoryReader;
import org.rdmamonitor.source.kernel.reconcile.Rationed;
import org.rdmamonitor.source.kernel.watch.AddressHandles;
import org.rdmamonitor.source.kernel.watch.KernelOptions;
import org.rdmamonitor.source.kernel.watch.KnownPeers;
import org.rdmamonitor.source.kernel.watch.Moments;
import org.rdmamonitor.source.kernel.watch.Numbering;
import org.rdmamonitor.source.kernel.watch.QueuePairPaths;

/**
 * Reads the parts of a sample other than counts and calls: single objects, ports, programs,
 * interfaces. What takes long to read is read less often than it is asked for. Not safe for use by
 * several threads.
 */
final class SlowReader {
  private static final Duration INVENTORY = Duration.ofMillis(900);

  /**
   * The interval while no call is made and no event comes: only states that change by themselves
   * and owners' names can be out of date.
   */
  private static final Duration INVENTORY_WHERE_STILL = Duration.ofMillis(4500);

  private static final Duration RUNS = Duration.ofMillis(900);
  private static final Duration ETHERNET = Duration.ofMillis(900);

  private final Processes processes = new Processes(Path.of("/proc"));
  private final Function<List<Device>, Map<Integer, List<Port>>> ports;
  private final WatchedDevices watched;
  private final QueuePairPaths paths;
  private final AddressHandles handles;
  private final Rationed<Inventory> inventory;
  private final Rationed<Map<Integer, List<Port>>> allPorts;
  private final Rationed<List<Cost.Program>> programs;
  private final Rationed<Ethernet> ethernet;
  private final boolean runStatistics;
  private final AtomicLong shortages = new AtomicLong();
  private List<Device> devices = List.of();
  private @Nullable Session session;

  /**
   * A reader that has not read anything yet.
   *
   * @param options whether to find out what BPF programs cost, which takes many system calls, and
   *     how often ports are read
   * @param watched the devices that are looked at
   */
  SlowReader(CgroupNames cgroups, Clock clock, KernelOptions options, WatchedDevices watched) {
    this(
        cgroups,
        clock,
        options,
        watched,
        new PortReader(watched.namespaces())::read,
        System::nanoTime);
  }

  /**
   * The same, where ports are read by other means and go by another clock.
   *
   * @param ports of devices, by their indexes
   * @param nanos a monotonic clock
   */
  SlowReader(
      CgroupNames cgroups,
      Clock clock,
      KernelOptions options,
      WatchedDevices watched,
      Function<List<Device>, Map<Integer, List<Port>>> ports,
      LongSupplier nanos) {
    this.runStatistics = options.runStatistics();
    this.watched = watched;
    this.ports = ports;
    InventoryReader reader =
        new InventoryReader(
            cgroups,
            processes,
            clock,
            watched::entries,
            InventoryReader.Bounds.USUAL,
            new SessionProbes());
    Moments moments = new Moments(clock, System::nanoTime);
    paths = new QueuePairPaths(moments);
    handles = new AddressHandles(moments);
    inventory =
        new Rationed<>(
            INVENTORY, INVENTORY_WHERE_STILL, System::nanoTime, Inventory.NONE, reader::read);
    allPorts = new Rationed<>(options.portInterval(), nanos, Map.of(), this::readPorts);
    programs = new Rationed<>(RUNS, System::nanoTime, List.of(), this::readPrograms);
    EthernetFiles files = new EthernetFiles(Path.of("/"), clock);
    ethernet = new Rationed<>(ETHERNET, System::nanoTime, Ethernet.NONE, files::read);
  }

  /** Sets what the other methods report on: these devices, and this session if there is one. */
  void follow(List<Device> present, @Nullable Session watching) {
    devices = present;
    session = watching;
  }

  /**
   * The latest list of objects; none if there is no memory for it.
   *
   * @param seen what was seen to happen so far: while it stays equal, few objects change
   */
  Inventory inventory(Object seen) {
    try {
      return inventory.get(seen);
    } catch (OutOfMemoryError e) {
      shortages.incrementAndGet();
      return Inventory.NONE;
    }
  }

  /** Memory ran out: no list of objects is made for a while. */
  void memoryRanOut() {
    shortages.incrementAndGet();
    inventory.forget();
  }

  /** Like {@link org.rdmamonitor.source.Source#renew}, for the list of objects. */
  boolean renew(Duration most) {
    return inventory.renew(most);
  }

  /** How often memory ran out. */
  long shortages() {
    return shortages.get();
  }

  /** What the probes of the present session know. */
  private final class SessionProbes implements InventoryReader.Probes {
    @Override
    public KnownPeers peers() {
      Session watching = session;
      return watching == null
          ? KnownPeers.NONE
          : new KnownPeers(
              paths.read(watching.ends()::forEach),
              handles.read(visitor -> forEachHandle(watching, visitor)));
    }

    @Override
    public Map<ObjectName, ObjectMaker> makers(Set<ObjectName> objects) {
      Session watching = session;
      return watching == null ? Map.of() : watching.makers(objects);
    }
  }

  private void forEachHandle(Session watching, Consumer<HandleRecord> visitor) {
    watching
        .handles()
        .forEach(handle -> {
          if (!watched.isLeftOut(handle.device())) {
            visitor.accept(handle);
          }
        });
  }

  private Map<Integer, List<Port>> readPorts() {
    return ports.apply(devices);
  }

  Map<Integer, DeviceFacts> facts() {
    Map<Integer, List<Port>> known = allPorts.get();
    Map<Integer, DeviceFacts> facts = new HashMap<>();
    for (Device device : devices) {
      facts.put(
          device.index(),
          new DeviceFacts(limits(device), known.getOrDefault(device.index(), List.of())));
    }
    return facts;
  }

  /** The interfaces of {@code rdma-secure ethernet create}. */
  Ethernet ethernet() {
    return ethernet.get();
  }

  private Map<ResourceType, Long> limits(Device device) {
    Map<ResourceType, Long> limits = new EnumMap<>(ResourceType.class);
    if (session != null) {
      for (ResourceType type : ResourceType.values()) {
        session
            .deviceTable()
            .most(device.index(), Numbering.of(type))
            .ifPresent(most -> limits.put(type, (long) most));
      }
    }
    return limits;
  }

  private List<Cost.Program> readPrograms() {
    return session == null || !runStatistics
        ? List.of()
        : session.runs().stream()
            .map(runs ->
                new Cost.Program(runs.program(), runs.runs(), Duration.ofNanos(runs.nanos())))
            .toList();
  }

  Cost cost() {
    Processes.Usage usage = processes.own();
    return new Cost(
        usage.cpu(),
        usage.residentPages() * SystemCalls.pageSize(),
        session == null ? 0 : session.ring().sizeBytes(),
        session == null ? 0 : session.ring().pendingBytes(),
        programs.get());
  }
}
