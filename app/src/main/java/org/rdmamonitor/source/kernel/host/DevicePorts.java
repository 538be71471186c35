// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rdmamonitor.model.resource.DeviceFacts.Port;

/**
 * The ports of devices, from sysfs (Documentation/ABI/stable/sysfs-class-infiniband). What cannot
 * be read of a port is left out for this port only.
 */
public final class DevicePorts {
  /** This is no counter: it says for how many milliseconds the hardware caches the others. */
  private static final String LIFESPAN = "lifespan";

  private static final String ETHERNET = "Ethernet";

  private final Path devices;

  /** Reads ports below {@code /sys/class/infiniband}, or a directory in its place. */
  public DevicePorts(Path devices) {
    this.devices = devices;
  }

  /** The ports of the device of this name, by number; none if it has gone. */
  public List<Port> of(String device) {
    return of(device, true);
  }

  /** The same, without reading any counter. */
  public List<Port> withoutCounters(String device) {
    return of(device, false);
  }

  private List<Port> of(String device, boolean withCounters) {
    List<Port> ports = new ArrayList<>();
    for (Path directory : entries(devices.resolve(device).resolve("ports"))) {
      String number = String.valueOf(directory.getFileName());
      if (number.matches("[0-9]{1,3}")) {
        ports.add(port(Integer.parseInt(number), directory, withCounters));
      }
    }
    ports.sort(Comparator.comparingInt(Port::number));
    return ports;
  }

  private static Port port(int number, Path directory, boolean withCounters) {
    Map<String, Long> counters = new TreeMap<>();
    if (withCounters) {
      readCounters(directory.resolve("counters"), counters);
      readCounters(directory.resolve("hw_counters"), counters);
    }
    String linkLayer = text(directory.resolve("link_layer"));
    return new Port(
        number,
        withoutNumber(text(directory.resolve("state"))),
        withoutNumber(text(directory.resolve("phys_state"))),
        linkLayer,
        text(directory.resolve("rate")),
        text(directory.resolve("gid_attrs/ndevs/0")),
        // Some drivers of Ethernet devices (irdma) say that they have one.
        linkLayer.equals(ETHERNET) ? 0 : lid(text(directory.resolve("lid"))),
        counters);
  }

  /** A LID in hexadecimal digits, {@code 0x1c}; 0 if the text is none. */
  private static int lid(String text) {
    return text.matches("0x[0-9a-f]{1,6}") ? Integer.parseInt(text.substring(2), 16) : 0;
  }

  /** The name in a text like {@code 4: ACTIVE}. */
  private static String withoutNumber(String state) {
    return state.substring(state.indexOf(':') + 1).strip();
  }

  private static void readCounters(Path directory, Map<String, Long> counters) {
    for (Path file : entries(directory)) {
      String name = String.valueOf(file.getFileName());
      String value = text(file);
      if (!name.equals(LIFESPAN) && value.matches("[0-9]{1,20}")) {
        try {
          counters.put(name, Long.parseLong(value));
        } catch (NumberFormatException beyondLong) {
          counters.put(name, Long.MAX_VALUE);
        }
      }
    }
  }

  private static List<Path> entries(Path directory) {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(entries::add);
    } catch (IOException | DirectoryIteratorException absent) {
      return entries;
    }
    return entries;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException unreadable) {
      return "";
    }
  }
}
