// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/** One message. Each kind checks its fields when it is made: an invalid one does not exist. */
public sealed interface Message
    permits Welcome,
        Request,
        Offer,
        Answer,
        Ready,
        Start,
        Result,
        Bye,
        Refusal,
        Join,
        Role,
        Roster,
        Parcel {
  /** Its number on the wire and its limits. */
  MessageType type();

  /** Writes its fields behind the header. */
  void write(WireOutput out);
}
