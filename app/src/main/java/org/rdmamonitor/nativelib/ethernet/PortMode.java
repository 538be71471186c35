// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.ethernet;

import java.util.Locale;
import org.rdmamonitor.nativelib.generated.Ethernet;

/** How frames get in and out. */
public enum PortMode {
  /** Raw packet queue pairs and work queues of libibverbs, steered by the device. */
  VERBS,
  /** AF_XDP, steered by a BPF program. */
  XDP,
  /** packet(7), TPACKET_V3: copies, and so without any risk for the host's own traffic. */
  PACKET,
  /** The rings of an mlx5 device, by mlx5dv; used only if it is asked for. */
  DV;

  /** Its name on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it takes the frames of the port's address from the host's own stack. */
  public boolean takesFrames() {
    return this != PACKET;
  }

  int number() {
    return switch (this) {
      case VERBS -> Ethernet.ET_VERBS();
      case XDP -> Ethernet.ET_XDP();
      case PACKET -> Ethernet.ET_PACKET();
      case DV -> Ethernet.ET_DV();
    };
  }
}
