// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.util.Map;
import java.util.OptionalLong;

/**
 * How much somebody may have; what is not named is not limited.
 *
 * @param objects the most live objects by type, from 0
 * @param rates the most calls of a verb per second, from 0
 * @param calls the most calls per second of all verbs that can be refused
 * @param mrBytes the greatest sum of the lengths of live memory regions
 */
public record Quota(
    Map<ResourceType, Long> objects,
    Map<Verb, Long> rates,
    OptionalLong calls,
    OptionalLong mrBytes) {
  public static final Quota NONE =
      new Quota(Map.of(), Map.of(), OptionalLong.empty(), OptionalLong.empty());

  /** Without a limit of bytes. */
  public Quota(Map<ResourceType, Long> objects, Map<Verb, Long> rates, OptionalLong calls) {
    this(objects, rates, calls, OptionalLong.empty());
  }

  public Quota {
    objects = Map.copyOf(objects);
    rates = Map.copyOf(rates);
  }

  public boolean isEmpty() {
    return objects.isEmpty() && rates.isEmpty() && calls.isEmpty() && mrBytes.isEmpty();
  }
}
