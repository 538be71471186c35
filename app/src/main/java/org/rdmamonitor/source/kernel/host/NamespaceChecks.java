// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.text.Check;
import org.rdmamonitor.text.Printable;

/** Checks whether devices can be seen that belong to other network namespaces. */
public final class NamespaceChecks {
  private NamespaceChecks() {}

  /** No checks if network namespaces share all devices. */
  public static List<Check> of(DeviceNamespaces namespaces, List<Device> devices) {
    if (!namespaces.isExclusive()) {
      return List.of();
    }
    List<Check> checks = new ArrayList<>();
    String there =
        devices.stream()
            .filter(device -> !device.netns().isEmpty())
            .map(device -> Printable.of(device.label()))
            .collect(Collectors.joining(", "));
    checks.add(
        Check.ok(
            "rdma.namespaces",
            "other network namespaces: %d, of which %d have RDMA devices%s"
                .formatted(
                    namespaces.others(),
                    namespaces.othersWithDevices(),
                    there.isEmpty() ? "" : ": " + there)));
    if (namespaces.leftOut() > 0) {
      checks.add(
          Check.warning(
              "rdma.namespaces.left_out",
              "network namespaces that were not looked into: %d, or more; devices in them have no"
                      .formatted(namespaces.leftOut())
                  + " name, and their objects from before the monitor are not known",
              "Run it with CAP_SYS_ADMIN and CAP_SYS_PTRACE; no more than %d are looked into."
                  .formatted(DeviceNamespaces.MOST)));
    }
    return checks;
  }
}
