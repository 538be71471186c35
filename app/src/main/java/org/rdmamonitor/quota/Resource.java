// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What is counted, and may be limited. */
public enum Resource {
  QP("qp", "QP_COUNT", "queue pairs"),
  CQ("cq", "CQ_COUNT", "completion queues"),
  MR("mr", "MR_COUNT", "memory regions"),
  MR_BYTES("mr-bytes", "MR_BYTES", "bytes registered"),
  CQ_ENTRIES("cq-entries", "CQ_ENTRIES", "entries of completion queues"),
  /** Creations asked for and destructions told of; has no amount, and starts anew each second. */
  CALLS("calls", "CALLS", "control calls of this second");

  /** Those that are held from a grant to a release: all but {@link #CALLS}. */
  public static final List<Resource> HELD = List.of(QP, CQ, MR, MR_BYTES, CQ_ENTRIES);

  /** Kinds of objects, which are created one by one. */
  public static final List<Resource> OBJECTS = List.of(QP, CQ, MR);

  private final String key;
  private final String rule;
  private final String title;

  Resource(String key, String rule, String title) {
    this.key = key;
    this.rule = rule;
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

  /** What objects of this kind have a size in; empty for those that have none. */
  public Optional<Resource> size() {
    return switch (this) {
      case MR -> Optional.of(MR_BYTES);
      case CQ -> Optional.of(CQ_ENTRIES);
      case QP, MR_BYTES, CQ_ENTRIES, CALLS -> Optional.empty();
    };
  }

  /** The kind of objects whose size this is; itself, if it is no size. */
  public Resource kind() {
    return switch (this) {
      case MR_BYTES -> MR;
      case CQ_ENTRIES -> CQ;
      case QP, CQ, MR, CALLS -> this;
    };
  }

  /** Whether amounts of it are bytes. */
  public boolean isBytes() {
    return this == MR_BYTES;
  }

  /** The resource of a key, or of its name in the monitor's config.txt; empty if there is none. */
  public static Optional<Resource> of(String name) {
    return Arrays.stream(values())
        .filter(resource -> resource.key.equals(name) || resource.rule.equals(name))
        .findFirst();
  }
}
