// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.util.List;

/** The client's end, one entry for each queue pair requested, in the order of the {@link Offer}. */
public record Answer(List<QueuePairEndpoint> queuePairs) implements Message {
  public Answer {
    queuePairs = Endpoints.checked(queuePairs);
  }

  @Override
  public MessageType type() {
    return MessageType.ANSWER;
  }

  @Override
  public void write(WireOutput out) {
    Endpoints.write(queuePairs, out);
  }

  static Answer read(WireInput in) throws WireException {
    return new Answer(Endpoints.read(in));
  }
}
