// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.rdmamonitor.model.DeviceFilter;
import org.rdmamonitor.model.resource.DeviceFacts.Port;
import org.rdmamonitor.text.Check;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Bytes;

/** Checks the RDMA side of a host: modules, devices, limits, and who may do what. */
public final class RdmaChecks {
  /** What the memory regions of a small program take; RLIMIT_MEMLOCK should not be less. */
  private static final long LITTLE_MEMORY = 64L << 20;

  private static final int NETNS_EXCLUSIVE = 0;
  private static final String DEVICES = "/sys/class/infiniband";

  private final HostFiles host;
  private final RdmaSystem system;
  private final DeviceFilter filter;

  /**
   * The settings of the RDMA subsystem, as {@code rdma system show} has them.
   *
   * @param netns 0 exclusive, 1 shared; empty where the kernel does not tell
   * @param privilegedQkey 0 off, 1 on
   */
  public record RdmaSystem(OptionalInt netns, OptionalInt privilegedQkey) {
    /** Whether each device belongs to one network namespace. */
    boolean isExclusive() {
      return netns.isPresent() && netns.getAsInt() == NETNS_EXCLUSIVE;
    }
  }

  /**
   * Checks of a host.
   *
   * @param filter the devices of which anything is read
   */
  public RdmaChecks(HostFiles host, RdmaSystem system, DeviceFilter filter) {
    this.host = host;
    this.system = system;
    this.filter = filter;
  }

  public List<Check> all() {
    List<Check> checks = new ArrayList<>();
    checks.addAll(modules());
    checks.addAll(devices());
    checks.addAll(unlisted());
    checks.add(softRoce());
    checks.add(lockedMemory());
    checks.add(limits());
    checks.addAll(posture());
    return checks;
  }

  private List<Check> modules() {
    List<Check> checks = new ArrayList<>();
    checks.add(
        host.exists(DEVICES)
            ? Check.ok("rdma.core", "the RDMA core is loaded")
            : Check.note(
                "rdma.core",
                "module ib_core is not loaded; the monitor waits for it",
                "modprobe ib_uverbs, or load the driver of a device."));
    checks.add(module("ib_uverbs", "programs can use verbs", "programs cannot use verbs"));
    checks.add(
        module(
            "rdma_ucm",
            "programs can use the connection manager",
            "programs cannot use the connection manager"));
    if (KernelModules.isOutOfTree(host, "ib_core")) {
      checks.add(
          Check.warning(
              "rdma.out_of_tree",
              "ib_core was built outside the kernel's tree (OFED or a like), so its structures are"
                  + " not those that the kernel describes",
              "Counts come from netlink alone, calls are counted without their device."));
    }
    return checks;
  }

  private Check module(String name, String with, String without) {
    return host.exists("/sys/module/" + name)
        ? Check.ok("rdma." + name, "module " + name + " is loaded: " + with)
        : Check.note(
            "rdma." + name,
            "module " + name + " is not loaded: " + without,
            "modprobe " + name + ".");
  }

  private List<Check> devices() {
    List<Check> checks = new ArrayList<>();
    DevicePorts ports = new DevicePorts(host.path(DEVICES));
    List<String> names = host.names(DEVICES);
    for (String device : names.stream().filter(filter::admits).toList()) {
      for (Port port : ports.withoutCounters(device)) {
        checks.add(port(Printable.of(device), port));
      }
    }
    if (names.isEmpty()) {
      checks.add(
          Check.note(
              "rdma.devices",
              "there is no RDMA device",
              "For a trial: modprobe rdma_rxe && rdma link add rxe0 type rxe netdev eth0."));
    }
    return checks;
  }

  private static Check port(String device, Port port) {
    String id = "device." + device + "/" + port.number();
    String finding =
        "%s/%d is %s (%s, %s%s)"
            .formatted(
                device,
                port.number(),
                port.state().isEmpty() ? "in an unknown state" : port.state(),
                port.linkLayer(),
                port.rate(),
                port.netdev().isEmpty() ? "" : ", on " + Printable.of(port.netdev()));
    if (port.state().equals("ACTIVE")) {
      return Check.ok(id, finding);
    }
    String remedy =
        port.netdev().isEmpty()
            ? "Look at the cable, the switch and, on InfiniBand, the subnet manager."
            : "ip link set %s up, and look at the cable.".formatted(Printable.of(port.netdev()));
    return Check.warning(id, finding, remedy);
  }

