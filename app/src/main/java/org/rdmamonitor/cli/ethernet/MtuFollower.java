// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.ethernet;

import org.rdmamonitor.ethernet.Interfaces;
import org.rdmamonitor.ethernet.Interfaces.Interface;
import org.rdmamonitor.nativelib.ethernet.EthernetException;
import org.rdmamonitor.nativelib.ethernet.TapDevice;

/** Has a tap device take the MTU of the interface below it, when that changes. */
final class MtuFollower {
  private final EthernetTools tools;
  private final Interfaces interfaces;
  private final Interface of;
  private final TapDevice tap;
  private final PortOptions options;
  private int last;

  MtuFollower(EthernetTools tools, Interface of, TapDevice tap, PortOptions options) {
    this.tools = tools;
    this.interfaces = new Interfaces(tools.root());
    this.of = of;
    this.tap = tap;
    this.options = options;
    this.last = of.mtu();
  }

  /** Looks whether it has changed. */
  void look() {
    interfaces.mtu(of.name()).ifPresent(this::follow);
  }

  private void follow(int mtu) {
    if (mtu == last) {
      return;
    }
    last = mtu;
    int most = options.mostPacketSize(of);
    try {
      tap.setMtu(Math.min(mtu, most));
      say(
          mtu <= most
              ? "the MTU of %s is %d now, and that of %s too".formatted(of.name(), mtu, tap.name())
              : "the MTU of %s is %d now; that of %s is %d, for which it has room: longer frames are dropped, and counted as too_long or cut_off"
                  .formatted(of.name(), mtu, tap.name(), most));
    } catch (EthernetException e) {
      say(
          "the MTU of %s is %d now, and that of %s stays as it is (%s): what is longer is not sent, and counted"
              .formatted(of.name(), mtu, tap.name(), e.getMessage()));
    }
  }

  private void say(String what) {
    tools.err().println("rdma-secure: " + what);
    tools.err().flush();
  }
}
