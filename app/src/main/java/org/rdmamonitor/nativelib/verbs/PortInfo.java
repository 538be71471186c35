// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

/**
 * A port of a device.
 *
 * @param number from 1
 * @param maxMtu that the port can do
 * @param activeMtu that it does
 * @param maxMessage bytes of a message
 * @param lid local identifier on InfiniBand; 0 on Ethernet
 */
public record PortInfo(
    int number,
    State state,
    LinkLayer linkLayer,
    Mtu maxMtu,
    Mtu activeMtu,
    long maxMessage,
    int lid) {
  /** The logical state of the link. */
  public enum State {
    NOP,
    DOWN,
    INIT,
    ARMED,
    ACTIVE,
    ACTIVE_DEFER,
    UNKNOWN
  }

  /** What carries the packets. */
  public enum LinkLayer {
    UNSPECIFIED("unspecified"),
    INFINIBAND("InfiniBand"),
    ETHERNET("Ethernet");

    private final String title;

    LinkLayer(String title) {
      this.title = title;
    }

    /** As people write it. */
    public String title() {
      return title;
    }
  }

  /** Whether it carries packets. */
  public boolean isActive() {
    return state == State.ACTIVE;
  }
}
