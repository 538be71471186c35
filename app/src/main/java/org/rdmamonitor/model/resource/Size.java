// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The total size of the live objects of a type, beside their number; in the order of display. */
public enum Size {
  /** Bytes that memory regions cover. */
  MR_BYTES(
      ResourceType.MR, "MR bytes", Unit.BYTES, 1L << 42, "Memory that the memory regions cover."),
  /** Entries of completion queues, as many as they were created with. */
  CQ_ENTRIES(
      ResourceType.CQ,
      "CQ entries",
      Unit.ENTRIES,
      1L << 30,
      "Entries of the completion queues, as they were created.");

  private static final Map<ResourceType, Size> BY_TYPE = new EnumMap<>(ResourceType.class);

  static {
    for (Size size : values()) {
      BY_TYPE.put(size.type, size);
    }
  }

  private final String key = name().toLowerCase(Locale.ROOT);
  private final ResourceType type;
  private final String label;
  private final Unit unit;
  private final long most;
  private final String description;

  Size(ResourceType type, String label, Unit unit, long most, String description) {
    this.type = type;
    this.label = label;
    this.unit = unit;
    this.most = most;
    this.description = description;
  }

  /** The type of object that has this size. */
  public ResourceType type() {
    return type;
  }

  /** Its name for people: {@code MR bytes}. */
  public String label() {
    return label;
  }

  /** The objects that have this size, within a sentence: {@code memory regions}. */
  public String objects() {
    return type.plural().toLowerCase(Locale.ROOT);
  }

  public Unit unit() {
    return unit;
  }

  /** The greatest limit: RM_MOST_SIZE of {@code bpf/rdma_monitor.h}, in this size's own unit. */
  public long most() {
    return most;
  }

  /** Its name in JSON, CSV and metrics: {@code mr_bytes}. */
  public String key() {
    return key;
  }

  /** What it is, as metrics describe it. */
  public String description() {
    return description;
  }

  /** An amount of it for people: {@code 64.0 KiB}, {@code 256}. */
  public String text(long amount) {
    return unit.text(amount);
  }

  /** The same with its unit: {@code 64.0 KiB}, {@code 256 entries}. */
  public String words(long amount) {
    return unit == Unit.BYTES ? text(amount) : amount + " entries";
  }

  /** The size of objects of a type; empty for those that have none. */
  public static Optional<Size> of(ResourceType type) {
    return Optional.ofNullable(BY_TYPE.get(type));
  }
}
