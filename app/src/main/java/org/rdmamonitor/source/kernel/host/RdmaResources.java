// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.nativelib.netlink.NetlinkMessage;
import org.rdmamonitor.nativelib.netlink.NetlinkMessage.Attributes;
import org.rdmamonitor.nativelib.netlink.NetlinkSocket;
import org.rdmamonitor.nativelib.netlink.RdmaAttributes;
import org.rdmamonitor.nativelib.posix.NativeException;
import org.rdmamonitor.source.kernel.host.RdmaChecks.RdmaSystem;

/**
 * What exists according to the kernel itself: RDMA netlink, as {@code rdma resource show} reads it
 * (drivers/infiniband/core/nldev.c).
 *
 * <p>A socket is opened for each question and closed again, because an open one keeps ib_core from
 * being unloaded. None is opened if ib_core is absent, because that would load it.
 */
public final class RdmaResources {
  private static final Path DEVICE_CLASS = Path.of("/sys/class/infiniband");

  private RdmaResources() {}

  /**
   * An object that exists.
   *
   * @param type its type
   * @param device index of its device
   * @param id as the kernel's resource tracking numbers it
   * @param pid of the process that made it; 0 for a kernel consumer
   * @param name of the kernel consumer; empty for a process
   * @param size bytes of a memory region, entries of a completion queue; else 0
   */
  public record Listed(ResourceType type, int device, int id, int pid, String name, long size) {}

  /** True if RDMA's core module is loaded, or built in. */
  public static boolean isCoreLoaded() {
    return Files.isDirectory(DEVICE_CLASS);
  }

  /**
   * True if it is loaded and is not being unloaded: a module that is being unloaded stops answering
   * before its directory disappears.
   */
  public static boolean isCoreInService() {
    return isCoreLoaded() && !KernelModules.isGoing("ib_core");
  }

  /** Asks a question; gives a default answer if ib_core is absent or is unloaded meanwhile. */
  private static <T> T ask(Function<NetlinkSocket, T> question, T whereAbsent) {
    if (!isCoreLoaded()) {
      return whereAbsent;
    }
    try (NetlinkSocket socket = NetlinkSocket.openRdma()) {
      return question.apply(socket);
    } catch (NativeException e) {
      if (isCoreInService()) {
        throw e;
      }
      return whereAbsent;
    }
  }

  /** Asks in each network namespace; asks nothing if ib_core is absent or being unloaded. */
  private static void askEach(
      DeviceNamespaces namespaces, BiConsumer<NetlinkSocket, String> question) {
    namespaces.everywhere(namespace ->
        ask(
            socket -> {
              question.accept(socket, namespace);
              return true;
            },
            false));
  }

  /** The devices of all these namespaces, by index. */
  public static List<Device> devices(DeviceNamespaces namespaces) {
    Map<Integer, Device> devices = byIndex(namespaces);
    return List.copyOf(
        (namespaces.hasMoved(devices.keySet()) ? byIndex(namespaces) : devices).values());
  }

  private static Map<Integer, Device> byIndex(DeviceNamespaces namespaces) {
    Map<Integer, Device> devices = new TreeMap<>();
    askEach(
        namespaces,
        (socket, namespace) ->
            devices(socket, namespace)
                .forEach(device -> devices.putIfAbsent(device.index(), device)));
    return devices;
  }

  /** Whether the network namespace of the calling thread has a device. */
  static boolean hasDevices() {
    return ask(socket -> !devices(socket, "").isEmpty(), false);
  }

  private static List<Device> devices(NetlinkSocket socket, String namespace) {
    List<Device> devices = new ArrayList<>();
    for (Attributes answer : dump(socket, RdmaAttributes.GET, new byte[0])) {
      devices.add(device(answer, namespace));
    }
    return devices;
  }

  private static Device device(Attributes answer, String namespace) {
    return new Device(
        answer.u32(RdmaAttributes.DEV_INDEX).orElse(Device.UNKNOWN_INDEX),
        answer.string(RdmaAttributes.DEV_NAME).orElse(""),
        namespace);
  }

