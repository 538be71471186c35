// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.ethernet.Ethernet;
import org.rdmamonitor.model.ethernet.EthernetCount;
import org.rdmamonitor.model.ethernet.EthernetInterface;
import org.rdmamonitor.model.ethernet.EthernetInterface.Owner;

/**
 * The interfaces of {@code rdma-secure ethernet create}; all of them are written whenever anything
 * about one changes.
 */
final class EthernetJson {
  private static final FieldType<Map<EthernetCount, Long>> COUNTS =
      FieldType.numbersOf(List.of(EthernetCount.values()), EthernetCount::key);
  private static final FieldType<List<EthernetInterface>> INTERFACES =
      FieldType.listOf(Shape.of(EthernetJson::one).asObject());

  static final FieldType<Ethernet> ETHERNET = Shape.of(EthernetJson::ethernet).asObject();

  private EthernetJson() {}

  private static Ethernet ethernet(Fields<Ethernet> fields) {
    return new Ethernet(
        fields.field("interfaces", Ethernet::interfaces, INTERFACES),
        fields.integer("left_out", Ethernet::leftOut),
        fields.text("trouble", Ethernet::trouble));
  }

  private static EthernetInterface one(Fields<EthernetInterface> fields) {
    return new EthernetInterface(
        fields.text("name", EthernetInterface::name),
        fields.text("host_interface", EthernetInterface::hostInterface),
        fields.text("device", EthernetInterface::device),
        fields.text("mode", EthernetInterface::mode),
        fields.text("mac", EthernetInterface::mac),
        owner(fields.part(EthernetInterface::process)),
        fields.field("time", EthernetInterface::time, FieldType.MOMENT),
        fields.field("queues", EthernetInterface::queues, FieldType.listOf(COUNTS)),
        fields.field("port", EthernetInterface::port, COUNTS));
  }

  private static Owner owner(Fields<Owner> fields) {
    return new Owner(fields.integer("pid", Owner::pid), fields.number("started", Owner::started));
  }
}
