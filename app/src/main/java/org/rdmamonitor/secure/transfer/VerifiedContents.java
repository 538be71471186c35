// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

/** A pattern in the clear. */
final class VerifiedContents implements Contents {
  private final Role own;
  private final Role other;
  private long size;

  VerifiedContents(Role own) {
    this.own = own;
    this.other = own == Role.ACTIVE ? Role.PASSIVE : Role.ACTIVE;
  }

  @Override
  public void prepare(long size) {
    this.size = size;
  }

  @Override
  public void write(Lane lane, long offset, long number) {
    Pattern.fill(
        lane.memory().segment(), offset, size, Pattern.seed(own, lane.index(), size, number));
  }

  @Override
  public boolean isRight(Lane lane, long offset, long bytes, long number) {
    return bytes == size
        && Pattern.matches(
            lane.memory().segment(), offset, size, Pattern.seed(other, lane.index(), size, number));
  }
}
