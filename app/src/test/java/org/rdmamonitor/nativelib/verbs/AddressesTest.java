// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.nativelib.verbs.Addresses.Address;
import org.rdmamonitor.nativelib.verbs.PortInfo.LinkLayer;
import org.rdmamonitor.nativelib.verbs.PortInfo.State;

class AddressesTest {
  private static final InetAddress OF_CONNECTION = InetAddress.ofLiteral("10.77.0.2");

  private static final GidEntry OLD = entry(1, 0, "10.77.0.1", GidEntry.Type.ROCE_V1);
  private static final GidEntry LINK_LOCAL = entry(1, 1, "fe80::1", GidEntry.Type.ROCE_V2);
  private static final GidEntry IPV6 = entry(1, 2, "2001::1", GidEntry.Type.ROCE_V2);
  private static final GidEntry IPV4 = entry(1, 3, "10.77.0.1", GidEntry.Type.ROCE_V2);
  private static final GidEntry ANOTHER_IPV4 = entry(1, 4, "10.77.0.2", GidEntry.Type.ROCE_V2);

  private static final PortInfo PORT = port(1, State.ACTIVE);

  private static Route itself(Address address) {
    return address.to(address);
  }

  private static GidEntry entry(int port, int index, String address, GidEntry.Type type) {
    return new GidEntry(port, index, Gid.of(InetAddress.ofLiteral(address)), type, 2);
  }

  private static PortInfo port(int number, State state) {
    return new PortInfo(number, state, LinkLayer.ETHERNET, Mtu.MTU_4096, Mtu.MTU_1024, 1 << 30, 0);
  }

  private static Optional<GidEntry> best(Preference preference, GidEntry... gids) {
    return Addresses.choose(List.of(PORT), List.of(gids), preference).map(Address::gid);
  }

  @Test
  void theUsualOneIsRoutableAndOfTheNewerKind() {
    assertThat(best(Preference.USUAL, OLD, LINK_LOCAL)).contains(LINK_LOCAL);
    assertThat(best(Preference.USUAL, OLD, LINK_LOCAL, IPV6)).contains(IPV6);
    assertThat(best(Preference.USUAL, OLD, LINK_LOCAL, IPV6, IPV4)).contains(IPV4);
    assertThat(best(Preference.USUAL, OLD)).contains(OLD);
    assertThat(best(Preference.USUAL)).isEmpty();
  }

  @Test
  void ofEqualOnesTheFirstIsTakenWhateverTheirOrder() {
    assertThat(best(Preference.USUAL, ANOTHER_IPV4, IPV4)).contains(IPV4);
    assertThat(best(Preference.USUAL, IPV4, ANOTHER_IPV4)).contains(IPV4);
  }

  @Test
  void theAddressOfTheConnectionGoesBeforeTheUsualOne() {
    Preference ofIpv4 = Preference.of(OF_CONNECTION, Optional.empty());
    Preference ofIpv6 = Preference.of(InetAddress.ofLiteral("2001::1"), Optional.empty());
    Preference ofLinkLocal = Preference.of(InetAddress.ofLiteral("fe80::1"), Optional.empty());

    assertThat(best(ofIpv4, OLD, LINK_LOCAL, IPV6, IPV4, ANOTHER_IPV4)).contains(ANOTHER_IPV4);
    assertThat(best(ofIpv6, OLD, LINK_LOCAL, IPV6, IPV4, ANOTHER_IPV4)).contains(IPV6);
    assertThat(best(ofLinkLocal, OLD, LINK_LOCAL, IPV6, IPV4, ANOTHER_IPV4)).contains(LINK_LOCAL);
  }

  @Test
  void anAddressThatTheDeviceDoesNotHaveLeavesTheUsualOne() {
    Preference elsewhere = Preference.of(InetAddress.ofLiteral("192.0.2.1"), Optional.empty());
    assertThat(best(elsewhere, OLD, LINK_LOCAL, IPV6, IPV4, ANOTHER_IPV4)).contains(IPV4);
  }

  @Test
  void whatReachesTheOtherEndGoesBeforeTheAddressOfTheConnection() {
    Preference toOld = Preference.of(OF_CONNECTION, Optional.of(OLD));
    Preference toIpv6 = Preference.of(OF_CONNECTION, Optional.of(IPV6));

    assertThat(best(toOld, OLD, LINK_LOCAL, IPV6, IPV4, ANOTHER_IPV4)).contains(OLD);
    assertThat(best(toIpv6, OLD, LINK_LOCAL, IPV6, IPV4, ANOTHER_IPV4)).contains(IPV6);
  }

  @Test
  void aPortThatIsDownOrHasNoAddressIsLeftOut() {
    List<PortInfo> ports =
        List.of(port(1, State.DOWN), port(2, State.ACTIVE), port(3, State.ACTIVE));
    GidEntry ofThird = entry(3, 0, "fe80::3", GidEntry.Type.ROCE_V1);

    assertThat(Addresses.choose(ports, List.of(IPV4, ofThird), Preference.USUAL))
        .contains(new Address(ports.get(2), ofThird));
    assertThat(Addresses.choose(ports, List.of(IPV4), Preference.USUAL)).isEmpty();
  }

  @Test
  void ofSeveralPortsTheOneWithTheBetterAddressIsTakenElseTheFirst() {
    List<PortInfo> ports = List.of(PORT, port(2, State.ACTIVE));
    GidEntry ofSecond = entry(2, 0, "10.77.0.2", GidEntry.Type.ROCE_V2);

    assertThat(Addresses.choose(ports, List.of(IPV6, ofSecond), Preference.USUAL))
        .contains(new Address(ports.get(1), ofSecond));
    assertThat(Addresses.choose(ports, List.of(IPV4, ofSecond), Preference.USUAL))
        .contains(new Address(PORT, IPV4));
  }

  @Test
  void theWayToItselfIsByLidOnInfiniBandOnly() {
    PortInfo infiniband =
        new PortInfo(1, State.ACTIVE, LinkLayer.INFINIBAND, Mtu.MTU_4096, Mtu.MTU_4096, 1, 7);
    GidEntry gid = entry(1, 0, "fe80::9", GidEntry.Type.INFINIBAND);

    assertThat(itself(new Address(infiniband, gid))).isEqualTo(Route.toLid(1, 7));
    assertThat(itself(new Address(PORT, IPV4))).isEqualTo(Route.to(1, 3, IPV4.gid()));
  }
}
