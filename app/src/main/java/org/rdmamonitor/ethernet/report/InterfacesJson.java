// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet.report;

import java.io.StringWriter;
import java.util.List;
import org.rdmamonitor.ethernet.Interfaces.Interface;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** The interfaces of a host as a line of JSON. */
public final class InterfacesJson {
  private InterfacesJson() {}

  /** The line, with its line end. */
  public static String of(List<Interface> interfaces) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeNumberProperty("schema", 1);
      json.writeStringProperty("type", "ethernet_devices");
      json.writeArrayPropertyStart("interfaces");
      for (Interface one : interfaces) {
        json.writeStartObject();
        json.writeStringProperty("interface", one.name());
        json.writeStringProperty("mac", one.mac().toString());
        json.writeNumberProperty("mtu", one.mtu());
        json.writeBooleanProperty("up", one.isUp());
        json.writeStringProperty("driver", one.driver());
        one.rdmaDevice().ifPresent(device -> json.writeStringProperty("rdma_device", device));
        json.writeBooleanProperty("virtual_function", one.isVirtualFunction());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return text.append('\n').toString();
  }
}
