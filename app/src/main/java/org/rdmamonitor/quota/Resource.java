// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What is counted, and may be limited. */
public enum Resource {
  QP("qp", "queue pairs"),
  CQ("cq", "completion queues"),
  MR("mr", "memory regions"),
  MR_BYTES("mr-bytes", "bytes registered"),
  /** Creations asked for and destructions told of; has no amount, and starts anew each second. */
  CALLS("calls", "control calls of this second");

  /** Those that are held from a grant to a release: all but {@link #CALLS}. */
  public static final List<Resource> HELD = List.of(QP, CQ, MR, MR_BYTES);

  private final String key;
  private final String title;

  Resource(String key, String title) {
    this.key = key;
    this.title = title;
  }

  /** As users write it. */
  public String key() {
    return key;
  }

  /** As in {@code 3 queue pairs}. */
  public String title() {
    return title;
  }

  /** The resource of a key; empty if there is none. */
  public static Optional<Resource> of(String key) {
    return Arrays.stream(values()).filter(resource -> resource.key.equals(key)).findFirst();
  }
}