  /** The settings of the whole subsystem; empty if ib_core is not loaded. */
  public static RdmaSystem system() {
    return ask(RdmaResources::system, new RdmaSystem(OptionalInt.empty(), OptionalInt.empty()));
  }

  private static RdmaSystem system(NetlinkSocket socket) {
    List<Attributes> answers =
        NetlinkMessage.exchange(
            socket,
            "ask for the settings of RDMA",
            NetlinkMessage.request(RdmaAttributes.SYS_GET, false, 3, new byte[0]));
    Attributes answer = answers.isEmpty() ? new Attributes(List.of()) : answers.getFirst();
    return new RdmaSystem(
        answer.u8(RdmaAttributes.SYS_NETNS_MODE), answer.u8(RdmaAttributes.SYS_PRIVILEGED_QKEY));
  }

  /** How many objects of each type each device of these namespaces has. */
  public static Map<Device, Map<ResourceType, Long>> summary(DeviceNamespaces namespaces) {
    Map<Device, Map<ResourceType, Long>> result = sumUp(namespaces);
    return namespaces.hasMoved(indexes(result)) ? sumUp(namespaces) : result;
  }

  private static Map<Device, Map<ResourceType, Long>> sumUp(DeviceNamespaces namespaces) {
    Map<Device, Map<ResourceType, Long>> result = new HashMap<>();
    Set<Integer> seen = new HashSet<>();
    askEach(
        namespaces,
        (socket, namespace) -> {
          for (Attributes answer : dump(socket, RdmaAttributes.RES_GET, new byte[0])) {
            Device device = device(answer, namespace);
            // A device that is moved meanwhile may appear in two namespaces.
            if (seen.add(device.index())) {
              result.put(device, counts(answer));
            }
          }
        });
    return result;
  }

  private static Set<Integer> indexes(Map<Device, ?> devices) {
    return devices.keySet().stream().map(Device::index).collect(Collectors.toSet());
  }

  private static Map<ResourceType, Long> counts(Attributes answer) {
    Map<ResourceType, Long> counts = new EnumMap<>(ResourceType.class);
    Attributes table = answer.nested(RdmaAttributes.RES_SUMMARY);
    for (Attributes entry : table.each(RdmaAttributes.RES_SUMMARY_ENTRY)) {
      String name = entry.string(RdmaAttributes.RES_SUMMARY_ENTRY_NAME).orElse("");
      long count = entry.u64(RdmaAttributes.RES_SUMMARY_ENTRY_CURR).orElse(0);
      for (ResourceType type : ResourceType.values()) {
        if (type.netlinkName().equals(name)) {
          counts.put(type, count);
        }
      }
    }
    return counts;
  }

  /**
   * An object as netlink reports it.
   *
   * @param id as the kernel's resource tracking numbers it
   * @param attributes everything that is reported
   */
  public record Entry(ResourceType type, int device, int id, Attributes attributes) {
    /** The pid of the process that made it; 0 for a kernel consumer. */
    public int pid() {
      return attributes.u32(RdmaAttributes.RES_PID).orElse(0);
    }

    /** Bytes of a memory region, entries of a completion queue; else 0. */
    public long size() {
      return switch (type) {
        case MR -> attributes.u64(RdmaAttributes.RES_MRLEN).orElse(0);
        case CQ -> Integer.toUnsignedLong(attributes.u32(RdmaAttributes.RES_CQE).orElse(0));
        case QP, PD, CM_ID, SRQ, CTX -> 0;
      };
    }

    /** The name of the kernel consumer; empty for a process. */
    public String kernelName() {
      return attributes.string(RdmaAttributes.RES_KERN_NAME).orElse("");
    }
  }

  /**
   * Visits every object of the types that this kernel can list (CTX and SRQ: from Linux 6.1 or so).
   * It does so while the list arrives, since the whole list may not fit into memory.
   *
   * @param namespaces in which netlink is asked; another thread may call the visitor while this one
   *     waits
   * @param devices whose objects are asked for
   * @param unlisted receives the types that the kernel cannot list
   */
  public static void list(
      DeviceNamespaces namespaces,
      Predicate<Device> devices,
      Set<ResourceType> unlisted,
      Consumer<Listed> visitor) {
    entries(
        namespaces,
        devices,
        unlisted,
        entry ->
            visitor.accept(
                new Listed(
                    entry.type(),
                    entry.device(),
                    entry.id(),
                    entry.pid(),
                    entry.kernelName(),
                    entry.size())));
  }

