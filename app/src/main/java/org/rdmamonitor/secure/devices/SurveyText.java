// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.devices;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.rdmamonitor.nativelib.verbs.DeviceAttributes;
import org.rdmamonitor.nativelib.verbs.DeviceInfo;
import org.rdmamonitor.nativelib.verbs.GidEntry;
import org.rdmamonitor.nativelib.verbs.PortInfo;
import org.rdmamonitor.text.Check;
import org.rdmamonitor.text.Columns;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Bytes;

/** A survey for people: two tables, then what is wrong. */
public final class SurveyText {
  private final Survey survey;
  private final IntFunction<String> netdev;

  /**
   * The text of a survey.
   *
   * @param netdev the name of a network interface, by its index
   */
  public SurveyText(Survey survey, IntFunction<String> netdev) {
    this.survey = survey;
    this.netdev = netdev;
  }

  /** Writes it. */
  public void write(Writer out) throws IOException {
    List<DeviceInfo> devices =
        survey.devices().stream().flatMap(device -> device.info().stream()).toList();
    if (!devices.isEmpty()) {
      out.write(Columns.of(addresses(devices), "lllllllll"));
      out.write('\n');
      out.write(Columns.of(limits(devices), "lllllllll"));
      out.write('\n');
    }
    out.write(
        "Memory that may be locked: %s.%n"
            .formatted(
                survey.lockedMemory().isEmpty()
                    ? "no limit"
                    : Bytes.kibibytes(survey.lockedMemory().getAsLong())));
    for (Check problem : survey.problems()) {
      out.write(
          "%-7s  %s%n         -> %s%n"
              .formatted(
                  problem.status().name().toLowerCase(Locale.ROOT),
                  Printable.of(problem.finding()),
                  Printable.of(problem.remedy())));
    }
    String names =
        survey.usable().stream()
            .map(device -> Printable.of(device.name()))
            .collect(Collectors.joining(", "));
    out.write(names.isEmpty() ? "No device can be used.\n" : "Can be used: " + names + ".\n");
  }

  private List<List<String>> addresses(List<DeviceInfo> devices) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("DEVICE", "PORT", "STATE", "LINK", "MTU", "GID", "TYPE", "ADDRESS", "NETDEV"));
    for (DeviceInfo device : devices) {
      for (PortInfo port : device.ports()) {
        List<String> left =
            List.of(
                Printable.of(device.name()),
                String.valueOf(port.number()),
                port.state().name(),
                port.linkLayer().title(),
                port.activeMtu().bytes() + "/" + port.maxMtu().bytes());
        List<GidEntry> gids =
            device.gids().stream().filter(gid -> gid.port() == port.number()).toList();
        if (gids.isEmpty()) {
          rows.add(left);
        }
        for (GidEntry gid : gids) {
          List<String> row = new ArrayList<>(left);
          row.addAll(
              List.of(
                  String.valueOf(gid.index()),
                  device.isIwarp() ? "iWARP" : gid.type().title(),
                  gid.gid().toString(),
                  gid.netdev() == 0 ? "-" : Printable.of(netdev.apply(gid.netdev()))));
          rows.add(row);
        }
      }
    }
    return rows;
  }

  private static List<List<String>> limits(List<DeviceInfo> devices) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "DEVICE",
            "QPS",
            "DEPTH",
            "SEGMENTS",
            "READS",
            "ATOMICS",
            "INLINE",
            "REGIONS",
            "WINDOWS"));
    for (DeviceInfo device : devices) {
      DeviceAttributes limits = device.attributes();
      rows.add(
          List.of(
              Printable.of(device.name()),
              String.valueOf(limits.maxQueuePairs()),
              String.valueOf(limits.maxWorkRequests()),
              String.valueOf(limits.maxSegments()),
              String.valueOf(limits.maxReads()),
              limits.atomics().name().toLowerCase(Locale.ROOT),
              device.maxInline() < 0 ? "?" : String.valueOf(device.maxInline()),
              String.valueOf(limits.maxRegions()),
              limits.hasWindows2() ? "type 2" : "no"));
    }
    return rows;
  }
}
