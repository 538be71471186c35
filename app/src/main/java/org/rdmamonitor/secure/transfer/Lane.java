// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import java.util.Optional;
import org.rdmamonitor.nativelib.verbs.AddressHandle;
import org.rdmamonitor.nativelib.verbs.CompletionQueue;
import org.rdmamonitor.nativelib.verbs.HostMemory;
import org.rdmamonitor.nativelib.verbs.WorkQueues;
import org.rdmamonitor.secure.seal.Opener;
import org.rdmamonitor.secure.seal.Sealer;

/**
 * One connected queue pair, ready to send, and what belongs to it. Lanes may share completion
 * queues, and are faster if all share one for sends and another one for receives; each queue must
 * hold everything that its lanes may have under way.
 *
 * @param index among the lanes of a client, from 0; the same at both ends
 * @param queuePair with room for {@link TransferPlan#sends()} and {@link TransferPlan#receives()}
 * @param sends where its sends complete
 * @param receives where its receives complete; not the same as {@code sends} of any lane
 * @param memory with {@link LaneLayout#bytes()} at least
 * @param lkey of the region that the memory was registered as
 * @param remote the part of the other end's memory that is open to this one; none with SEND
 * @param destination where datagrams go; only with UD
 * @param sealing if contents are sealed
 */
public record Lane(
    int index,
    WorkQueues queuePair,
    CompletionQueue sends,
    CompletionQueue receives,
    HostMemory memory,
    int lkey,
    Optional<Remote> remote,
    Optional<Destination> destination,
    Optional<Sealing> sealing) {
  /** The most lanes that a client has. */
  public static final int MOST = 1024;

  /**
   * The other end's open memory, {@link LaneLayout#opened()} bytes there.
   *
   * @param address of its first byte, as work requests name it
   * @param bytes how much it is
   */
  public record Remote(long address, int rkey, long bytes) {}

  /** Where datagrams go. */
  public record Destination(AddressHandle handle, int queuePair, int qkey) {}

  /**
   * Seals and opens; closed by whoever made them.
   *
   * @param opener for the order of {@link TransferPlan#order()}
   */
  public record Sealing(Sealer sealer, Opener opener) {}

  /** Checks the index. */
  public Lane {
    if (index < 0 || index >= MOST) {
      throw new IllegalArgumentException("no index of a lane: " + index);
    }
  }
}
