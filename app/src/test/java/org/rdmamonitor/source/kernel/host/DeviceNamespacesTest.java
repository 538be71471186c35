// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.resource.Device;

class DeviceNamespacesTest {
  private static final NetworkNamespace POD = namespace(1, "pod");
  private static final NetworkNamespace EMPTY = namespace(2, "empty");

  private final FakeHost host = new FakeHost();
  private long nanos;
  private final DeviceNamespaces namespaces = new DeviceNamespaces(host, () -> nanos);

  /** A host whose namespaces, and which of them have devices, a test says. */
  private static final class FakeHost implements DeviceNamespaces.Host {
    private boolean isExclusive = true;
    private boolean isComplete = true;
    private List<NetworkNamespace> others = List.of(POD, EMPTY);
    private final Set<NetworkNamespace> withDevices = new HashSet<>(Set.of(POD));
    private final Set<NetworkNamespace> refused = new HashSet<>();
    private NetworkNamespace here = POD;
    private int searches;

    @Override
    public boolean isExclusive() {
      return isExclusive;
    }

    @Override
    public NetworkNamespaces.Listing others() {
      searches++;
      return new NetworkNamespaces.Listing(others, isComplete);
    }

    @Override
    public void visit(
        List<NetworkNamespace> wanted,
        Consumer<NetworkNamespace> there,
        Consumer<NetworkNamespace> refuse) {
      for (NetworkNamespace namespace : wanted) {
        here = namespace;
        (refused.contains(namespace) ? refuse : there).accept(namespace);
      }
    }

    @Override
    public boolean hasDevices() {
      return withDevices.contains(here);
    }
  }

  private static NetworkNamespace namespace(long inode, String name) {
    return new NetworkNamespace(inode, Path.of("/run/netns", name), name);
  }

  private List<String> asked() {
    List<String> asked = new ArrayList<>();
    namespaces.everywhere(asked::add);
    return asked;
  }

  private void later(Duration time) {
    nanos += time.toNanos();
  }

  @Test
  void whereDevicesAreSharedNobodyLooksForNamespaces() {
    host.isExclusive = false;

    assertThat(asked()).containsExactly("");
    namespaces.hasMoved(Set.of(0, 1));
    later(Duration.ofHours(1));
    assertThat(namespaces.hasMoved(Set.of(0))).isFalse();
    namespaces.lookFor(Set.of(7));
    assertThat(asked()).containsExactly("");
    assertThat(host.searches).isZero();
    assertThat(namespaces.others()).isZero();
  }

  @Test
  void onlyNamespacesWithDevicesAreAsked() {
    assertThat(asked()).containsExactly("", "pod");
    assertThat(namespaces.others()).isEqualTo(2);
    assertThat(namespaces.othersWithDevices()).isEqualTo(1);
    assertThat(namespaces.leftOut()).isZero();
  }

  @Test
  void allAreSearchedNowAndThen() {
    asked();
    host.withDevices.add(EMPTY);
    later(Duration.ofSeconds(29));
    assertThat(asked()).containsExactly("", "pod");
    later(Duration.ofSeconds(1));
    assertThat(asked()).containsExactly("", "pod", "empty");
    assertThat(host.searches).isEqualTo(2);
  }

  @Test
  void aDeviceThatHasGoneIsLookedForAtOnce() {
    asked();
    assertThat(namespaces.hasMoved(Set.of(0, 1))).isFalse();
    host.withDevices.add(EMPTY);
    later(Duration.ofSeconds(2));

    assertThat(namespaces.hasMoved(Set.of(0))).isTrue();
    assertThat(asked()).containsExactly("", "pod", "empty");
    assertThat(namespaces.hasMoved(Set.of(0, 1))).isFalse();
  }

  @Test
  void oneThatIsMovedWithinASecondIsNotForgotten() {
    asked();
    namespaces.hasMoved(Set.of(0, 1));
    assertThat(namespaces.hasMoved(Set.of(0))).isFalse();
    later(Duration.ofSeconds(1));
    assertThat(namespaces.hasMoved(Set.of(0))).isTrue();
  }

  @Test
  void oneThatWasRemovedIsNotLookedForWithoutEnd() {
    asked();
    namespaces.hasMoved(Set.of(0, 1));
    for (int i = 0; i < 20; i++) {
      later(Duration.ofSeconds(1));
      namespaces.hasMoved(Set.of(0));
      namespaces.lookFor(Set.of(0, 1));
    }
    assertThat(host.searches).isEqualTo(1 + DeviceNamespaces.SEARCHES);
  }

  @Test
  void oneThatSomebodyHasHeardOfIsLookedFor() {
    asked();
    namespaces.hasMoved(Set.of(0));
    later(Duration.ofSeconds(2));
    namespaces.lookFor(Set.of(0, -1));
    assertThat(host.searches).isEqualTo(1);
    namespaces.lookFor(Set.of(0, 5));
    assertThat(host.searches).isEqualTo(2);
  }

  @Test
  void aLongSearchIsNotRepeatedSoon() {
    host.others = List.of(POD);
    DeviceNamespaces slow =
        new DeviceNamespaces(
            host,
            () -> {
              later(Duration.ofMillis(500));
              return nanos;
            });
    slow.everywhere(name -> {});
    slow.hasMoved(Set.of(0, 1));
    later(Duration.ofSeconds(5));
    assertThat(slow.hasMoved(Set.of(0))).isFalse();
    later(Duration.ofSeconds(5));
    assertThat(slow.hasMoved(Set.of(0))).isTrue();
  }

  @Test
  void whatIsNotLookedIntoIsCounted() {
    host.others =
        LongStream.range(0, DeviceNamespaces.MOST + 3)
            .mapToObj(inode -> namespace(inode, "n" + inode))
            .toList();
    host.refused.add(namespace(0, "n0"));
    host.withDevices.clear();
    asked();
    assertThat(namespaces.leftOut()).isEqualTo(4);
    assertThat(namespaces.others()).isEqualTo(DeviceNamespaces.MOST + 3);
  }

  @Test
  void thoseOfProcessesThatMayNotBeLookedAtAreAtLeastOne() {
    host.isComplete = false;
    asked();
    assertThat(namespaces.leftOut()).isEqualTo(1);
  }

  @Test
  void whereNotAllWereLookedIntoADeviceThatIsMissedMayBeThere() {
    host.isComplete = false;
    asked();
    namespaces.hasMoved(Set.of(0));
    assertThat(namespaces.mayHide(1)).isTrue();
    assertThat(namespaces.mayHide(0)).isFalse();
    assertThat(namespaces.mayHide(Device.UNKNOWN_INDEX)).isFalse();

    host.isComplete = true;
    later(Duration.ofSeconds(30));
    asked();
    assertThat(namespaces.mayHide(1)).isFalse();
  }
}
