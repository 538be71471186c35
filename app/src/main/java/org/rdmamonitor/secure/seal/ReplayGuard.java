// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.seal;

import org.rdmamonitor.secure.seal.SealException.Reason;

/** Remembers which counters have been seen. Not safe for threads. */
final class ReplayGuard {
  /** How many counters, up to the latest one, are remembered one by one (RFC 6479). */
  static final int WINDOW = 1024;

  private final MessageOrder order;
  private final long[] seen = new long[WINDOW / Long.SIZE];
  private long latest = -1;

  ReplayGuard(MessageOrder order) {
    this.order = order;
  }

  /**
   * Checks whether a message may be opened; remembers nothing, since it is not authenticated yet.
   *
   * @throws SealException if not
   */
  void check(long counter) throws SealException {
    if (counter < 0) {
      throw new SealException(Reason.OUT_OF_ORDER, "the counter is not below 2^63");
    }
    switch (order) {
      case STRICT -> checkAscending(counter, counter == latest + 1);
      case ASCENDING -> checkAscending(counter, true);
      case WINDOW -> checkWindow(counter);
      case ANY -> {}
    }
  }

  private void checkAscending(long counter, boolean isDue) throws SealException {
    if (counter <= latest) {
      throw new SealException(
          Reason.REPLAYED,
          "message %d came again, or too late, after %d".formatted(counter, latest));
    }
    if (!isDue) {
      throw new SealException(
          Reason.OUT_OF_ORDER, "message %d came where %d was due".formatted(counter, latest + 1));
    }
  }

  private void checkWindow(long counter) throws SealException {
    if (counter <= latest - WINDOW) {
      throw new SealException(
          Reason.REPLAYED, "message %d came too late, after %d".formatted(counter, latest));
    }
    if (counter <= latest && (seen[word(counter)] & bit(counter)) != 0) {
      throw new SealException(Reason.REPLAYED, "message %d came again".formatted(counter));
    }
  }

  /** To be called after a message was found authentic: remembers its counter. */
  void accept(long counter) {
    if (order == MessageOrder.WINDOW) {
      long from = Math.max(latest + 1, counter - WINDOW + 1);
      for (long fresh = from; fresh <= counter; fresh++) {
        seen[word(fresh)] &= ~bit(fresh);
      }
      seen[word(counter)] |= bit(counter);
    }
    latest = Math.max(latest, counter);
  }

  private static int word(long counter) {
    return (int) (counter % WINDOW) / Long.SIZE;
  }

  private static long bit(long counter) {
    return 1L << (counter % Long.SIZE);
  }
}
