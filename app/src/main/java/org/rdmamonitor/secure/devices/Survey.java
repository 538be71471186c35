// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.devices;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.rdmamonitor.nativelib.verbs.Addresses;
import org.rdmamonitor.nativelib.verbs.DeviceInfo;
import org.rdmamonitor.nativelib.verbs.PortInfo;
import org.rdmamonitor.secure.devices.Machine.Found;
import org.rdmamonitor.text.Check;
import org.rdmamonitor.units.Bytes;

/**
 * The devices of a host, and what keeps them from being used.
 *
 * @param lockedMemory bytes that this process may lock; empty if there is no limit
 * @param problems with what to do
 */
public record Survey(List<Found> devices, OptionalLong lockedMemory, List<Check> problems) {
  /** Bytes that the buffers of a small program take. */
  private static final long LITTLE_MEMORY = 64L << 20;

  /** With copies of the lists. */
  public Survey {
    devices = List.copyOf(devices);
    problems = List.copyOf(problems);
  }

  /** Surveys a host. */
  public static Survey of(Machine machine) {
    List<Found> devices = machine.devices();
    OptionalLong locked = machine.locksAnyway() ? OptionalLong.empty() : machine.lockedMemory();
    List<Check> problems = new ArrayList<>();
    modules(machine, problems);
    if (devices.isEmpty()) {
      problems.add(
          Check.missing(
              "devices",
              "there is no RDMA device",
              "Load the driver of the card, or add a soft-RoCE device: rdma-secure setup-rxe."));
    }
    devices.forEach(device -> device(device, problems));
    if (locked.isPresent() && locked.getAsLong() < LITTLE_MEMORY) {
      problems.add(
          Check.warning(
              "memlock",
              "only %s of memory may be locked".formatted(Bytes.kibibytes(locked.getAsLong())),
              "ulimit -l unlimited as root, limits.conf, or LimitMEMLOCK=infinity in a unit."));
    }
    return new Survey(devices, locked, problems);
  }

  private static void modules(Machine machine, List<Check> problems) {
    if (!machine.isLoaded("ib_uverbs")) {
      problems.add(
          Check.missing(
              "module.ib_uverbs",
              "module ib_uverbs is not loaded: programs cannot use verbs",
              "modprobe ib_uverbs."));
    }
    if (!machine.isLoaded("rdma_ucm")) {
      problems.add(
          Check.note(
              "module.rdma_ucm",
              "module rdma_ucm is not loaded: programs cannot use the connection manager",
              "modprobe rdma_ucm, where they have to."));
    }
  }

  private static void device(Found device, List<Check> problems) {
    if (device.info().isEmpty()) {
      problems.add(
          Check.missing(
              "device." + device.name(),
              device.problem(),
              "Look at the permissions of /dev/infiniband/uverbs* and at dmesg."));
      return;
    }
    DeviceInfo info = device.info().get();
    if (info.isIwarp()) {
      problems.add(
          Check.missing(
              "device.%s.iwarp".formatted(info.name()),
              DeviceInfo.iwarpFinding(info.name()),
              DeviceInfo.IWARP_REMEDY));
    }
    for (PortInfo port : info.ports()) {
      String id = "device.%s/%d".formatted(info.name(), port.number());
      if (!port.isActive()) {
        problems.add(
            Check.warning(
                id,
                "%s/%d is %s".formatted(info.name(), port.number(), port.state()),
                "Set its interface up (ip link set DEV up), and look at the cable and the"
                    + " switch."));
      } else if (info.gids().stream().noneMatch(gid -> gid.port() == port.number())) {
        problems.add(
            Check.warning(
                id,
                "%s/%d has no address".formatted(info.name(), port.number()),
                "Give its interface an IP address."));
      }
    }
    if (!info.attributes().hasWindows2()) {
      problems.add(
          Check.note(
              "device.%s.windows".formatted(info.name()),
              info.name() + " has no memory windows of type 2",
              "Access can be given and taken by registering memory only."));
    }
  }

  /** The devices with a port that carries packets and has an address, except those of iWARP. */
  public List<DeviceInfo> usable() {
    return devices.stream()
        .flatMap(device -> device.info().stream())
        .filter(info -> !info.isIwarp())
        .filter(info -> Addresses.choose(info).isPresent())
        .toList();
  }
}
