// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.ethernet.Interfaces.Interface;

class InterfacesTest {
  @TempDir private Path root;

  private void file(String path, String text) throws IOException {
    Path file = root.resolve("sys/class").resolve(path).normalize();
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }

  private void netdev(String name, String type, String mac) throws IOException {
    file("net/" + name + "/type", type);
    file("net/" + name + "/address", mac);
    file("net/" + name + "/mtu", "9000");
  }

  @Test
  void onesThatAnswerForOthersAreKnown() throws IOException {
    Interfaces interfaces = new Interfaces(root);
    assertThat(interfaces.answersForOthers("eth0")).as("nothing is known of it").isFalse();

    file("../../proc/sys/net/ipv4/conf/all/arp_ignore", "0");
    file("../../proc/sys/net/ipv4/conf/eth0/arp_ignore", "0");
    assertThat(interfaces.answersForOthers("eth0")).isTrue();

    file("../../proc/sys/net/ipv4/conf/eth0/arp_ignore", "1");
    assertThat(interfaces.answersForOthers("eth0")).isFalse();

    file("../../proc/sys/net/ipv4/conf/eth0/arp_ignore", "0");
    file("../../proc/sys/net/ipv4/conf/all/arp_ignore", "2");
    assertThat(interfaces.answersForOthers("eth0")).isFalse();
  }

  @Test
  void thoseOfEthernetAreFoundWithTheirRdmaDevices() throws IOException {
    netdev("eth0", "1", "02:00:00:00:00:01");
    netdev("lo", "772", "00:00:00:00:00:00");
    netdev("ib0", "32", "80:00:00:48:fe:80:00:00:00:00:00:00:f4:52:14:03:00:7b:cb:a1");
    netdev("vf0", "1", "02:00:00:00:00:02");
    file("net/eth0/carrier", "1");
    file("net/vf0/device/physfn/x", "");
    file("net/vf0/dev_port", "1");
    file("infiniband/rxe0/parent", "eth0");
    file("infiniband/mlx5_0/device/net/vf0/x", "");
    Files.createSymbolicLink(
        root.resolve("sys/class/net/vf0/device/driver"), Path.of("../drivers/mlx5_core"));

    assertThat(new Interfaces(root).all())
        .containsExactly(
            new Interface(
                "eth0",
                new MacAddress(0x0200_0000_0001L),
                9000,
                true,
                "",
                Optional.of("rxe0"),
                1,
                false),
            new Interface(
                "vf0",
                new MacAddress(0x0200_0000_0002L),
                9000,
                false,
                "mlx5_core",
                Optional.of("mlx5_0"),
                2,
                true));
    assertThat(new Interfaces(root).find("eth0")).isPresent();
    assertThat(new Interfaces(root).find("../net/eth0")).isEmpty();
    assertThat(new Interfaces(root).find("eth1")).isEmpty();
    assertThat(new Interfaces(root.resolve("nothing")).all()).isEmpty();
  }

  @Test
  void whatIsBuiltOnAnInterfaceIsOnTheSameLink() throws IOException {
    for (int i = 0; i < 6; i++) {
      netdev("eth" + i, "1", "02:00:00:00:00:0" + i);
    }
    relation("eth0", "upper_eth1"); // a macvlan, and a VLAN on it
    relation("eth1", "lower_eth0");
    relation("eth1", "upper_eth2");
    relation("eth2", "lower_eth1");
    relation("eth0", "upper_eth3");
    relation("eth3", "lower_eth0");
    relation("eth4", "upper_eth5");
    relation("eth5", "lower_eth4");
    Interfaces interfaces = new Interfaces(root);

    assertThat(interfaces.onTheSameLink("eth0"))
        .extracting(Interface::name)
        .containsExactly("eth1", "eth2", "eth3");
    assertThat(interfaces.onTheSameLink("eth3"))
        .extracting(Interface::name)
        .containsExactly("eth0", "eth1", "eth2");
    assertThat(interfaces.onTheSameLink("eth9")).isEmpty();
  }

  @Test
  void theMtuIsReadAnew() throws IOException {
    netdev("eth0", "1", "02:00:00:00:00:00");
    Interfaces interfaces = new Interfaces(root);
    assertThat(interfaces.mtu("eth0")).hasValue(9000);

    file("net/eth0/mtu", "1400");

    assertThat(interfaces.mtu("eth0")).hasValue(1400);
    assertThat(interfaces.mtu("eth1")).isEmpty();
  }

  private void relation(String name, String entry) throws IOException {
    file("net/" + name + "/" + entry + "/type", "1");
  }
}
