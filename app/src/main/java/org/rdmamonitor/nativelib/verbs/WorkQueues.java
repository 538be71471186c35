// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

/** Where work requests go; {@link QueuePair} is the real one. */
public interface WorkQueues {
  /** Bytes that a send work request can carry itself. */
  int maxInline();

  /**
   * Posts a part of a chain of send work requests; neither allocates nor blocks.
   *
   * @param first from 0
   * @param count from 1
   * @throws VerbsException if the queue is full or a work request is wrong; its message tells how
   *     many were posted before
   */
  void postSend(WorkRequests requests, int first, int count);

  /** Posts all of a chain of send work requests. */
  default void postSend(WorkRequests requests) {
    postSend(requests, 0, requests.size());
  }

  /**
   * Posts a part of a chain of receives; neither allocates nor blocks.
   *
   * @param first from 0
   * @param count from 1
   * @throws VerbsException as {@link #postSend(WorkRequests, int, int)} does
   */
  void postReceive(ReceiveRequests requests, int first, int count);

  /** Posts all of a chain of receives. */
  default void postReceive(ReceiveRequests requests) {
    postReceive(requests, 0, requests.size());
  }
}
