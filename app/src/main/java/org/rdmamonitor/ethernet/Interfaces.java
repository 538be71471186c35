// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The Ethernet interfaces of a host, as sysfs has them (sysfs-class-net). */
public final class Interfaces {
  private static final String ETHERNET = "1";
  private static final int NO_MTU = 0;
  private static final Pattern RELATION = Pattern.compile("(?:upper|lower)_(.+)");

  private final Path net;
  private final Path devices;
  private final Path ipv4;

  /**
   * The interfaces of a host.
   *
   * @param root of its file system
   */
  public Interfaces(Path root) {
    this.net = root.resolve("sys/class/net");
    this.devices = root.resolve("sys/class/infiniband");
    this.ipv4 = root.resolve("proc/sys/net/ipv4/conf");
  }

  /**
   * An interface.
   *
   * @param mtu bytes of the largest packet, without the Ethernet header
   * @param isUp whether it is up and has a carrier
   * @param driver of its device; empty for interfaces that have no device, such as virtual ones
   * @param rdmaDevice the RDMA device on the same port, if there is one
   * @param rdmaPort which port of that device, from 1; 1 if there is no such device
   * @param isVirtualFunction whether it is an SR-IOV virtual function, whose MAC addresses its host
   *     decides on
   */
  public record Interface(
      String name,
      MacAddress mac,
      int mtu,
      boolean isUp,
      String driver,
      Optional<String> rdmaDevice,
      int rdmaPort,
      boolean isVirtualFunction) {}

  /** All of them, by name. */
  public List<Interface> all() {
    Map<String, String> rdma = rdmaDevices();
    List<Interface> result = new ArrayList<>();
    for (String name : names(net)) {
      find(name, rdma).ifPresent(result::add);
    }
    return result;
  }

  /** The one of a name; empty if there is none, or it is not Ethernet. */
  public Optional<Interface> find(String name) {
    return find(name, rdmaDevices());
  }

  /** The MTU of an interface now, in bytes; empty if the interface is gone. */
  public OptionalInt mtu(String name) {
    int mtu = number(text(net.resolve(name).resolve("mtu")));
    return mtu == NO_MTU ? OptionalInt.empty() : OptionalInt.of(mtu);
  }

  /**
   * Whether this network namespace answers ARP requests that arrive at an interface even if they
   * ask for an IPv4 address of one of its other interfaces. It does if arp_ignore is 0 both for all
   * interfaces and for this one, because the kernel uses the greater of the two.
   */
  public boolean answersForOthers(String name) {
    return Stream.of("all", name)
        .map(setting -> text(ipv4.resolve(setting).resolve("arp_ignore")))
        .allMatch("0"::equals);
  }

  /**
   * The interfaces that share a link with this one because one is built on the other in this
   * network namespace, directly or by way of others: macvlans, VLANs, bridges and the like. The
   * interface itself is not among them.
   */
  public List<Interface> onTheSameLink(String name) {
    Set<String> known = new TreeSet<>(Set.of(name));
    Deque<String> left = new ArrayDeque<>(known);
    while (!left.isEmpty()) {
      for (String entry : names(net.resolve(left.remove()))) {
        Matcher relation = RELATION.matcher(entry);
        if (relation.matches() && known.add(relation.group(1))) {
          left.add(relation.group(1));
        }
      }
    }
    known.remove(name);
    return known.stream().flatMap(other -> find(other, Map.of()).stream()).toList();
  }

  private Optional<Interface> find(String name, Map<String, String> rdma) {
    Path directory = net.resolve(name);
    Optional<MacAddress> mac = MacAddress.parse(text(directory.resolve("address")));
    boolean isPlain = name.indexOf('/') < 0 && !name.startsWith(".");
    if (!isPlain || mac.isEmpty() || !text(directory.resolve("type")).equals(ETHERNET)) {
      return Optional.empty();
    }
    return Optional.of(
        new Interface(
            name,
            mac.get(),
            number(text(directory.resolve("mtu"))),
            text(directory.resolve("carrier")).equals("1"),
            link(directory.resolve("device/driver")),
            Optional.ofNullable(rdma.get(name)),
            port(text(directory.resolve("dev_port"))),
            Files.exists(directory.resolve("device/physfn"))));
  }

  /** Maps each interface to the RDMA device that sends through it. */
  private Map<String, String> rdmaDevices() {
    Map<String, String> result = new HashMap<>();
    for (String device : names(devices)) {
      String parent = text(devices.resolve(device).resolve("parent"));
      if (!parent.isEmpty()) {
        result.putIfAbsent(parent, device);
      }
      names(devices.resolve(device).resolve("device/net"))
          .forEach(name -> result.putIfAbsent(name, device));
    }
    return result;
  }

  private static Set<String> names(Path directory) {
    Set<String> names = new TreeSet<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
    } catch (IOException none) {
      return names;
    }
    return names;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException none) {
      return "";
    }
  }

  private static String link(Path link) {
    try {
      return String.valueOf(Files.readSymbolicLink(link).getFileName());
    } catch (IOException none) {
      return "";
    }
  }

  /** sysfs counts the ports of a device from 0 (dev_port), verbs count from 1. */
  private static int port(String text) {
    return Math.max(0, number(text)) + 1;
  }

  private static int number(String text) {
    return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : NO_MTU;
  }
}
