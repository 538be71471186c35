// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.rdmamonitor.model.resource.QueuePairState;

/** What {@code explain} says of the states of a queue pair. */
public final class StateExplanation {
  private StateExplanation() {}

  /** The state of a name, in any case. */
  public static Optional<QueuePairState> named(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    return Arrays.stream(QueuePairState.values())
        .filter(state -> state.name().equals(upper))
        .findFirst();
  }

  /** That of a state. */
  public static Explanation of(QueuePairState state) {
    return switch (state) {
      case RESET ->
          new Explanation(
              "new, or set back",
              "The queue pair was made, or set back: it has no peer, and neither sends nor takes"
                  + " anything. What was posted to it before is gone without a completion.",
              "Nothing, if its program is about to connect it. Queue pairs that stay here are told"
                  + " by rule L2.");
      case INIT ->
          new Explanation(
              "has a port, and no peer yet",
              "The queue pair is bound to a port and takes receive requests; packets to it are"
                  + " dropped.",
              "Nothing, if its program is about to connect it. Queue pairs that stay here are told"
                  + " by rule L2; rule N3 tells of those whose way to the peer was not found.");
      case RTR ->
          new Explanation(
              "ready to receive",
              "The queue pair knows its peer and takes its packets. It does not send requests yet.",
              "A server by RDMA-CM waits here until its client's first packet. If it stays here,"
                  + " the peer may not have connected its end: rdma-monitor join looks at both.");
      case RTS ->
          new Explanation(
              "ready to send", "The queue pair is connected: it sends and receives.", "Nothing.");
      case SQD ->
          new Explanation(
              "send queue drained",
              "The program has stopped the send queue, to change the queue pair; it still"
                  + " receives.",
              "It goes on when the program sets it to RTS. Few programs do this: see what it"
                  + " does.");
      case SQE ->
          new Explanation(
              "send queue in error",
              "A send request of an unreliable queue pair (UC, UD) has failed. What was posted to"
                  + " send behind it is flushed; it still receives.",
              "See the program's first bad completion (librdma_intercept tells it). It goes on when"
                  + " the program sets it to RTS.");
      case ERR ->
          new Explanation(
              "in error",
              "The connection is over: a request of its own or of the peer's has failed, RDMA-CM"
                  + " has disconnected it, or its program has set it so. All requests that were"
                  + " posted are flushed (WR_FLUSH_ERR), and packets to it are dropped.",
              "Look for what came before: asynchronous events and bad completions in rdma-monitor"
                  + " events, the peer's end by rdma-monitor join. It is of use again only by way"
                  + " of RESET.");
    };
  }
}
