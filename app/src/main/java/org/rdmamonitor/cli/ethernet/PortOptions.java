// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.ethernet;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.ethernet.Interfaces;
import org.rdmamonitor.ethernet.Interfaces.Interface;
import org.rdmamonitor.ethernet.MacAddress;
import org.rdmamonitor.nativelib.ethernet.EthernetException;
import org.rdmamonitor.nativelib.ethernet.EthernetPort;
import org.rdmamonitor.nativelib.ethernet.PortSettings;
import picocli.CommandLine.Option;

/** The options about rings, addresses and the way in which frames get in and out. */
final class PortOptions {
  /** An Ethernet header with two tags. */
  private static final int HEADER = 22;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      completionCandidates = EthernetValues.Modes.class,
      description = "How frames get in and out: auto (default) or packet (packet(7), TPACKET_V3).")
  private String mode = "auto";

  @Option(
      names = "--rx-queue-size",
      paramLabel = "FRAMES",
      converter = EthernetValues.RingSize.class,
      description = "Frames in each ring to receive: a power of two (default: 1024).")
  private int receiveSize = 1024;

  @Option(
      names = "--tx-queue-size",
      paramLabel = "FRAMES",
      converter = EthernetValues.RingSize.class,
      description = "The same to send (default: 1024).")
  private int transmitSize = 1024;

  @Option(
      names = "--max-pktlen",
      paramLabel = "BYTES",
      converter = EthernetValues.FrameSize.class,
      description =
          "The longest frame, without its check sequence (default: what the MTU allows, with two"
              + " tags).")
  private int frameSize;

  @Option(
      names = "--take-over",
      description = "Allow what takes frames from the host's own stack, or shows others' frames.")
  private boolean takesOver;

  boolean takesOver() {
    return takesOver;
  }

  /** What is chosen, and why, in a line. */
  String choice(Interface of) throws EthernetFailure {
    return switch (mode) {
      case "packet" -> "packet, as asked for";
      case "auto" ->
          "packet: "
              + of.rdmaDevice()
                  .map(device ->
                      "the RDMA device %s is left alone; raw packet queue pairs are not in this version"
                          .formatted(device))
                  .orElse("it needs no device of its own");
      default ->
          throw EthernetFailure.usage("'%s' is no mode; there are auto and packet".formatted(mode));
    };
  }

  /** Looks an interface up. */
  static Interface find(EthernetTools tools, String name) throws EthernetFailure {
    Interfaces interfaces = new Interfaces(tools.root());
    return interfaces
        .find(name)
        .orElseThrow(() ->
            EthernetFailure.prerequisite(
                "There is no Ethernet interface %s; there is %s."
                    .formatted(name, names(interfaces.all()))));
  }

  private static String names(List<Interface> interfaces) {
    return interfaces.isEmpty()
        ? "none"
        : interfaces.stream().map(Interface::name).collect(Collectors.joining(", "));
  }

  /** What kind of port it is to be. */
  record Kind(int queues, boolean everything, boolean listens, boolean joined) {}

  /** Opens a port, and says how. */
  EthernetPort open(EthernetTools tools, Interface of, @Nullable MacAddress mac, Kind kind)
      throws EthernetFailure {
    String choice = choice(of);
    if (kind.everything() && !takesOver) {
      throw EthernetFailure.usage(
          "--everything shows the frames of all others on %s, which may be other tenants': it needs --take-over"
              .formatted(of.name()));
    }
    try {
      EthernetPort port =
          EthernetPort.open(
              tools.library(),
              new PortSettings(
                  of.name(),
                  (mac == null ? of.mac() : mac).value(),
                  kind.everything(),
                  kind.listens(),
                  kind.joined(),
                  kind.queues(),
                  receiveSize,
                  transmitSize,
                  frameSize(of)));
      tools.err().println("rdma-secure: " + of.name() + " by " + choice);
      tools.err().flush();
      return port;
    } catch (EthernetException e) {
      throw EthernetFailure.of(e);
    }
  }

  int frameSize(Interface of) {
    return frameSize > 0 ? frameSize : Math.clamp(of.mtu() + HEADER, 60, 65_535);
  }
}
