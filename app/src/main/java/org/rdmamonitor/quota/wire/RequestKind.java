// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.wire;

import java.util.Arrays;
import java.util.Optional;
import org.rdmamonitor.quota.Amounts;

/** What can be asked for. */
public enum RequestKind {
  QP,
  CQ,
  /** Takes a number of bytes. */
  MR;

  static Optional<RequestKind> of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.name().equals(word)).findFirst();
  }

  boolean hasBytes() {
    return this == MR;
  }

  /** One of them. */
  Amounts one(long bytes) {
    return switch (this) {
      case QP -> Amounts.ONE_QP;
      case CQ -> Amounts.ONE_CQ;
      case MR -> Amounts.region(bytes);
    };
  }
}
