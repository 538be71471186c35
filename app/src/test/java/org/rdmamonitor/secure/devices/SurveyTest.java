// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.devices;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Golden;
import org.rdmamonitor.nativelib.verbs.DeviceAttributes;
import org.rdmamonitor.nativelib.verbs.DeviceAttributes.Atomics;
import org.rdmamonitor.nativelib.verbs.DeviceInfo;
import org.rdmamonitor.nativelib.verbs.Gid;
import org.rdmamonitor.nativelib.verbs.GidEntry;
import org.rdmamonitor.nativelib.verbs.Mtu;
import org.rdmamonitor.nativelib.verbs.PortInfo;
import org.rdmamonitor.nativelib.verbs.PortInfo.LinkLayer;
import org.rdmamonitor.nativelib.verbs.PortInfo.State;
import org.rdmamonitor.text.Check;

class SurveyTest {
  private final FakeMachine machine = new FakeMachine();

  private static final class FakeMachine implements Machine {
    private final List<Found> devices = new ArrayList<>();
    private final Set<String> modules = new HashSet<>(Set.of("ib_uverbs", "rdma_ucm"));
    private OptionalLong lockedMemory = OptionalLong.of(8L << 20);
    private boolean privileged = true;

    @Override
    public List<Found> devices() {
      return devices;
    }

    @Override
    public String netdev(int index) {
      return "eth" + index;
    }

    @Override
    public boolean isLoaded(String module) {
      return modules.contains(module);
    }

    @Override
    public OptionalLong lockedMemory() {
      return lockedMemory;
    }

    @Override
    public boolean locksAnyway() {
      return privileged;
    }

    void add(DeviceInfo device) {
      devices.add(new Found(device.name(), Optional.of(device), ""));
    }
  }

  private static Gid gid(int... bytes) {
    byte[] raw = new byte[Gid.BYTES];
    for (int i = 0; i < bytes.length; i++) {
      raw[Gid.BYTES - bytes.length + i] = (byte) bytes[i];
    }
    return Gid.of(raw);
  }

  private static Gid ipv4(int last) {
    return gid(0xff, 0xff, 10, 77, 0, last);
  }

  private static DeviceAttributes attributes(int ports, boolean windows) {
    return new DeviceAttributes(
        "1.2",
        0x1122334455667788L,
        0x15b3,
        4129,
        -1,
        131072,
        32768,
        30,
        16777216,
        4194303,
        16777216,
        8388608,
        16777216,
        16,
        16,
        Atomics.DEVICE,
        windows,
        ports);
  }

  private static PortInfo ethernet(State state) {
    return new PortInfo(1, state, LinkLayer.ETHERNET, Mtu.MTU_4096, Mtu.MTU_1024, 1L << 31, 0);
  }

  private static DeviceInfo roce(String name, State state, GidEntry... gids) {
    return new DeviceInfo(
        name, false, attributes(1, true), List.of(ethernet(state)), List.of(gids), 512);
  }

  private static GidEntry entry(int index, Gid gid, GidEntry.Type type) {
    return new GidEntry(1, index, gid, type, 2);
  }

  private void addAll() {
    machine.add(
        roce(
            "mlx5_0",
            State.ACTIVE,
            entry(0, gid(1), GidEntry.Type.ROCE_V1),
            entry(1, gid(1), GidEntry.Type.ROCE_V2),
            entry(3, ipv4(1), GidEntry.Type.ROCE_V2)));
    machine.add(
        new DeviceInfo(
            "ib0",
            false,
            attributes(2, false),
            List.of(
                new PortInfo(
                    1, State.ACTIVE, LinkLayer.INFINIBAND, Mtu.MTU_4096, Mtu.MTU_4096, 1, 7),
                new PortInfo(
                    2, State.DOWN, LinkLayer.INFINIBAND, Mtu.MTU_4096, Mtu.MTU_4096, 1, 0)),
            List.of(new GidEntry(1, 0, gid(9), GidEntry.Type.INFINIBAND, 0)),
            -1));
    machine.devices.add(
        new Machine.Found("rxe7", Optional.empty(), "open the device rxe7: Permission denied"));
    machine.modules.remove("rdma_ucm");
    machine.privileged = false;
  }

  @Test
  void theTextShowsAllAndWhatIsWrong() throws IOException {
    addAll();
    StringWriter out = new StringWriter();

    new SurveyText(Survey.of(machine), machine::netdev).write(out);

    Golden.assertMatches(out.toString(), "check-devices.txt");
  }

  @Test
  void theJsonHasAllOfIt() throws IOException {
    addAll();
    StringWriter out = new StringWriter();

    SurveyJson.write(out, Survey.of(machine), machine::netdev);

    Golden.assertMatches(out.toString(), "check-devices.json");
  }

  @Test
  void aHostWithoutDevicesSaysWhatToDo() {
    machine.modules.clear();

    Survey survey = Survey.of(machine);

    assertThat(survey.usable()).isEmpty();
    assertThat(survey.problems())
        .extracting(Check::id)
        .containsExactly("module.ib_uverbs", "module.rdma_ucm", "devices");
    assertThat(survey.problems()).allSatisfy(check -> assertThat(check.remedy()).endsWith("."));
  }

  @Test
  void whatCannotBeUsedIsNotOffered() {
    machine.add(roce("down0", State.DOWN, entry(0, ipv4(1), GidEntry.Type.ROCE_V2)));
    machine.add(roce("mute0", State.ACTIVE));

    Survey survey = Survey.of(machine);

    assertThat(survey.usable()).isEmpty();
    assertThat(survey.problems())
        .extracting(Check::finding)
        .containsExactly("down0/1 is DOWN", "mute0/1 has no address");
  }

  @Test
  void aDeviceOfIwarpIsNamedAndNotOffered() throws IOException {
    machine.add(
        new DeviceInfo(
            "siw0",
            true,
            attributes(1, true),
            List.of(ethernet(State.ACTIVE)),
            List.of(entry(0, gid(1), GidEntry.Type.INFINIBAND)),
            0));
    Survey survey = Survey.of(machine);
    StringWriter out = new StringWriter();

    new SurveyText(survey, machine::netdev).write(out);

    assertThat(survey.usable()).isEmpty();
    assertThat(out.toString())
        .containsPattern("siw0 +1 +ACTIVE +Ethernet .* iWARP ")
        .contains(
            "missing  siw0 is an iWARP device: its queue pairs are connected by RDMA-CM only, not"
                + " by numbers that the ends tell each other, as they are here\n",
            "No device can be used.");
  }

  @Test
  void theLimitOfLockedMemoryDoesNotCountForThePrivileged() {
    assertThat(Survey.of(machine).lockedMemory()).isEmpty();
    machine.privileged = false;
    assertThat(Survey.of(machine).lockedMemory()).hasValue(8L << 20);
  }
}
