// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.words;

import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.call.Signal;

/** What is said of the ends of queue pairs in text and on the screen. */
public final class EndWords {
  private EndWords() {}

  /**
   * {@code process killed by SIGKILL; was RTS, peer 10.1.0.7, rqpn 331}; {@code destroyed after
   * RETRY_EXC_ERR}; {@code destroyed 2.04 ms after DISCONNECTED}.
   */
  public static String of(QueuePairEnd end) {
    String cause = (cause(end) + " " + end.after()).strip();
    String connection = String.join(", ", connection(end));
    if (connection.isEmpty()) {
      return cause;
    }
    return (cause.isEmpty() ? "" : cause + "; ") + "was " + connection;
  }

  /** Why it ended; empty where that was not seen. */
  public static String cause(QueuePairEnd end) {
    return switch (end.cause()) {
      case UNKNOWN -> "";
      case DESTROYED -> "destroyed";
      case CLOSED -> "device closed";
      case EXITED -> "process exited with " + end.status();
      case KILLED -> "process killed by " + Signal.name(end.status());
      case OUT_OF_MEMORY -> "process killed, likely by the OOM killer";
      case DEVICE_REMOVED -> "device removed";
      case KERNEL_CONSUMER -> "by the kernel";
    };
  }

  private static List<String> connection(QueuePairEnd end) {
    List<String> words = new ArrayList<>();
    end.state().ifPresent(state -> words.add(state.name()));
    end.address().ifPresent(address -> words.add("peer " + ConnectionWords.peer(address)));
    if (end.peerQpn().isPresent()) {
      words.add("rqpn " + Integer.toUnsignedString(end.peerQpn().getAsInt()));
    }
    return words;
  }

  /** Whether the status is the number of a signal. */
  public static boolean isSignal(EndCause cause) {
    return cause == EndCause.KILLED || cause == EndCause.OUT_OF_MEMORY;
  }
}
