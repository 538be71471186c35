// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.ethernet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.nativelib.generated.Ethernet;
import org.rdmamonitor.nativelib.generated.et_tap;

/** A tap device of this process, which goes when it is closed or the process ends. */
public final class TapDevice implements AutoCloseable {
  private final String name;
  private final List<Integer> descriptors;

  private TapDevice(String name, List<Integer> descriptors) {
    this.name = name;
    this.descriptors = descriptors;
  }

  /**
   * Makes a tap device, through which nothing passes before {@link #setUp}.
   *
   * @param library the file of the library
   * @param name perhaps with {@code %d} for a number that the kernel chooses
   * @throws EthernetException if it cannot be made
   */
  public static TapDevice create(Path library, String name, int queues) {
    EthernetLibrary.load(library);
    List<Integer> descriptors = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment tap = et_tap.allocate(arena);
      EthernetPort.put(et_tap.name(tap), name);
      et_tap.several(tap, (byte) (queues > 1 ? 1 : 0));
      for (int i = 0; i < queues; i++) {
        int result = Ethernet.et_tap_open(tap);
        if (result != 0) {
          descriptors.forEach(Ethernet::et_tap_close);
          throw new EthernetException(et_tap.why(tap).getString(0), -result);
        }
        descriptors.add(et_tap.fd(tap));
      }
      return new TapDevice(et_tap.name(tap).getString(0), descriptors);
    }
  }

  /**
   * Gives it its address and sets it up.
   *
   * @param mtu bytes
   * @throws EthernetException if it cannot be
   */
  public void setUp(long mac, int mtu) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment tap = described(mtu, arena);
      EthernetPort.putMac(et_tap.mac(tap), mac);
      check(Ethernet.et_tap_set_up(tap), tap);
    }
  }

  /**
   * Sets another MTU.
   *
   * @param mtu bytes
   * @throws EthernetException if it cannot be set
   */
  public void setMtu(int mtu) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment tap = described(mtu, arena);
      check(Ethernet.et_tap_set_mtu(tap), tap);
    }
  }

  private MemorySegment described(int mtu, Arena arena) {
    MemorySegment tap = et_tap.allocate(arena);
    EthernetPort.put(et_tap.name(tap), name);
    et_tap.mtu(tap, mtu);
    return tap;
  }

  private static void check(int result, MemorySegment tap) {
    if (result != 0) {
      throw new EthernetException(et_tap.why(tap).getString(0), -result);
    }
  }

  /** What it is called. */
  public String name() {
    return name;
  }

  int descriptor(int queue) {
    return descriptors.get(queue);
  }

  @Override
  public void close() {
    descriptors.forEach(Ethernet::et_tap_close);
  }
}
