// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.nativelib.netlink.RdmaAttributes;
import org.rdmamonitor.nativelib.posix.NativeException;

/**
 * The network namespaces that have RDMA devices. If devices are shared, as they usually are, every
 * namespace sees all of them, and nothing is done here. If each belongs to one namespace ({@code
 * rdma system set netns exclusive}), RDMA netlink reports a device only in its own namespace
 * (rdma_dev_access_netns of drivers/infiniband/core/device.c).
 *
 * <p>All namespaces of the host are searched for devices now and then, and soon after a device was
 * missed. Between two searches what is known may be out of date. Safe for use by several threads.
 */
public final class DeviceNamespaces {
  /** The most namespaces that are looked into. */
  static final int MOST = 1024;

  private static final Duration INTERVAL = Duration.ofSeconds(30);

  /** The shortest time between two searches, whatever is missed. */
  private static final Duration LEAST = Duration.ofSeconds(1);

  /** Searches take at most one part in this many of the time. */
  private static final int SHARE = 20;

  /**
   * How many searches are made for a missed device: while it is being moved it is in no namespace,
   * and if it was removed it stays missing.
   */
  static final int SEARCHES = 3;

  private final Host host;
  private final LongSupplier clock;
  private volatile Found found = Found.NOTHING;
  private boolean isSearched;
  private long searchedAt;
  private long searchTook;

  /** The devices that were there at the last look. */
  private volatile Set<Integer> present = Set.of();

  /** The missed devices, each with how many searches may still be made for it. */
  private final Map<Integer, Integer> missed = new HashMap<>();

  /** What this class asks of a host. */
  interface Host {
    /** Whether each device belongs to one network namespace. */
    boolean isExclusive();

    /** The network namespaces other than that of this process. */
    NetworkNamespaces.Listing others();

    /** As {@link NamespaceVisit#each}. */
    void visit(
        List<NetworkNamespace> namespaces,
        Consumer<NetworkNamespace> there,
        Consumer<NetworkNamespace> refused);

    /** Whether the namespace of the calling thread has a device. */
    boolean hasDevices();
  }

  /**
   * What a search found.
   *
   * @param isExclusive whether each device belongs to one network namespace; if not, nothing was
   *     searched
   * @param others how many namespaces there are besides that of this process
   * @param leftOut how many were not looked into, because there are more than {@link #MOST}, or it
   *     is not permitted; all those of processes that may not be looked at count as 1
   * @param withDevices those that have devices
   */
  private record Found(
      boolean isExclusive, int others, int leftOut, List<NetworkNamespace> withDevices) {
    static final Found NOTHING = new Found(false, 0, 0, List.of());
  }

  /** The namespaces of the running kernel. */
  public DeviceNamespaces() {
    this(new ThisHost(new NetworkNamespaces(Path.of("/"))), System::nanoTime);
  }

  /**
   * The namespaces of a host.
   *
   * @param clock nanoseconds that only grow
   */
  DeviceNamespaces(Host host, LongSupplier clock) {
    this.host = host;
    this.clock = clock;
  }

  /** The running kernel. */
  private record ThisHost(NetworkNamespaces namespaces) implements Host {
    @Override
    public boolean isExclusive() {
      try {
        return RdmaResources.system().isExclusive();
      } catch (NativeException e) {
        if (RdmaAttributes.isUnknownCommand(e)) {
          return false; // this ib_core is older than the mode
        }
        throw e;
      }
    }

    @Override
    public NetworkNamespaces.Listing others() {
      return namespaces.others();
    }

    @Override
    public void visit(
        List<NetworkNamespace> namespaces,
        Consumer<NetworkNamespace> there,
        Consumer<NetworkNamespace> refused) {
      NamespaceVisit.each(namespaces, there, refused);
    }

    @Override
    public boolean hasDevices() {
      return RdmaResources.hasDevices();
    }
  }

  /** Whether each device belongs to one network namespace. */
  public boolean isExclusive() {
    refresh();
    return found.isExclusive;
  }

  /**
   * How many network namespaces there are besides that of this process; 0 if devices are shared.
   */
  public int others() {
    return found.others;
  }

  /**
   * How many, at least, were not looked into, because there are too many, or it is not permitted.
   */
  public int leftOut() {
    return found.leftOut;
  }

  /** Whether this device may be in a namespace that was not looked into. */
  public boolean mayHide(int device) {
    return found.leftOut > 0 && device != Device.UNKNOWN_INDEX && !present.contains(device);
  }

  /** How many of them have devices. */
  public int othersWithDevices() {
    return found.withDevices.size();
  }

  /**
   * Does something in the namespace of this process, and then in each other one that has devices,
   * where a thread of its own does it.
   *
   * @param there receives the name of the namespace; an empty one for that of this process
   */
  void everywhere(Consumer<String> there) {
    refresh();
    there.accept("");
    elsewhere(there);
  }

  /** The same without the namespace of this process. */
  void elsewhere(Consumer<String> there) {
    List<NetworkNamespace> others = found.withDevices;
    if (!others.isEmpty()) {
      host.visit(others, namespace -> there.accept(namespace.name()), namespace -> {});
    }
  }

  private synchronized void refresh() {
    if (!isSearched || clock.getAsLong() - searchedAt >= INTERVAL.toNanos()) {
      search();
    }
  }

  /**
   * Notes which devices were found in all namespaces together.
   *
   * @return whether one that was there is missing, and a new search was made for it, so that all
   *     namespaces should be asked again
   */
  synchronized boolean hasMoved(Set<Integer> devices) {
    present.stream()
        .filter(device -> !devices.contains(device))
        .forEach(device -> missed.putIfAbsent(device, SEARCHES));
    missed.keySet().removeAll(devices);
    present = Set.copyOf(devices);
    return searchForMissed();
  }

  /** Looks for devices that were heard of and have not been found. */
  public synchronized void lookFor(Set<Integer> devices) {
    devices.stream()
        .filter(device -> device != Device.UNKNOWN_INDEX && !present.contains(device))
        .forEach(device -> missed.putIfAbsent(device, SEARCHES));
    searchForMissed();
  }

  private boolean searchForMissed() {
    long since = clock.getAsLong() - searchedAt;
    if (!found.isExclusive
        || missed.values().stream().allMatch(left -> left == 0)
        || since < Math.max(LEAST.toNanos(), searchTook * SHARE)) {
      return false;
    }
    missed.replaceAll((device, left) -> Math.max(0, left - 1));
    search();
    return true;
  }

  private void search() {
    long begun = clock.getAsLong();
    found = host.isExclusive() ? searched() : Found.NOTHING;
    isSearched = true;
    searchedAt = clock.getAsLong();
    searchTook = searchedAt - begun;
  }

  private Found searched() {
    NetworkNamespaces.Listing listing = host.others();
    List<NetworkNamespace> others = listing.namespaces();
    List<NetworkNamespace> withDevices = new ArrayList<>();
    AtomicInteger leftOut = new AtomicInteger(Math.max(0, others.size() - MOST));
    host.visit(
        others.subList(0, Math.min(MOST, others.size())),
        namespace -> {
          if (host.hasDevices()) {
            withDevices.add(namespace);
          }
        },
        refused -> leftOut.incrementAndGet());
    int hidden = listing.isComplete() ? 0 : 1; // at least
    return new Found(true, others.size(), leftOut.get() + hidden, List.copyOf(withDevices));
  }
}
