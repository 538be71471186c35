// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmamonitor.cli.common.Choice;
import org.rdmamonitor.cli.common.IntegerInRange;
import org.rdmamonitor.nativelib.verbs.MemoryKind;
import org.rdmamonitor.nativelib.verbs.Processors;
import org.rdmamonitor.secure.journal.Format;
import org.rdmamonitor.secure.keys.KeyAlgorithm;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.Mtu;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.Transport;
import org.rdmamonitor.sst.BarrierVariant;
import org.rdmamonitor.units.Bytes;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Values of options, in the words that perftest has for them. */
final class SecureValues {
  private SecureValues() {}

  /** Bytes: a number, and one of K, M, G or T for a power of 1024. */
  static final class ByteSize implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      OptionalLong bytes = value.startsWith("0") ? OptionalLong.empty() : Bytes.parse(value);
      return bytes.orElseThrow(() ->
          new TypeConversionException(
              "'" + value + "' is no size; it is a number of bytes, as 4096, 64K or 512M"));
    }
  }

  /** {@code send}, {@code write} and so on. */
  static final class Operations extends Choice<Operation> {
    Operations() {
      super(List.of(Operation.values()), Operations::name, "'%s' is no operation; there are %s");
    }

    private static String name(Operation operation) {
      return switch (operation) {
        case SEND -> "send";
        case WRITE -> "write";
        case WRITE_WITH_IMMEDIATE -> "write_imm";
        case READ -> "read";
        case COMPARE_AND_SWAP -> "cas";
        case FETCH_AND_ADD -> "fadd";
      };
    }
  }

  /** {@code text} or {@code json}. */
  static final class Formats extends Choice<Format> {
    Formats() {
      super(
          List.of(Format.TEXT, Format.JSON),
          format -> format.name().toLowerCase(Locale.ROOT),
          "'%s' is no format; there are %s");
    }
  }

  /** {@code ed25519} or {@code ecdsa-p256}. */
  static final class KeyAlgorithms extends Choice<KeyAlgorithm> {
    KeyAlgorithms() {
      super(
          List.of(KeyAlgorithm.values()), KeyAlgorithm::word, "'%s' is no algorithm; there are %s");
    }
  }

  /** {@code plain}, {@code huge} or {@code dmabuf}. */
  static final class MemoryKinds extends Choice<MemoryKind> {
    MemoryKinds() {
      super(
          List.of(MemoryKind.PLAIN, MemoryKind.HUGE_PAGES, MemoryKind.DMA_BUF),
          MemoryKinds::name,
          "'%s' is no kind of memory; there are %s");
    }

    private static String name(MemoryKind kind) {
      return switch (kind) {
        case PLAIN -> "plain";
        case HUGE_PAGES -> "huge";
        case DMA_BUF -> "dmabuf";
      };
    }
  }

  /** {@code RC}, {@code UC} or {@code UD}, in small letters too. */
  static final class Transports extends Choice<Transport> {
    Transports() {
      super(
          List.of(Transport.RC, Transport.UC, Transport.UD),
          Transport::name,
          "'%s' is no connection type; there are %s");
    }

    @Override
    public Transport convert(String value) {
      String large = value.toUpperCase(Locale.ROOT);
      return super.convert(isKnown(large) ? large : value);
    }
  }

  /** 256, 512, 1024, 2048 or 4096. */
  static final class Mtus extends Choice<Mtu> {
    Mtus() {
      super(
          List.of(Mtu.values()),
          mtu -> Integer.toString(mtu.bytes()),
          "'%s' is no MTU; there are %s");
    }
  }

  /** {@code gfence} and the weaker ones. */
  static final class Variants extends Choice<BarrierVariant> {
    Variants() {
      super(
          List.of(BarrierVariant.values()),
          BarrierVariant::word,
          "'%s' is no variant; there are %s");
    }
  }

  /** A number of members. */
  static final class Members extends IntegerInRange {
    Members() {
      super(2, 64);
    }
  }

  /** A TCP port to connect to. */
  static final class Port extends IntegerInRange {
    Port() {
      super(1, 65_535);
    }
  }

  /** Where a server is: its name or address, and its TCP port. */
  record ServerAddress(String host, int port) {
    static final int USUAL_PORT = 5555;

    /** As people write it: without the usual port. */
    @Override
    public String toString() {
      return port == USUAL_PORT ? host : host + ":" + port;
    }
  }

  /** {@code HOST}, {@code HOST:PORT} or {@code [ADDRESS]:PORT}; the usual port where none is. */
  static final class HostAndPort implements ITypeConverter<ServerAddress> {
    private static final Pattern FORM =
        Pattern.compile("(\\[[^\\]]+\\]|[^:\\[\\]]+)(?::([0-9]{1,5}))?");

    @Override
    public ServerAddress convert(String value) {
      Matcher parts = FORM.matcher(value);
      if (!parts.matches()) {
        throw wrong(value);
      }
      String port = parts.group(2);
      int number = port == null ? ServerAddress.USUAL_PORT : Integer.parseInt(port);
      if (number < 1 || number > 65_535) {
        throw wrong(value);
      }
      return new ServerAddress(parts.group(1), number);
    }

    private static TypeConversionException wrong(String value) {
      return new TypeConversionException(
          "'%s' is no host; it is a name or an address, an IPv6 address in brackets, with :PORT or without"
              .formatted(value));
    }
  }

  /** A TCP port to listen on; 0 for one that is free. */
  static final class ListenPort extends IntegerInRange {
    ListenPort() {
      super(0, 65_535);
    }
  }

  /** A port of a device. */
  static final class DevicePort extends IntegerInRange {
    DevicePort() {
      super(1, 255);
    }
  }

  /** An index in a table. */
  static final class Index extends IntegerInRange {
    Index() {
      super(0, 65_535);
    }
  }

  /** A number of clients. */
  static final class Clients extends IntegerInRange {
    Clients() {
      super(1, 1_000);
    }
  }

  /** A number of queue pairs. */
  static final class QueuePairs extends IntegerInRange {
    QueuePairs() {
      super(1, Request.MOST_QUEUE_PAIRS);
    }
  }

  /** Work requests under way. */
  static final class Depth extends IntegerInRange {
    Depth() {
      super(1, Request.MOST_DEPTH);
    }
  }

  /** Seconds, up to a day. */
  static final class Seconds extends IntegerInRange {
    Seconds() {
      super(1, 86_400);
    }
  }

  /** Days that a certificate holds. */
  static final class Days extends IntegerInRange {
    Days() {
      super(1, 3_650);
    }
  }

  /** Iterations. */
  static final class Iterations extends IntegerInRange {
    Iterations() {
      super(1, Integer.MAX_VALUE);
    }
  }

  /** Bytes that a work request carries. */
  static final class Inline extends IntegerInRange {
    Inline() {
      super(0, 4_096);
    }
  }

  /**
   * A processor of this host. How many it has is asked when there is a value: picocli makes this
   * with the command, and the first foreign call of all takes long.
   */
  static final class Processor implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return new InRange().convert(value);
    }

    private static final class InRange extends IntegerInRange {
      InRange() {
        super(0, Processors.count() - 1);
      }
    }
  }
}
