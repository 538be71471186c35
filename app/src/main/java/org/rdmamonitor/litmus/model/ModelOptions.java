// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.Locale;

/**
 * Choices where the descriptions of hardware leave room for doubt.
 *
 * @param flush which writes have to be in remote memory before a remote read or atomic reads there
 * @param remoteReads whether remote reads keep their order
 * @param remoteFence what a remote fence waits for
 * @param profile the kind of device; with {@link Profile#RXE} the first two have no effect
 */
public record ModelOptions(
    Flush flush, RemoteReads remoteReads, RemoteFence remoteFence, Profile profile) {
  /** The options that apply when none is given. */
  public static final ModelOptions DEFAULT =
      new ModelOptions(Flush.QP, RemoteReads.UNORDERED, RemoteFence.ALL, Profile.MODEL);

  /** Soft-RoCE. */
  public static final ModelOptions RXE =
      new ModelOptions(Flush.QP, RemoteReads.UNORDERED, RemoteFence.ALL, Profile.RXE);

  /** Which writes a remote read waits for. */
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
    /** Any device: writes are buffered before they reach memory, and may overtake reads. */
    MODEL,

    /** Soft-RoCE: the responder executes requests in order, and writes to memory at once. */
    RXE
  }

  /** Whether the responder works as with {@link Profile#RXE}. */
  public boolean isRxe() {
    return profile == Profile.RXE;
  }

  /** The options as reports print them. */
  @Override
  public String toString() {
    String fence = "rfence=" + word(remoteFence);
    return isRxe()
        ? "profile=rxe " + fence
        : "flush=" + word(flush) + " remote-reads=" + word(remoteReads) + " " + fence;
  }

  /** A constant as command lines and reports write it. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
