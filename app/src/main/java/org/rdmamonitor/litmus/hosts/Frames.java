// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.rdmamonitor.litmus.run.Part;

/** Encodes and decodes frames: a byte says which frame it is, and its fields follow. */
final class Frames {
  private static final int MOST_NAME = 64;

  private Frames() {}

  /**
   * The bytes of a frame.
   *
   * @throws HostException if there are too many
   */
  static byte[] encode(Frame frame) throws HostException {
    FrameOutput out = new FrameOutput();
    out.u8(code(frame));
    write(frame, out);
    byte[] bytes = out.bytes();
    if (bytes.length > Peer.MOST_BYTES) {
      throw new HostException("the test is too large to be told to other hosts");
    }
    return bytes;
  }

  private static int code(Frame frame) {
    return switch (frame) {
      case Frame.Hello _ -> 1;
      case Frame.Here _ -> 2;
      case Frame.Test _ -> 3;
      case Frame.Make _ -> 4;
      case Frame.Made _ -> 5;
      case Frame.Connect _ -> 6;
      case Frame.Attempt _ -> 7;
      case Frame.Begin _ -> 8;
      case Frame.Start _ -> 9;
      case Frame.Over _ -> 10;
      case Frame.Collect _ -> 11;
      case Frame.Values _ -> 12;
      case Frame.Done _ -> 13;
      case Frame.Failed _ -> 14;
      case Frame.Close _ -> 15;
      case Frame.Bye _ -> 16;
    };
  }

  private static void write(Frame frame, FrameOutput out) {
    switch (frame) {
      case Frame.Hello hello -> out.u16(hello.version());
      case Frame.Here here -> out.list(here.devices(), (name, to) -> to.text(name));
      case Frame.Test test -> write(test, out);
      case Frame.Make make -> out.flag(make.isQueueing());
      case Frame.Made made -> made.address().write(out);
      case Frame.Connect connect -> out.list(connect.hosts(), HostAddress::write);
      case Frame.Begin begin -> {
        out.u64(begin.run());
        out.u32(begin.size());
        out.u8(WireNumbers.of(begin.widening()));
      }
      case Frame.Over over -> out.u32(over.done());
      case Frame.Collect collect -> out.u32(collect.iterations());
      case Frame.Values values -> out.raw(values.bytes());
      case Frame.Failed failed -> {
        out.flag(failed.isPrerequisite());
        out.text(fitting(failed.sentence()));
      }
      case Frame.Attempt _, Frame.Start _, Frame.Done _, Frame.Close _, Frame.Bye _ -> {}
    }
  }

  private static void write(Frame.Test test, FrameOutput out) {
    out.u8(test.part().self());
    out.u8(test.part().hosts());
    out.list(test.part().nodes(), (host, to) -> to.u8(host));
    out.u32(test.size());
    out.u64(test.seed());
    out.u32(test.limitMillis());
    out.flag(test.isPinned());
    out.text(test.text());
  }

  /** The sentence without control characters, cut if it is too long. */
  private static String fitting(String sentence) {
    String printable = sentence.replaceAll("\\p{Cntrl}", "?");
    while (printable.getBytes(StandardCharsets.UTF_8).length > Frame.MOST_SENTENCE) {
      printable = printable.substring(0, printable.offsetByCodePoints(printable.length(), -1));
    }
    return printable;
  }

  /**
   * The frame that these bytes encode.
   *
   * @throws HostException if they encode none
   */
  static Frame decode(byte[] bytes) throws HostException {
    FrameInput in = new FrameInput(bytes);
    try {
      Frame frame = read(in);
      in.requireEnd();
      return frame;
    } catch (IllegalArgumentException e) {
      throw new HostException(String.valueOf(e.getMessage()));
    }
  }

  private static Frame read(FrameInput in) throws HostException {
    int code = in.u8();
    return switch (code) {
      case 1 -> new Frame.Hello(in.u16());
      case 2 -> new Frame.Here(in.list(from -> printable(from.text(MOST_NAME))));
      case 3 -> test(in);
      case 4 -> new Frame.Make(in.flag());
      case 5 -> new Frame.Made(HostAddress.read(in));
      case 6 -> new Frame.Connect(in.list(HostAddress::read));
      case 7 -> new Frame.Attempt();
      case 8 -> new Frame.Begin(in.u64(), count(in), WireNumbers.widening(in.u8()));
      case 9 -> new Frame.Start();
      case 10 -> new Frame.Over(count(in));
      case 11 -> new Frame.Collect(count(in));
      case 12 -> new Frame.Values(in.rest());
      case 13 -> new Frame.Done();
      case 14 -> new Frame.Failed(in.flag(), printable(in.text(Frame.MOST_SENTENCE)));
      case 15 -> new Frame.Close();
      case 16 -> new Frame.Bye();
      default -> throw new HostException("kind: %d is not allowed; allowed: 1..16".formatted(code));
    };
  }

  private static Frame test(FrameInput in) throws HostException {
    int self = in.u8();
    int hosts = in.u8();
    List<Integer> nodes = in.list(FrameInput::u8);
    return new Frame.Test(
        new Part(self, hosts, nodes),
        count(in),
        in.u64(),
        in.u32(),
        in.flag(),
        in.text(Frame.MOST_TEXT));
  }

  /** A number of iterations: one that does not fit into an int is above what is allowed anyway. */
  private static int count(FrameInput in) throws HostException {
    return (int) Math.min(in.u32(), Integer.MAX_VALUE);
  }

  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }
}
