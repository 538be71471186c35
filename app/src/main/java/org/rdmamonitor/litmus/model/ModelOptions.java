// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.Locale;

/**
 * Where descriptions of the hardware leave doubt.
 *
 * @param flush what has to be in remote memory before a remote read or atomic reads there
 * @param remoteReads whether they keep their order
 * @param remoteFence what a remote fence waits for
 * @param profile the kind of device; {@link Profile#RXE} makes the first two void
 */
public record ModelOptions(
    Flush flush, RemoteReads remoteReads, RemoteFence remoteFence, Profile profile) {
  /** The model as it is without options. */
  public static final ModelOptions DEFAULT =
      new ModelOptions(Flush.QP, RemoteReads.UNORDERED, RemoteFence.ALL, Profile.MODEL);

  /** Soft-RoCE. */
  public static final ModelOptions RXE =
      new ModelOptions(Flush.QP, RemoteReads.UNORDERED, RemoteFence.ALL, Profile.RXE);

  /** What a remote read flushes. */
  public enum Flush {
    /** Writes of the same queue pair. */
    QP,

    /** Writes of all queue pairs to the node. */
    NIC
  }

  /** Whether gets and atomics of a queue pair are executed in their order at the remote node. */
  public enum RemoteReads {
    UNORDERED,
    ORDERED
  }

  /** What a remote fence waits for. */
  public enum RemoteFence {
    /** All that was posted before it. */
    ALL,

    /** Gets and atomics posted before it. */
    READS
  }

  /** A kind of device. */
  public enum Profile {
    /** Any: writes wait to reach memory, and overtake reads. */
    MODEL,

    /** The responder works in order, and at once in memory. */
    RXE
  }

  /** Whether the responder is that of {@link Profile#RXE}. */
  public boolean isRxe() {
    return profile == Profile.RXE;
  }

  /** As reports say it. */
  @Override
  public String toString() {
    String fence = "rfence=" + word(remoteFence);
    return isRxe()
        ? "profile=rxe " + fence
        : "flush=" + word(flush) + " remote-reads=" + word(remoteReads) + " " + fence;
  }

  /** A constant as command lines and reports have it. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
