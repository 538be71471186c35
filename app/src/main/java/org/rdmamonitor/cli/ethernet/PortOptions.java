// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.ethernet;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.ethernet.Interfaces;
import org.rdmamonitor.ethernet.Interfaces.Interface;
import org.rdmamonitor.ethernet.MacAddress;
import org.rdmamonitor.nativelib.ethernet.EthernetException;
import org.rdmamonitor.nativelib.ethernet.EthernetPort;
import org.rdmamonitor.nativelib.ethernet.FlowHash;
import org.rdmamonitor.nativelib.ethernet.PortMode;
import org.rdmamonitor.nativelib.ethernet.PortSettings;
import org.rdmamonitor.nativelib.ethernet.PortSettings.PortUse;
import org.rdmamonitor.nativelib.ethernet.PortSettings.Rings;
import picocli.CommandLine.Option;

/** The options about rings, addresses and the way in which frames get in and out. */
final class PortOptions {
  /** An Ethernet header with two tags. */
  private static final int HEADER = 22;

  private static final int PLAIN_HEADER = 14;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      converter = EthernetValues.Modes.class,
      completionCandidates = EthernetValues.Modes.class,
      description =
          "How frames get in and out: auto (default, the best that there is), verbs, xdp, packet or"
              + " dv.")
  private EthernetValues.WantedMode mode = EthernetValues.WantedMode.AUTO;

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
      names = "--rss",
      paramLabel = "HASH",
      split = ",",
      converter = EthernetValues.Hashes.class,
      completionCandidates = EthernetValues.Hashes.class,
      description =
          "By what flows are shared between queues, with commas: ipv4, ipv4-tcp, ipv4-udp, ipv6,"
              + " ipv6-tcp, ipv6-udp (default: all that the device can).")
  private List<FlowHash> hashes = List.of();

  @Option(
      names = "--no-multi-seg",
      description = "Each frame in one piece of memory, also where it is long.")
  private boolean oneSegment;

  @Option(
      names = "--no-rx-cksum",
      description =
          "Fill in the checksums that the other end has left to a device, and let the host look at"
              + " those that a device has looked at.")
  private boolean ownChecksums;

  @Option(
      names = "--take-over",
      description = "Allow what takes frames from the host's own stack, or shows others' frames.")
  private boolean takesOver;

  boolean takesOver() {
    return takesOver;
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

  /**
   * Opens a port, and says how.
   *
   * @param mac whose frames it gets; null: the interface's own
   */
  EthernetPort open(
      EthernetTools tools, Interface of, @Nullable MacAddress mac, int queues, PortUse use)
      throws EthernetFailure {
    if (use.everything() && !takesOver) {
      throw EthernetFailure.usage(
          "--everything shows the frames of all others on %s, which may be other tenants': it needs --take-over"
              .formatted(of.name()));
    }
    MacAddress own = mac == null ? of.mac() : mac;
    if (of.isVirtualFunction() && !own.equals(of.mac())) {
      tools
          .err()
          .println(
              "rdma-secure: %s is a virtual function, whose host may let only %s send and receive: 'ip link set dev PF vf N mac %s', or 'trust on spoofchk off'"
                  .formatted(of.name(), of.mac(), own));
    }
    try {
      Opened opened =
          mode.asked().isPresent()
              ? new Opened(asked(tools, of, own, queues, use, mode.asked().get()), "")
              : best(tools, of, own, queues, use);
      tools
          .err()
          .println(
              "rdma-secure: %s by %s%s".formatted(of.name(), opened.port.how(), opened.besides));
      tools.err().flush();
      return opened.port;
    } catch (EthernetException e) {
      throw EthernetFailure.of(e);
    }
  }

  /**
   * A port.
   *
   * @param besides what is said of the modes that it is not by
   */
  private record Opened(EthernetPort port, String besides) {}

  private EthernetPort asked(
      EthernetTools tools, Interface of, MacAddress mac, int queues, PortUse use, PortMode wanted)
      throws EthernetFailure {
    if (wanted.takesFrames() && !takesOver && (mac.equals(of.mac()) || use.everything())) {
      throw EthernetFailure.usage(
          "--mode %s takes the frames of %s from the host's own stack, and it is the address of %s itself: give another by --mac, or --take-over"
              .formatted(wanted.label(), mac, of.name()));
    }
    return EthernetPort.open(tools.library(), settings(of, mac, queues, use, wanted, false));
  }

  /** By the first of the modes that can be; packet(7) is the last, and loses nothing to others. */
  private Opened best(EthernetTools tools, Interface of, MacAddress mac, int queues, PortUse use) {
    StringBuilder besides = new StringBuilder();
    if (mac.equals(of.mac()) || use.everything()) {
      besides.append("; verbs and xdp would take these frames from the host");
    } else {
      for (PortMode better : List.of(PortMode.VERBS, PortMode.XDP)) {
        try {
          return new Opened(
              EthernetPort.open(tools.library(), settings(of, mac, queues, use, better, true)),
              besides.toString());
        } catch (EthernetException e) {
          besides.append("; not by %s: %s".formatted(better.label(), e.getMessage()));
        }
      }
    }
    return new Opened(
        EthernetPort.open(tools.library(), settings(of, mac, queues, use, PortMode.PACKET, false)),
        besides.toString());
  }

  private PortSettings settings(
      Interface of, MacAddress mac, int queues, PortUse use, PortMode wanted, boolean isOptional) {
    return new PortSettings(
        wanted,
        isOptional,
        of.name(),
        of.rdmaDevice().orElse(""),
        of.rdmaDevice().isPresent() ? of.rdmaPort() : 0,
        mac.value(),
        use,
        new Rings(queues, receiveSize, transmitSize, frameSize(of)),
        hashes.isEmpty() ? Set.of() : EnumSet.copyOf(hashes),
        oneSegment,
        ownChecksums);
  }

  /** Bytes of the largest packet that a port has room for, as its frames are now. */
  int packetSize(Interface of) {
    return frameSize > 0 ? Math.min(frameSize - PLAIN_HEADER, of.mtu()) : of.mtu();
  }

  /** The same, were the MTU of the interface any larger. */
  int mostPacketSize(Interface of) {
    return frameSize > 0 ? frameSize - PLAIN_HEADER : of.mtu();
  }

  int frameSize(Interface of) {
    return frameSize > 0 ? frameSize : Math.clamp(of.mtu() + HEADER, 60, 65_535);
  }
}
