// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.ethernet;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rdmamonitor.cli.common.Choice;
import org.rdmamonitor.cli.common.IntegerInRange;
import org.rdmamonitor.cli.common.Numbers;
import org.rdmamonitor.ethernet.MacAddress;
import org.rdmamonitor.ethernet.SizeMix;
import org.rdmamonitor.ethernet.TrafficPlan.Protocol;
import org.rdmamonitor.nativelib.ethernet.FlowHash;
import org.rdmamonitor.nativelib.ethernet.FrameTemplate;
import org.rdmamonitor.nativelib.ethernet.PortMode;
import org.rdmamonitor.nativelib.ethernet.PortSettings;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How the values of options are written. */
final class EthernetValues {
  private EthernetValues() {}

  /** {@code 02:00:00:00:00:0a}, of one interface. */
  static final class Mac implements ITypeConverter<MacAddress> {
    @Override
    public MacAddress convert(String value) {
      return MacAddress.parse(value)
          .filter(mac -> !mac.isGroup() && !mac.isZero())
          .orElseThrow(() ->
              new TypeConversionException(
                  "'%s' is no address of one interface, such as 02:00:00:00:00:0a"
                      .formatted(value)));
    }
  }

  /** The same, or of a group. */
  static final class Destination implements ITypeConverter<MacAddress> {
    @Override
    public MacAddress convert(String value) {
      return MacAddress.parse(value)
          .filter(mac -> !mac.isZero())
          .orElseThrow(() ->
              new TypeConversionException(
                  "'%s' is no Ethernet address, such as 02:00:00:00:00:0a".formatted(value)));
    }
  }

  /** What an interface may be called, for the kernel; {@code %d} stands for a number. */
  static final class DeviceName implements ITypeConverter<String> {
    private static final Pattern NAME =
        Pattern.compile("[^\\s\\p{Cntrl}/:%]*(?:%d[^\\s\\p{Cntrl}/:%]*)?");
    private static final int MOST_BYTES = 15;

    @Override
    public String convert(String value) {
      boolean isShort = value.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES;
      if (!isShort
          || value.isEmpty()
          || List.of(".", "..").contains(value)
          || !NAME.matcher(value).matches()) {
        throw new TypeConversionException(
            "'%s' is no name of an interface: up to 15 bytes without spaces, '/' and ':'"
                .formatted(value));
      }
      return value;
    }
  }

  /** An address in digits; a name is not looked up. */
  static final class Ip implements ITypeConverter<InetAddress> {
    @Override
    public InetAddress convert(String value) {
      try {
        return InetAddress.ofLiteral(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("'%s' is no IPv4 or IPv6 address".formatted(value));
      }
    }
  }

  /** Sizes of frames. */
  static final class Sizes implements ITypeConverter<SizeMix> {
    @Override
    public SizeMix convert(String value) {
      return SizeMix.parse(value)
          .orElseThrow(() ->
              new TypeConversionException(
                  ("'%s' are no sizes of frames (60 to 65535 bytes), such as 512, 64,1514,"
                          + " 64:7,590:4,1514:1 or imix")
                      .formatted(value)));
    }
  }

  /** Frames in a ring. */
  static final class RingSize implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return (int)
          Numbers.whole(value, 64, 65_536).stream()
              .filter(size -> Long.bitCount(size) == 1)
              .findFirst()
              .orElseThrow(() ->
                  new TypeConversionException(
                      "'%s' is no power of two from 64 to 65536".formatted(value)));
    }
  }

  /** How many receive. */
  static final class Queues extends IntegerInRange {
    Queues() {
      super(1, PortSettings.MOST_QUEUES);
    }
  }

  /** The longest frame. */
  static final class FrameSize extends IntegerInRange {
    FrameSize() {
      super(60, 65_535);
    }
  }

  /** How many flows. */
  static final class Flows extends IntegerInRange {
    Flows() {
      super(1, FrameTemplate.MOST_FLOWS);
    }
  }

  /** A VLAN's id. */
  static final class Vlan extends IntegerInRange {
    Vlan() {
      super(0, 4095);
    }
  }

  /** A port of UDP or TCP. */
  static final class Port extends IntegerInRange {
    Port() {
      super(1, 65_535);
    }
  }

  /** Seconds of a run. */
  static final class Seconds extends IntegerInRange {
    Seconds() {
      super(1, 1_000_000);
    }
  }

  /** How many frames. */
  static final class Frames implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      return Numbers.whole(value, 1, 1L << 48)
          .orElseThrow(
              () -> new TypeConversionException("'%s' is no number of frames".formatted(value)));
    }
  }

  /** Frames a second. */
  static final class Rate implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      return Numbers.whole(value, 1, 1_000_000_000)
          .orElseThrow(() ->
              new TypeConversionException(
                  "'%s' is no number of frames a second, 1 to 1000000000".formatted(value)));
    }
  }

  /** What is in the frames. */
  static final class Protocols extends Choice<Protocol> {
    Protocols() {
      super(
          List.of(Protocol.values()),
          protocol -> protocol.name().toLowerCase(Locale.ROOT),
          "'%s' is no protocol of this; there are %s");
    }
  }

  /**
   * How frames get in and out: picocli would take an Optional for its own.
   *
   * @param asked empty: the best that there is
   */
  record WantedMode(Optional<PortMode> asked) {
    static final WantedMode AUTO = new WantedMode(Optional.empty());

    String label() {
      return asked.map(PortMode::label).orElse("auto");
    }
  }

  /** How frames get in and out; empty: the best that there is. */
  static final class Modes extends Choice<WantedMode> {
    Modes() {
      super(
          Stream.concat(
                  Stream.of(WantedMode.AUTO),
                  Stream.of(PortMode.values()).map(mode -> new WantedMode(Optional.of(mode))))
              .toList(),
          WantedMode::label,
          "'%s' is no mode; there are %s");
    }

    /** VPP's word for one of them is taken too. */
    @Override
    public WantedMode convert(String word) {
      return super.convert(word.equals("ibv") ? PortMode.VERBS.label() : word);
    }
  }

  /** By what flows are shared. */
  static final class Hashes extends Choice<FlowHash> {
    Hashes() {
      super(List.of(FlowHash.values()), FlowHash::label, "'%s' is no hash of flows; there are %s");
    }
  }
}
