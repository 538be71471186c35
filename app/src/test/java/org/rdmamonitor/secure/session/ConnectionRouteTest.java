// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.secure.wire.ConnectionService;
import org.rdmamonitor.secure.wire.Gid;
import org.rdmamonitor.secure.wire.GidType;
import org.rdmamonitor.secure.wire.Mtu;
import org.rdmamonitor.secure.wire.Port;

class ConnectionRouteTest {
  private static final ConnectionService SERVICE = new ConnectionService(7174, 1, 2);

  private static InetSocketAddress to(String gid, GidType type, int lid)
      throws UnknownHostException {
    Port port = new Port(Gid.of(gid(gid)), type, lid, Mtu.MTU_1024);
    return ConnectionRoute.of(SERVICE, port, InetAddress.getByName("192.0.2.1")).to();
  }

  /** An IPv4 address would come without its prefix. */
  private static byte[] gid(String text) throws UnknownHostException {
    byte[] bytes = InetAddress.getByName(text).getAddress();
    return org.rdmamonitor.nativelib.verbs.Gid.of(InetAddress.getByAddress(bytes)).bytes();
  }

  @Test
  void aRoceDeviceIsReachedByTheAddressThatItsGidIs() throws UnknownHostException {
    assertThat(to("10.77.0.2", GidType.ROCE_V2, 0))
        .isEqualTo(new InetSocketAddress("10.77.0.2", 7174));
    assertThat(to("2001:db8::2", GidType.ROCE_V2, 0))
        .isEqualTo(new InetSocketAddress("2001:db8::2", 7174));
  }

  @Test
  void anInfinibandDeviceIsReachedByTheAddressOfTheTlsConnection() throws UnknownHostException {
    assertThat(to("fe80::2:c903:0:1", GidType.INFINIBAND, 3))
        .isEqualTo(new InetSocketAddress("192.0.2.1", 7174));
  }
}
