// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import java.util.Locale;
import java.util.OptionalInt;

/**
 * Which frames a flow rule takes from the host's own network stack, as far as that is known.
 *
 * @param kind how it chooses them
 * @param mac of the destination: {@code 02:00:00:00:00:01}, followed by a slash and the mask if not
 *     all bits count; empty if any address matches, or if it is not known
 * @param etherType of the frame; empty likewise
 * @param port of the destination, of TCP or UDP; empty likewise
 */
public record FlowMatch(Kind kind, String mac, OptionalInt etherType, OptionalInt port) {
  /** How a rule chooses frames ({@code enum ib_flow_attr_type}). */
  public enum Kind {
    /** By their contents. */
    MATCHING(0, "frames"),
    /** All frames that no other rule takes: promiscuous. */
    ALL(1, "all frames that no other rule takes"),
    MULTICAST(2, "all multicast frames that no other rule takes"),
    /** A copy, whoever else takes the frames. */
    SNIFFER(3, "a copy of all frames"),
    /** By their contents, of which only a part is known. */
    MATCHING_MORE(-1, "frames"),
    UNKNOWN(-1, "frames not known");

    private final int number;
    private final String words;

    Kind(int number, String words) {
      this.number = number;
      this.words = words;
    }

    /** The kind of a number of the kernel's enumeration. */
    public static Kind of(int number) {
      for (Kind kind : values()) {
        if (kind.number == number && number >= 0) {
          return kind;
        }
      }
      return UNKNOWN;
    }
  }

  /** Nothing is known of it. */
  public static final FlowMatch UNKNOWN =
      new FlowMatch(Kind.UNKNOWN, "", OptionalInt.empty(), OptionalInt.empty());

  /** {@code frames to 02:00:00:00:00:01, EtherType 0x0800, port 4791, and by what is not known}. */
  public String text() {
    StringBuilder text = new StringBuilder(kind.words);
    if (!mac.isEmpty()) {
      text.append(" to ").append(mac);
    }
    etherType.ifPresent(
        type -> text.append(String.format(Locale.ROOT, ", EtherType 0x%04x", type)));
    port.ifPresent(number -> text.append(", port ").append(number));
    if (kind == Kind.MATCHING_MORE) {
      text.append(", and by what is not known");
    }
    return text.toString();
  }
}
