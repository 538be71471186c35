// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.model.DeviceFilter;
import picocli.CommandLine.Option;

/** The options that say which devices are looked at. */
public final class DeviceOptions {
  @Option(
      names = "--include-device",
      paramLabel = "REGEX",
      converter = OptionValues.DeviceName.class,
      description = "Look at devices of such names only; may be given several times.")
  private List<String> included = new ArrayList<>();

  @Option(
      names = "--exclude-device",
      paramLabel = "REGEX",
      converter = OptionValues.DeviceName.class,
      description =
          "Read nothing of devices of such names, in sysfs or by netlink; may be given several"
              + " times.")
  private List<String> excluded = new ArrayList<>();

  public DeviceFilter of(EnvironmentOptions options) {
    return new DeviceFilter(
        options.values(included, "INCLUDE_DEVICE", new OptionValues.DeviceName()),
        options.values(excluded, "EXCLUDE_DEVICE", new OptionValues.DeviceName()));
  }
}