  /** The same, with everything that is told of each object. */
  public static void entries(
      DeviceNamespaces namespaces,
      Predicate<Device> devices,
      Set<ResourceType> unlisted,
      Consumer<Entry> visitor) {
    askEach(
        namespaces,
        (socket, namespace) -> {
          for (Device device : devices(socket, namespace).stream().filter(devices).toList()) {
            for (ResourceType type : ResourceType.values()) {
              if (!list(socket, device, type, visitor)) {
                unlisted.add(type);
              }
            }
          }
        });
  }

  private static boolean list(
      NetlinkSocket socket, Device device, ResourceType type, Consumer<Entry> visitor) {
    RdmaAttributes.Listing listing = RdmaAttributes.Listing.of(type.netlinkName());
    byte[] which = NetlinkMessage.u32Attribute(RdmaAttributes.DEV_INDEX, device.index());
    // Objects that need a further question on the same socket: the kernel's own queue pairs, a few
    // for each port.
    List<Attributes> special = new ArrayList<>();
    try {
      NetlinkMessage.exchange(
          socket,
          tried(listing.command()),
          NetlinkMessage.request(listing.command(), true, 1, which),
          answer -> {
            for (Attributes entry : answer.nested(listing.table()).each(listing.entry())) {
              OptionalInt id = entry.u32(listing.id());
              if (type == ResourceType.QP && isSpecial(entry)) {
                special.add(entry);
              } else if (id.isPresent()) {
                visitor.accept(new Entry(type, device.index(), id.getAsInt(), entry));
              }
            }
          });
    } catch (NativeException e) {
      if (RdmaAttributes.isUnknownCommand(e)) {
        return false;
      }
      if (RdmaAttributes.isGone(e)) { // the device was removed meanwhile
        return true;
      }
      throw e;
    }
    for (Attributes entry : special) {
      visitor.accept(new Entry(type, device.index(), specialId(socket, device, entry), entry));
    }
    return true;
  }

  private static boolean isSpecial(Attributes entry) {
    int type = entry.u8(RdmaAttributes.RES_TYPE).orElse(-1);
    return type == RdmaAttributes.QPT_SMI || type == RdmaAttributes.QPT_GSI;
  }

  /**
   * Resource tracking's number of a GSI or SMI queue pair. It is the QPN, but on newer kernels it
   * also contains the port; asking for it shows which.
   */
  private static int specialId(NetlinkSocket socket, Device device, Attributes entry) {
    int qpn = entry.u32(RdmaAttributes.RES_LQPN).orElse(0);
    int port = entry.u32(RdmaAttributes.PORT_INDEX).orElse(0);
    int withPort = port << 24 | qpn;
    return port != 0 && exists(socket, device, withPort) ? withPort : qpn;
  }

  private static boolean exists(NetlinkSocket socket, Device device, int queuePairId) {
    byte[] index = NetlinkMessage.u32Attribute(RdmaAttributes.DEV_INDEX, device.index());
    byte[] id = NetlinkMessage.u32Attribute(RdmaAttributes.RES_LQPN, queuePairId);
    byte[] both = Arrays.copyOf(index, index.length + id.length);
    System.arraycopy(id, 0, both, index.length, id.length);
    try {
      NetlinkMessage.exchange(
          socket,
          "ask for a queue pair",
          NetlinkMessage.request(RdmaAttributes.RES_QP_GET, false, 2, both));
      return true;
    } catch (NativeException e) {
      return false;
    }
  }

  private static List<Attributes> dump(NetlinkSocket socket, int command, byte[] attributes) {
    return NetlinkMessage.exchange(
        socket, tried(command), NetlinkMessage.request(command, true, 1, attributes));
  }

  private static String tried(int command) {
    return "list RDMA objects (netlink command " + command + ")";
  }
}
