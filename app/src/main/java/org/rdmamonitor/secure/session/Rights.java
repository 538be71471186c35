// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.util.EnumSet;
import java.util.Set;
import org.rdmamonitor.nativelib.verbs.Access;
import org.rdmamonitor.secure.transfer.Role;
import org.rdmamonitor.secure.wire.Measure;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.TransferOption;

/** The access that one end grants the other to its memory: no more than the operation needs. */
final class Rights {
  private Rights() {}

  /** The access to the memory of an end; empty if the other end does not access it. */
  static Set<Access> remote(Request request, Role end) {
    return isTarget(request, end)
        ? switch (request.operation()) {
          case SEND -> EnumSet.noneOf(Access.class);
          case WRITE, WRITE_WITH_IMMEDIATE -> EnumSet.of(Access.REMOTE_WRITE);
          case READ -> EnumSet.of(Access.REMOTE_READ);
          case COMPARE_AND_SWAP, FETCH_AND_ADD -> EnumSet.of(Access.REMOTE_ATOMIC);
        }
        : EnumSet.noneOf(Access.class);
  }

  /**
   * Whether the other end accesses this end's memory: the server's always, the client's if both
   * ends send, or take turns.
   */
  private static boolean isTarget(Request request, Role end) {
    boolean takesTurns =
        request.measure() == Measure.LATENCY
            && switch (request.operation()) {
              case WRITE, WRITE_WITH_IMMEDIATE -> true;
              case SEND, READ, COMPARE_AND_SWAP, FETCH_AND_ADD -> false;
            };
    return end == Role.PASSIVE || request.wants(TransferOption.BIDIRECTIONAL) || takesTurns;
  }
}
