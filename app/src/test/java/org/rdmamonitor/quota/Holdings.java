// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

/** Amounts for tests. */
public final class Holdings {
  /** A completion queue whose entries were not told. */
  public static final Amounts ONE_CQ = Amounts.queue(0);

  private Holdings() {}

  /** Of each, without entries of completion queues. */
  public static Amounts amounts(long qp, long cq, long mr, long mrBytes) {
    return Amounts.of(Resource.QP, qp)
        .plus(Amounts.of(Resource.CQ, cq))
        .plus(Amounts.objects(Resource.MR, mr, mrBytes));
  }
}