  private List<Check> unlisted() {
    List<Check> checks = new ArrayList<>();
    if (host.names(DEVICES).stream().filter(filter::admits).anyMatch(this::isMlx5)) {
      checks.add(
          Check.note(
              "rdma.unlisted",
              "newer kernels keep some queue pairs of mlx5 out of their list of objects (DCT, and"
                  + " raw ones with RSS)",
              "They are not among the counts of objects; their calls are, and limits hold for"
                  + " them."));
    }
    return checks;
  }

  /** Recognised by its driver: udev may have given it another name. */
  private boolean isMlx5(String device) {
    try {
      Path driver = Files.readSymbolicLink(host.path(DEVICES + "/" + device + "/device/driver"));
      return String.valueOf(driver.getFileName()).startsWith("mlx5_core");
    } catch (IOException | UnsupportedOperationException none) {
      return false;
    }
  }

  private Check softRoce() {
    String release = host.text("/proc/sys/kernel/osrelease").orElse("");
    boolean there =
        host.exists("/sys/module/rdma_rxe")
            || host.text("/lib/modules/" + release + "/modules.dep")
                .orElse("")
                .contains("/rdma_rxe.ko");
    return there
        ? Check.ok("rdma.rxe", "soft-RoCE (rdma_rxe) is there")
        : Check.note(
            "rdma.rxe",
            "this kernel has no soft-RoCE (rdma_rxe)",
            "Install the package with the kernel's extra modules, if you want to try RDMA without"
                + " hardware.");
  }

  private Check lockedMemory() {
    OptionalLong limit = softLimit("Max locked memory");
    if (limit.isPresent() && limit.getAsLong() < LITTLE_MEMORY) {
      return Check.warning(
          "limit.memlock",
          "programs started from here may lock %s of memory, and registering more fails with"
                  .formatted(Bytes.kibibytes(limit.getAsLong()))
              + " ENOMEM",
          "ulimit -l unlimited, a line \"* - memlock unlimited\" in /etc/security/limits.d, or"
              + " LimitMEMLOCK=infinity in the unit.");
    }
    return Check.ok("limit.memlock", "programs started from here may lock the memory they need");
  }

  /** Empty if there is no limit. */
  private OptionalLong softLimit(String name) {
    return host.text("/proc/self/limits")
        .orElse("")
        .lines()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).strip().split("\\s+", -1)[0])
        .filter(value -> value.matches("[0-9]{1,18}"))
        .mapToLong(Long::parseLong)
        .findFirst();
  }

  private Check limits() {
    String controllers = host.text("/sys/fs/cgroup/cgroup.controllers").orElse("");
    return controllers.contains("rdma")
        ? Check.ok("limit.cgroup", "cgroups can limit RDMA objects (rdma.max)")
        : Check.note(
            "limit.cgroup",
            "cgroups cannot limit RDMA objects (no rdma controller)",
            "Use a kernel built with CONFIG_CGROUP_RDMA, if tenants share this host.");
  }

  private List<Check> posture() {
    List<Check> checks = new ArrayList<>();
    if (system.netns().isPresent()) {
      checks.add(
          system.isExclusive()
              ? Check.ok("posture.netns", "a device belongs to one network namespace (exclusive)")
              : Check.note(
                  "posture.netns",
                  "every network namespace can use every device (netns mode shared)",
                  "rdma system set netns exclusive, if containers are not to share devices."));
    }
    if (system.privilegedQkey().isPresent()) {
      checks.add(
          system.privilegedQkey().getAsInt() == 0
              ? Check.ok("posture.qkey", "controlled QKEYs are for CAP_NET_RAW only")
              : Check.warning(
                  "posture.qkey",
                  "every user may set controlled QKEYs (privileged-qkey on)",
                  "rdma system set privileged-qkey off."));
    }
    for (String name : host.names("/dev/infiniband")) {
      if (name.startsWith("uverbs") && isForAll("/dev/infiniband/" + name)) {
        checks.add(
            Check.note(
                "posture." + name,
                "every user may open /dev/infiniband/" + name,
                "That is the usual setting (rdma-core's udev rules); to narrow it, set another"
                    + " group and mode 0660 in a udev rule."));
      }
    }
    return checks;
  }

  private boolean isForAll(String device) {
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(host.path(device));
      return permissions.contains(PosixFilePermission.OTHERS_WRITE);
    } catch (IOException gone) {
      return false;
    }
  }
}
