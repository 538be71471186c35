// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import org.rdmamonitor.nativelib.generated.ibv_recv_wr;

/**
 * Receives, laid out once and posted again and again with {@link QueuePair#postReceive}. Posting
 * copies them, so that they may be changed at once; the buffers belong to the device until the
 * receive completes. For use by one thread at a time.
 */
public final class ReceiveRequests {
  private final Chain chain;

  private ReceiveRequests(Chain chain) {
    this.chain = chain;
  }

  /** So many receives of one buffer each, from 1. */
  public static ReceiveRequests of(int size) {
    return of(size, 1);
  }

  /**
   * So many receives, from 1, of so many buffers each; without any, only immediate data of a WRITE
   * can be received.
   */
  public static ReceiveRequests of(int size, int segments) {
    return new ReceiveRequests(new Chain(ibv_recv_wr.sizeof(), size, segments));
  }

  Chain chain() {
    return chain;
  }

  /** How many there are. */
  public int size() {
    return chain.size();
  }

  /** What its completion tells it by. */
  public ReceiveRequests id(int i, long id) {
    chain.setId(i, id);
    return this;
  }

  /** The buffer that a message goes to; with datagrams, the first 40 bytes are a header's. */
  public ReceiveRequests buffer(int i, long address, int length, int lkey) {
    chain.setSegment(i, 0, address, length, lkey);
    return this;
  }
}
