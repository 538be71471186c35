// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.devices;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.math.BigInteger;
import java.util.Locale;
import java.util.function.IntFunction;
import org.rdmamonitor.nativelib.verbs.DeviceAttributes;
import org.rdmamonitor.nativelib.verbs.DeviceInfo;
import org.rdmamonitor.nativelib.verbs.GidEntry;
import org.rdmamonitor.nativelib.verbs.PortInfo;
import org.rdmamonitor.secure.devices.Machine.Found;
import org.rdmamonitor.text.Check;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** A survey as one JSON object on a line. */
public final class SurveyJson {
  private SurveyJson() {}

  /**
   * Writes it.
   *
   * @param netdev the name of a network interface, by its index
   */
  public static void write(Writer out, Survey survey, IntFunction<String> netdev)
      throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeNumberProperty("schema", 1);
      json.writeStringProperty("type", "devices");
      json.writeArrayPropertyStart("devices");
      for (Found found : survey.devices()) {
        json.writeStartObject();
        json.writeStringProperty("device", found.name());
        if (found.info().isPresent()) {
          device(json, found.info().get(), survey, netdev);
        } else {
          json.writeBooleanProperty("usable", false);
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      survey.lockedMemory().ifPresent(bytes -> json.writeNumberProperty("memlock_bytes", bytes));
      json.writeArrayPropertyStart("problems");
      for (Check problem : survey.problems()) {
        json.writeStartObject();
        json.writeStringProperty("id", problem.id());
        json.writeStringProperty("status", problem.status().name().toLowerCase(Locale.ROOT));
        json.writeStringProperty("finding", problem.finding());
        json.writeStringProperty("remedy", problem.remedy());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    out.append(text.getBuffer()).append('\n');
  }

  private static void device(
      JsonGenerator json, DeviceInfo info, Survey survey, IntFunction<String> netdev) {
    DeviceAttributes limits = info.attributes();
    json.writeBooleanProperty("usable", survey.usable().contains(info));
    json.writeBooleanProperty("iwarp", info.isIwarp());
    json.writeStringProperty("firmware", limits.firmware());
    json.writeStringProperty("node_guid", "%016x".formatted(limits.nodeGuid()));
    json.writeNumberProperty("max_qp", limits.maxQueuePairs());
    json.writeNumberProperty("max_qp_wr", limits.maxWorkRequests());
    json.writeNumberProperty("max_sge", limits.maxSegments());
    json.writeNumberProperty("max_cqe", limits.maxCompletions());
    json.writeNumberProperty("max_mr", limits.maxRegions());
    json.writeNumberProperty(
        "max_mr_size", new BigInteger(Long.toUnsignedString(limits.maxRegion())));
    json.writeNumberProperty("max_qp_rd_atom", limits.maxReads());
    json.writeNumberProperty("max_qp_init_rd_atom", limits.maxReadsAsked());
    json.writeNumberProperty("max_inline", info.maxInline());
    json.writeStringProperty("atomics", limits.atomics().name().toLowerCase(Locale.ROOT));
    json.writeBooleanProperty("memory_windows_2", limits.hasWindows2());
    json.writeArrayPropertyStart("ports");
    for (PortInfo port : info.ports()) {
      json.writeStartObject();
      json.writeNumberProperty("port", port.number());
      json.writeStringProperty("state", port.state().name());
      json.writeStringProperty("link_layer", port.linkLayer().title());
      json.writeNumberProperty("active_mtu", port.activeMtu().bytes());
      json.writeNumberProperty("max_mtu", port.maxMtu().bytes());
      json.writeNumberProperty("lid", port.lid());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("gids");
    for (GidEntry gid : info.gids()) {
      json.writeStartObject();
      json.writeNumberProperty("port", gid.port());
      json.writeNumberProperty("index", gid.index());
      json.writeStringProperty("gid", gid.gid().toString());
      json.writeStringProperty("gid_type", gid.type().title());
      json.writeStringProperty("netdev", gid.netdev() == 0 ? "" : netdev.apply(gid.netdev()));
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
