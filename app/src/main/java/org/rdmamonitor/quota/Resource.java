// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is counted, and may be limited. */
public enum Resource {
  QP("qp", "QP_COUNT", "queue pairs", "QP", null),
  CQ("cq", "CQ_COUNT", "completion queues", "CQ", null),
  MR("mr", "MR_COUNT", "memory regions", "MR", null),
  MR_BYTES("mr-bytes", "MR_BYTES", "bytes registered", "Memory", MR),
  CQ_ENTRIES("cq-entries", "CQ_ENTRIES", "entries of completion queues", "CQ entries", CQ),
  /**
   * Creations that were asked for and destructions that were reported; has no amount, and starts
   * anew each second.
   */
  CALLS("calls", "CALLS", "control calls of this second", "Rate", null);

  /** The resources that are held from a grant to a release: all but {@link #CALLS}. */
  public static final List<Resource> HELD =
      Arrays.stream(values()).filter(resource -> resource != CALLS).toList();

  /** Kinds of objects, which are created one by one. */
  public static final List<Resource> OBJECTS =
      HELD.stream().filter(resource -> resource.sizeOf == null).toList();

  /** By kind of objects. */
  private static final Map<Resource, Resource> SIZES =
      HELD.stream()
          .filter(resource -> resource.sizeOf != null)
          .collect(Collectors.toMap(Resource::kind, Function.identity()));

  /**
   * Sizes that are entries of queues. Every queue has some, and drivers make more of them than are
   * asked for.
   */
  public static final List<Resource> ENTRIES =
      HELD.stream().filter(size -> size.sizeOf != null && !size.isBytes()).toList();

  private final String key;
  private final String rule;
  private final String title;
  private final String brief;
  private final @Nullable Resource sizeOf;

  Resource(String key, String rule, String title, String brief, @Nullable Resource sizeOf) {
    this.key = key;
    this.rule = rule;
    this.title = title;
    this.brief = brief;
    this.sizeOf = sizeOf;
  }

  /** The key that users write. */
  public String key() {
    return key;
  }

  /** The plural, as in {@code 3 queue pairs}. */
  public String title() {
    return title;
  }

  /** A word or two, as in {@code CQ entries limit reached}. */
  public String brief() {
    return brief;
  }

  /** The resource for the size of objects of this kind; empty if they have none. */
  public Optional<Resource> size() {
    return Optional.ofNullable(SIZES.get(this));
  }

  /** The kind of objects that have this size; this resource itself, if it is no size. */
  public Resource kind() {
    return sizeOf == null ? this : sizeOf;
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
