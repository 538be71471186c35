// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.Instruction.Request;
import org.rdmamonitor.litmus.language.Instruction.Store;

/**
 * A moment of an execution.
 *
 * @param id from 0
 * @param row of the program, from 1
 * @param place the location or the node that it concerns
 */
record Point(int id, Kind kind, int thread, int row, Instruction instruction, String place) {
  /** What happens there; in brackets the name of the paper's event. */
  enum Kind {
    /** The processor executes the instruction. */
    STEP,

    /** A store goes from the store buffer to memory, or a request to its queue pair. */
    LEAVE,

    /** The NIC reads the source of a put (nlR). */
    SOURCE,

    /** The remote node has accepted the write of a put (nrW). */
    ACCEPT,

    /** A get reads remote memory (nrR). */
    REMOTE_READ,

    /** An atomic reads remote memory and issues its write (nAR). */
    ATOMIC,

    /** The write is in remote memory (nrW). */
    REMOTE_WRITE,

    /** An operation is over: its data, if any, and its completion are on their way (nlW, nF). */
    FINISH,

    /** Data is in local memory (nlW). */
    LOCAL_WRITE
  }

  /** {@code P0.2:nlR(x)}. */
  @Override
  public String toString() {
    return "P" + thread + "." + row + ":" + event();
  }

  private String event() {
    return switch (kind) {
      case STEP -> step();
      case LEAVE -> instruction instanceof Store ? "lW(" + place + ")" : "sent";
      case SOURCE -> "nlR(" + place + ")";
      case ACCEPT -> "nrW(" + place + ") issued";
      case REMOTE_READ -> "nrR(" + place + ")";
      case ATOMIC -> "nAR(" + place + ")";
      case REMOTE_WRITE -> "nrW(" + place + ")";
      case FINISH ->
          switch (instruction) {
            case Instruction.RemoteFence fence -> "nF(" + fence.node() + ")";
            case Instruction.Put _, Instruction.InlinePut _ -> "completion";
            default -> "nlW(" + place + ") issued";
          };
      case LOCAL_WRITE -> "nlW(" + place + ")";
    };
  }

  private String step() {
    return switch (instruction) {
      case Store store -> "lW(" + store.location() + ") buffered";
      case Instruction.Load load -> "lR(" + load.location() + ")";
      case Instruction.Await await -> "lR(" + await.location() + ")";
      case Instruction.CompareAndSwap swap -> "CAS(" + swap.location() + ")";
      case Instruction.Fence _ -> "mfence";
      case Instruction.Poll poll -> "poll(" + poll.node() + ")";
      case Request _ -> "posted";
    };
  }
}
