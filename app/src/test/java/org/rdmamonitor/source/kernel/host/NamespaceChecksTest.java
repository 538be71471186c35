// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.text.Check;

class NamespaceChecksTest {
  private static final NetworkNamespace POD =
      new NetworkNamespace(7, Path.of("/run/netns/pod"), "pod");

  /** A host with one other namespace, which has a device. */
  private record FakeHost(boolean isExclusive, boolean isComplete)
      implements DeviceNamespaces.Host {
    @Override
    public NetworkNamespaces.Listing others() {
      return new NetworkNamespaces.Listing(List.of(POD), isComplete);
    }

    @Override
    public void visit(
        List<NetworkNamespace> namespaces,
        Consumer<NetworkNamespace> there,
        Consumer<NetworkNamespace> refused) {
      namespaces.forEach(there);
    }

    @Override
    public boolean hasDevices() {
      return true;
    }
  }

  private static List<Check> checks(boolean isExclusive, boolean isComplete) {
    return NamespaceChecks.of(
        new DeviceNamespaces(new FakeHost(isExclusive, isComplete), () -> 0),
        List.of(new Device(0, "mlx5_0"), new Device(1, "mlx5_1", "p\u001bd")));
  }

  @Test
  void sharedDevicesNeedNoWord() {
    assertThat(checks(false, true)).isEmpty();
  }

  @Test
  void otherNamespacesAndTheirDevicesAreTold() {
    assertThat(checks(true, true))
        .singleElement()
        .satisfies(check -> {
          assertThat(check.id()).isEqualTo("rdma.namespaces");
          assertThat(check.finding())
              .startsWith("other network namespaces: 1, of which 1 have RDMA devices: ")
              .contains("mlx5_1@p")
              .doesNotContain("\u001b", "mlx5_0");
        });
  }

  @Test
  void whatMayNotBeLookedAtIsAWarning() {
    assertThat(checks(true, false))
        .filteredOn(check -> check.status() == Check.Status.WARNING)
        .singleElement()
        .satisfies(check -> assertThat(check.remedy()).contains("CAP_SYS_ADMIN"));
  }
}
