// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.MemorySegment;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;

/** A request to connect: to be taken over by {@link #moveTo}, or closed. */
public final class ConnectionRequest extends Resource {
  private final byte[] privateData;
  private final int readsServed;
  private final int readsAsked;
  private boolean moved;

  ConnectionRequest(EventChannel channel, long address, byte[] privateData, int served, int asked) {
    super("request to connect", address, channel);
    this.privateData = privateData;
    this.readsServed = served;
    this.readsAsked = asked;
  }

  /** The request's private data, padded to 56 bytes with zeros; anybody can have sent it. */
  public byte[] privateData() {
    return privateData.clone();
  }

  /** READs and atomics of the other end at a time that it wants to be served. */
  public int readsServed() {
    return readsServed;
  }

  /** READs and atomics at a time that the other end would serve. */
  public int readsAsked() {
    return readsAsked;
  }

  /**
   * Turns it into an identifier, to be accepted, whose events come on another channel; this request
   * is closed then.
   *
   * @throws VerbsException if that fails; it is rejected when it is closed
   */
  public CommunicationId moveTo(EventChannel channel) {
    synchronized (this) {
      VerbsException.check(
          "take over a request to connect", RdmaVerbs.rv_cm_migrate(struct(), channel.struct()));
      CommunicationId result = new CommunicationId(channel, address());
      moved = true;
      close();
      return result;
    }
  }

  /** Rejects it, unless it was moved. */
  @Override
  int destroy(MemorySegment struct) {
    if (moved) {
      return 0;
    }
    // The request may be gone at the other end, which does not matter.
    var ignored = RdmaVerbs.rv_cm_reject(struct);
    return RdmaVerbs.rv_cm_destroy_id(struct);
  }
}
