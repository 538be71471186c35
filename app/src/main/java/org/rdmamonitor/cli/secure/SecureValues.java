// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmamonitor.nativelib.verbs.MemoryKind;
import org.rdmamonitor.nativelib.verbs.Processors;
import org.rdmamonitor.secure.journal.Format;
import org.rdmamonitor.secure.wire.Mtu;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.Transport;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Values of options, in the words that perftest has for them. */
final class SecureValues {
  private static final Pattern BYTES = Pattern.compile("([0-9]{1,12})([KMG]?)(i?B)?");

  private SecureValues() {}

  /** Bytes: a number, and K, M or G for a power of 1024. */
  static final class Bytes implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      Matcher matcher = BYTES.matcher(value);
      if (!matcher.matches() || value.startsWith("0")) {
        throw new TypeConversionException(
            "'" + value + "' is no size; it is a number of bytes, as 4096, 64K or 512M");
      }
      int shift =
          switch (matcher.group(2)) {
            case "K" -> 10;
            case "M" -> 20;
            case "G" -> 30;
            default -> 0;
          };
      return Long.parseLong(matcher.group(1)) << shift;
    }
  }

  /** {@code send}, {@code write} and so on. */
  static final class Operations implements ITypeConverter<Operation>, Iterable<String> {
    @Override
    public Operation convert(String value) {
      for (Operation operation : Operation.values()) {
        if (name(operation).equals(value)) {
          return operation;
        }
      }
      throw new TypeConversionException(
          "'" + value + "' is no operation; there are " + String.join(", ", this));
    }

    @Override
    public Iterator<String> iterator() {
      List<String> names = new ArrayList<>();
      for (Operation operation : Operation.values()) {
        names.add(name(operation));
      }
      return names.iterator();
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
  static final class Formats implements ITypeConverter<Format>, Iterable<String> {
    @Override
    public Format convert(String value) {
      return switch (value) {
        case "text" -> Format.TEXT;
        case "json" -> Format.JSON;
        default ->
            throw new TypeConversionException("'" + value + "' is no format; there are text, json");
      };
    }

    @Override
    public Iterator<String> iterator() {
      return List.of("text", "json").iterator();
    }
  }

  /** {@code plain}, {@code huge} or {@code dmabuf}. */
  static final class MemoryKinds implements ITypeConverter<MemoryKind>, Iterable<String> {
    @Override
    public MemoryKind convert(String value) {
      return switch (value) {
        case "plain" -> MemoryKind.PLAIN;
        case "huge" -> MemoryKind.HUGE_PAGES;
        case "dmabuf" -> MemoryKind.DMA_BUF;
        default ->
            throw new TypeConversionException(
                "'" + value + "' is no kind of memory; there are " + String.join(", ", this));
      };
    }

    @Override
    public Iterator<String> iterator() {
      return List.of("plain", "huge", "dmabuf").iterator();
    }
  }

  /** {@code RC}, {@code UC} or {@code UD}. */
  static final class Transports implements ITypeConverter<Transport>, Iterable<String> {
    @Override
    public Transport convert(String value) {
      for (Transport transport : Transport.values()) {
        if (transport.name().equals(value.toUpperCase(Locale.ROOT))) {
          return transport;
        }
      }
      throw new TypeConversionException(
          "'" + value + "' is no connection type; there are RC, UC, UD");
    }

    @Override
    public Iterator<String> iterator() {
      return List.of("RC", "UC", "UD").iterator();
    }
  }

  /** 256, 512, 1024, 2048 or 4096. */
  static final class Mtus implements ITypeConverter<Mtu> {
    @Override
    public Mtu convert(String value) {
      for (Mtu mtu : Mtu.values()) {
        if (Integer.toString(mtu.bytes()).equals(value)) {
          return mtu;
        }
      }
      throw new TypeConversionException(
          "'" + value + "' is no MTU; there are 256, 512, 1024, 2048, 4096");
    }
  }

  /** A whole number in a range. */
  abstract static class Whole implements ITypeConverter<Integer> {
    private final int least;
    private final int most;

    Whole(int least, int most) {
      this.least = least;
      this.most = most;
    }

    @Override
    public Integer convert(String value) {
      try {
        int number = Integer.parseInt(value);
        if (number >= least && number <= most) {
          return number;
        }
      } catch (NumberFormatException e) {
        // Said below.
      }
      throw new TypeConversionException(
          "'%s' is no number from %d to %d".formatted(value, least, most));
    }
  }

  /** A TCP port to connect to. */
  static final class Port extends Whole {
    Port() {
      super(1, 65_535);
    }
  }

  /** A TCP port to listen on; 0 for one that is free. */
  static final class ListenPort extends Whole {
    ListenPort() {
      super(0, 65_535);
    }
  }

  /** A port of a device. */
  static final class DevicePort extends Whole {
    DevicePort() {
      super(1, 255);
    }
  }

  /** An index in a table. */
  static final class Index extends Whole {
    Index() {
      super(0, 65_535);
    }
  }

  /** A number of clients. */
  static final class Clients extends Whole {
    Clients() {
      super(1, 1_000);
    }
  }

  /** A number of queue pairs. */
  static final class QueuePairs extends Whole {
    QueuePairs() {
      super(1, 1_024);
    }
  }

  /** Work requests under way. */
  static final class Depth extends Whole {
    Depth() {
      super(1, 16_384);
    }
  }

  /** Seconds, up to a day. */
  static final class Seconds extends Whole {
    Seconds() {
      super(1, 86_400);
    }
  }

  /** Days that a certificate holds. */
  static final class Days extends Whole {
    Days() {
      super(1, 3_650);
    }
  }

  /** Iterations. */
  static final class Iterations extends Whole {
    Iterations() {
      super(1, Integer.MAX_VALUE);
    }
  }

  /** Bytes that a work request carries. */
  static final class Inline extends Whole {
    Inline() {
      super(0, 4_096);
    }
  }

  /** A processor of this host. */
  static final class Processor extends Whole {
    Processor() {
      super(0, Processors.count() - 1);
    }
  }
}
