// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.netlink;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.RdmaNetlink;
import org.rdmamonitor.nativelib.posix.NativeException;

/**
 * Netlink messages and their attributes (man 7 netlink; attribute numbers from
 * uapi/rdma/rdma_netlink.h). Immutable.
 */
public final class NetlinkMessage {
  private static final int HEADER = 16;
  private static final int ATTRIBUTE_HEADER = 4;
  private static final int TYPE_MASK = 0x3fff; // without NLA_F_NESTED and NLA_F_NET_BYTEORDER

  private NetlinkMessage() {}

  /** A list of attributes, in the order in which they came. */
  public record Attributes(List<Attribute> list) {
    public OptionalInt u32(int type) {
      Attribute found = find(type);
      return found == null ? OptionalInt.empty() : OptionalInt.of(found.value.getInt(0));
    }

    public OptionalLong u64(int type) {
      Attribute found = find(type);
      return found == null ? OptionalLong.empty() : OptionalLong.of(found.value.getLong(0));
    }

    public OptionalInt u8(int type) {
      Attribute found = find(type);
      return found == null
          ? OptionalInt.empty()
          : OptionalInt.of(Byte.toUnsignedInt(found.value.get(0)));
    }

    /** The bytes of an attribute. */
    public Optional<byte[]> bytes(int type) {
      return Optional.ofNullable(find(type)).map(Attribute::bytes);
    }

    /** A string, without the NUL that ends it. */
    public Optional<String> string(int type) {
      return Optional.ofNullable(find(type)).map(Attribute::text);
    }

    /** The attributes inside the first attribute of this type; empty if there is none. */
    public Attributes nested(int type) {
      Attribute found = find(type);
      return found == null ? new Attributes(List.of()) : parse(found.value);
    }

    /** The attributes inside each attribute of this type. */
    public List<Attributes> each(int type) {
      List<Attributes> each = new ArrayList<>();
      for (Attribute attribute : list) {
        if (attribute.type == type) {
          each.add(parse(attribute.value));
        }
      }
      return each;
    }

    // A loop without an iterator, since this is asked for everything that the kernel tells of each
    // object.
    private @Nullable Attribute find(int type) {
      for (int i = 0; i < list.size(); i++) {
        if (list.get(i).type == type) {
          return list.get(i);
        }
      }
      return null;
    }
  }

  /** One attribute: its type and its bytes. */
  public record Attribute(int type, ByteBuffer value) {
    public Attribute {
      value = value.slice().order(ByteOrder.nativeOrder());
    }

    byte[] bytes() {
      byte[] bytes = new byte[value.limit()];
      value.get(0, bytes);
      return bytes;
    }

    String text() {
      int length = value.limit();
      while (length > 0 && value.get(length - 1) == 0) {
        length--;
      }
      return StandardCharsets.UTF_8.decode(value.slice(0, length)).toString();
    }
  }

  /** A request of RDMA netlink's nldev client. */
  public static byte[] request(int command, boolean dump, int sequence, byte[] attributes) {
    int type = (RdmaNetlink.RDMA_NL_NLDEV() << 10) + command;
    int flags =
        RdmaNetlink.NLM_F_REQUEST() | (dump ? RdmaNetlink.NLM_F_DUMP() : RdmaNetlink.NLM_F_ACK());
    ByteBuffer message =
        ByteBuffer.allocate(HEADER + attributes.length).order(ByteOrder.nativeOrder());
    message.putInt(HEADER + attributes.length).putShort((short) type).putShort((short) flags);
    message.putInt(sequence).putInt(0).put(attributes);
    return message.array();
  }

  /** An attribute that holds a 32-bit number. */
  public static byte[] u32Attribute(int type, int value) {
    return ByteBuffer.allocate(ATTRIBUTE_HEADER + Integer.BYTES)
        .order(ByteOrder.nativeOrder())
        .putShort((short) (ATTRIBUTE_HEADER + Integer.BYTES))
        .putShort((short) type)
        .putInt(value)
        .array();
  }

  /**
   * Sends a request and collects the attributes of the messages that answer it.
   *
   * @throws NativeException with the errno that the kernel answered
   */
  public static List<Attributes> exchange(NetlinkSocket socket, String what, byte[] request) {
    List<Attributes> answers = new ArrayList<>();
    exchange(socket, what, request, answers::add);
    return answers;
  }

  /**
   * The same for answers of any length: each message is passed on as it arrives. The visitor must
   * not use the socket.
   */
  public static void exchange(
      NetlinkSocket socket, String what, byte[] request, Consumer<Attributes> visitor) {
    socket.send(request);
    int sequence = ByteBuffer.wrap(request).order(ByteOrder.nativeOrder()).getInt(8);
    while (!readDatagram(socket.receive(), sequence, what, visitor)) {}
  }

  /** True once the answer is complete. */
  static boolean readDatagram(
      ByteBuffer datagram, int sequence, String what, Consumer<Attributes> answers) {
    while (datagram.remaining() >= HEADER) {
      int start = datagram.position();
      int length = datagram.getInt(start);
      int type = Short.toUnsignedInt(datagram.getShort(start + 4));
      int answered = datagram.getInt(start + 8);
      if (length < HEADER || length > datagram.remaining()) {
        throw new NativeException(what, LibC.EBADMSG());
      }
      if (answered == sequence) {
        if (type == RdmaNetlink.NLMSG_DONE() || type == RdmaNetlink.NLMSG_ERROR()) {
          int error = length >= HEADER + Integer.BYTES ? datagram.getInt(start + HEADER) : 0;
          if (error < 0) {
            throw new NativeException(what, -error);
          }
          return true;
        }
        answers.accept(
            parse(datagram.slice(start + HEADER, length - HEADER).order(ByteOrder.nativeOrder())));
      }
      datagram.position(Math.min(start + align(length), datagram.limit()));
    }
    return false;
  }

  private static Attributes parse(ByteBuffer bytes) {
    List<Attribute> list = new ArrayList<>();
    int position = 0;
    while (bytes.limit() - position >= ATTRIBUTE_HEADER) {
      int length = Short.toUnsignedInt(bytes.getShort(position));
      int type = bytes.getShort(position + 2) & TYPE_MASK;
      if (length < ATTRIBUTE_HEADER || length > bytes.limit() - position) {
        break;
      }
      byte[] value = new byte[length - ATTRIBUTE_HEADER];
      bytes.get(position + ATTRIBUTE_HEADER, value);
      list.add(new Attribute(type, ByteBuffer.wrap(value)));
      position += align(length);
    }
    return new Attributes(list);
  }

  private static int align(int length) {
    return (length + 3) & -4;
  }
}
