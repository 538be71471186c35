// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.rdmamonitor.files.PseudoFile;
import org.rdmamonitor.model.resource.DeviceFacts.Port;

/**
 * The ports of devices, from sysfs (Documentation/ABI/stable/sysfs-class-infiniband). What cannot
 * be read of a port is left out for this port only. These are most of the files that a reading
 * looks at.
 */
public final class DevicePorts {
  /** This is no counter: it says for how many milliseconds the hardware caches the others. */
  private static final String LIFESPAN = "lifespan";

  private static final String ETHERNET = "Ethernet";

  private static final Pattern LID = Pattern.compile("0x[0-9a-f]{1,6}");

  private final File devices;

  /** Reads ports below {@code /sys/class/infiniband}, or a directory in its place. */
  public DevicePorts(Path devices) {
    this.devices = devices.toFile();
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
    File all = new File(devices, device + "/ports");
    List<Port> ports = new ArrayList<>();
    for (String number : entries(all)) {
      if (isNumber(number, 3)) {
        ports.add(port(Integer.parseInt(number), new File(all, number), withCounters));
      }
    }
    ports.sort(Comparator.comparingInt(Port::number));
    return ports;
  }

  private static Port port(int number, File directory, boolean withCounters) {
    Map<String, Long> counters = new TreeMap<>();
    if (withCounters) {
      readCounters(new File(directory, "counters"), counters);
      readCounters(new File(directory, "hw_counters"), counters);
    }
    String linkLayer = text(directory, "link_layer");
    return new Port(
        number,
        withoutNumber(text(directory, "state")),
        withoutNumber(text(directory, "phys_state")),
        linkLayer,
        text(directory, "rate"),
        text(directory, "gid_attrs/ndevs/0"),
        // Some drivers of Ethernet devices (irdma) say that they have one.
        linkLayer.equals(ETHERNET) ? 0 : lid(text(directory, "lid")),
        counters);
  }

  /** A LID in hexadecimal digits, {@code 0x1c}; 0 if the text is none. */
  private static int lid(String text) {
    return LID.matcher(text).matches() ? Integer.parseInt(text.substring(2), 16) : 0;
  }

  /** The name in a text like {@code 4: ACTIVE}. */
  private static String withoutNumber(String state) {
    return state.substring(state.indexOf(':') + 1).strip();
  }

  private static void readCounters(File directory, Map<String, Long> counters) {
    for (String name : entries(directory)) {
      String value = text(directory, name);
      if (!name.equals(LIFESPAN) && isNumber(value, 20)) {
        try {
          counters.put(name, Long.parseLong(value));
        } catch (NumberFormatException beyondLong) {
          counters.put(name, Long.MAX_VALUE);
        }
      }
    }
  }

  /** Whether a text has nothing but digits, at most so many. */
  private static boolean isNumber(String text, int most) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= most;
  }

  /** The names in a directory; none if it cannot be read. */
  private static String[] entries(File directory) {
    String[] names = directory.list();
    return names == null ? new String[0] : names;
  }

  private static String text(File directory, String name) {
    try {
      return PseudoFile.text(directory.getPath() + "/" + name, StandardCharsets.UTF_8).strip();
    } catch (IOException unreadable) {
      return "";
    }
  }
}
