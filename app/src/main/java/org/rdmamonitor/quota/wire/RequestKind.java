// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.wire;

import java.util.Arrays;
import java.util.Optional;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Resource;

/** What can be asked for. */
public enum RequestKind {
  QP(Resource.QP),
  /** May be followed by {@link #ENTRIES} and a number. */
  CQ(Resource.CQ),
  /** Takes a number of bytes. */
  MR(Resource.MR);

  /** Before the number of entries of a completion queue. */
  static final String ENTRIES = "entries=";

  private final Resource resource;

  RequestKind(Resource resource) {
    this.resource = resource;
  }

  static Optional<RequestKind> of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.name().equals(word)).findFirst();
  }

  boolean hasBytes() {
    return this == MR;
  }

  /** One of them, of so many bytes or entries. */
  Amounts one(long size) {
    return Amounts.object(resource, size);
  }
}
