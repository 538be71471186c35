// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.ethernet;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What {@code rdma-secure ethernet create} counts for each queue, in the order of display. */
public enum EthernetCount {
  RECEIVED(Kind.FRAMES),
  RECEIVED_BYTES(Kind.BYTES),
  SENT(Kind.FRAMES),
  SENT_BYTES(Kind.BYTES),
  /** Frames to the tap device. */
  TO_TAP(Kind.TAP),
  /** Frames from the tap device. */
  FROM_TAP(Kind.TAP),
  /** Nobody took them from the ring in time. */
  RING_FULL(Kind.DROP),
  /** Shorter than an Ethernet header. */
  TOO_SHORT(Kind.DROP),
  /** Longer than {@code --max-pktlen}. */
  TOO_LONG(Kind.DROP),
  /** Joined by an offload, and longer than a place of the ring. */
  CUT_OFF(Kind.DROP),
  /** For another address. */
  NOT_OURS(Kind.DROP),
  /** Not sent: no place in the ring. */
  SEND_FULL(Kind.DROP),
  /** Not sent: the kernel did not take them. */
  SEND_REFUSED(Kind.DROP),
  /** The tap device did not take them. */
  TAP_DROPPED(Kind.DROP),
  /** Times that the interface was found down. */
  DOWN(Kind.TIMES);

  /** What kind of thing is counted. */
  public enum Kind {
    /** Frames that went through the port. */
    FRAMES,
    BYTES,
    /** The same frames, on the side of the tap device. */
    TAP,
    /** Frames that were lost; each count is for one cause. */
    DROP,
    TIMES
  }

  private static final Map<String, EthernetCount> BY_KEY =
      Stream.of(values()).collect(Collectors.toUnmodifiableMap(EthernetCount::key, one -> one));

  private final Kind kind;

  EthernetCount(Kind kind) {
    this.kind = kind;
  }

  /** Whether it counts frames that were lost. */
  public boolean isDrop() {
    return kind == Kind.DROP;
  }

  /** Its name in files, in JSON and in metrics, where a drop is named by its cause. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The one of a key; empty for one that another version counts. */
  public static Optional<EthernetCount> of(String key) {
    return Optional.ofNullable(BY_KEY.get(key));
  }
}
