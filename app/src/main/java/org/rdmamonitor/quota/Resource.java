// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.Arrays;
import java.util.Optional;

/** What is counted, and may be limited. */
public enum Resource {
  QP("qp", "queue pairs"),
  CQ("cq", "completion queues"),
  MR("mr", "memory regions"),
  MR_BYTES("mr-bytes", "bytes registered");

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
