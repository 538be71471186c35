// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.ethernet;

import java.util.Locale;
import org.rdmamonitor.nativelib.generated.Ethernet;

/** The fields by which flows are spread over queues. */
public enum FlowHash {
  IPV4(Ethernet.ET_RSS_IPV4()),
  IPV4_TCP(Ethernet.ET_RSS_IPV4_TCP()),
  IPV4_UDP(Ethernet.ET_RSS_IPV4_UDP()),
  IPV6(Ethernet.ET_RSS_IPV6()),
  IPV6_TCP(Ethernet.ET_RSS_IPV6_TCP()),
  IPV6_UDP(Ethernet.ET_RSS_IPV6_UDP());

  private final int bit;

  FlowHash(int bit) {
    this.bit = bit;
  }

  /** Its name on the command line, which is VPP's. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  int bit() {
    return bit;
  }
}
