// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.ethernet;

import java.util.Locale;

/** What is counted of a port, in the order of {@code enum et_count}. */
public enum PortCount {
  RECEIVED("frames received"),
  RECEIVED_BYTES("bytes received"),
  SENT("frames sent"),
  SENT_BYTES("bytes sent"),
  RING_FULL("dropped: nobody took them from the ring in time"),
  TOO_SHORT("dropped: shorter than an Ethernet header"),
  TOO_LONG("dropped: longer than --max-pktlen"),
  CUT_OFF("dropped: joined by an offload to more than a place of the ring holds"),
  NOT_OURS("dropped: for another address"),
  SEND_FULL("not sent: no place in the ring"),
  SEND_REFUSED("not sent: the kernel did not take them"),
  DOWN("times that the interface was found down");

  private final String text;

  PortCount(String text) {
    this.text = text;
  }

  /** What it is, for people. */
  public String text() {
    return text;
  }

  /** Its name in JSON and metrics. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it counts frames that were lost. */
  public boolean isDrop() {
    return switch (this) {
      case RECEIVED, RECEIVED_BYTES, SENT, SENT_BYTES, DOWN -> false;
      case RING_FULL, TOO_SHORT, TOO_LONG, CUT_OFF, NOT_OURS, SEND_FULL, SEND_REFUSED -> true;
    };
  }
}
