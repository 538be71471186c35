// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.rdmamonitor.secure.seal.Seal;
import org.rdmamonitor.secure.seal.SealException;
import org.rdmamonitor.secure.wire.Operation;

/** Sealed messages; their contents are a pattern if they are to be verified. */
final class SealedContents implements Contents {
  private final boolean verify;
  private final boolean copies;
  private final Role own;
  private final Role other;
  private ByteBuffer sent = ByteBuffer.allocate(0);
  private ByteBuffer received = ByteBuffer.allocate(0);
  private ByteBuffer copy = ByteBuffer.allocate(0);
  private long size;

  SealedContents(TransferPlan plan, Role own) {
    this.verify = plan.verify();
    // Copied first: memory that the other end can write to must not change between the check and
    // the use.
    this.copies =
        plan.operation() == Operation.WRITE || plan.operation() == Operation.WRITE_WITH_IMMEDIATE;
    this.own = own;
    this.other = own == Role.ACTIVE ? Role.PASSIVE : Role.ACTIVE;
  }

  @Override
  public void prepare(long size) {
    this.size = size;
    sent = ByteBuffer.allocate((int) size);
    received = ByteBuffer.allocate((int) size);
    copy = ByteBuffer.allocate(copies ? (int) size + Seal.OVERHEAD_BYTES : 0);
    fill(0, 0);
  }

  private void fill(int lane, long number) {
    Pattern.fill(
        MemorySegment.ofArray(sent.array()), 0, size, Pattern.seed(own, lane, size, number));
  }

  @Override
  public void write(Lane lane, long offset, long number) {
    if (verify) {
      fill(lane.index(), number);
    }
    ByteBuffer to = lane.memory().buffer(offset, (int) size + Seal.OVERHEAD_BYTES);
    try {
      sealing(lane).sealer().seal(sent.clear(), to);
    } catch (SealException usedUp) {
      throw new TransferException("Nothing more can be sealed: " + usedUp.getMessage(), usedUp);
    }
  }

  @Override
  public boolean isRight(Lane lane, long offset, long bytes, long number) {
    if (bytes != size + Seal.OVERHEAD_BYTES) {
      return false;
    }
    try {
      sealing(lane).opener().open(sealed(lane, offset, (int) bytes), received.clear());
    } catch (SealException wrong) {
      return false;
    }
    return !verify
        || Pattern.matches(
            MemorySegment.ofArray(received.array()),
            0,
            size,
            Pattern.seed(other, lane.index(), size, number));
  }

  private ByteBuffer sealed(Lane lane, long offset, int bytes) {
    ByteBuffer arrived = lane.memory().buffer(offset, bytes);
    return copies ? copy.clear().put(arrived).flip() : arrived;
  }

  private static Lane.Sealing sealing(Lane lane) {
    Optional<Lane.Sealing> sealing = lane.sealing();
    return sealing.orElseThrow();
  }
}
