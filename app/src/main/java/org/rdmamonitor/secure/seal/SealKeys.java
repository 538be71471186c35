// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.seal;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The key schedule: each direction of each queue pair has its own key, which is derived by the TLS
 * exporter (RFC 5705; RFC 8446, section 7.5) with a label of this protocol.
 */
public final class SealKeys {
  /** The exporter's label. */
  public static final String LABEL = "EXPERIMENTAL rdma-secure seal 1";

  private static final int MOST_QUEUE_PAIRS = 1 << 16;

  private final Exporter exporter;

  /** The exporter of a TLS connection, such as {@code ControlChannel::exportKey}. */
  @FunctionalInterface
  public interface Exporter {
    /**
     * Derives bytes.
     *
     * @throws IOException if the connection cannot export any
     */
    byte[] export(String label, byte[] context, int length) throws IOException;
  }

  public SealKeys(Exporter exporter) {
    this.exporter = exporter;
  }

  /**
   * The key of one direction of one queue pair. Only one {@link Sealer} may ever be made of it.
   *
   * @param queuePair index in the connection's list, from 0 to 65535
   * @throws IOException if the exporter fails
   */
  public SealKey key(Direction direction, int queuePair) throws IOException {
    if (queuePair < 0 || queuePair >= MOST_QUEUE_PAIRS) {
      throw new IllegalArgumentException("no index of a queue pair: " + queuePair);
    }
    byte[] context =
        ByteBuffer.allocate(3).put((byte) direction.code()).putShort((short) queuePair).array();
    return new SealKey(direction, queuePair, exporter.export(LABEL, context, SealKey.BYTES));
  }
}
