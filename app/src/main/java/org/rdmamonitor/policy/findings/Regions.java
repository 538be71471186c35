// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.rdmamonitor.model.BoundedMap;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.Region;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.policy.DetectorInput;

/**
 * The live memory regions that a rule looks at. They are known from the calls that registered them,
 * since the kernel's list does not have what they permit peers to do; but the list tells which
 * regions are gone. Beyond a number the least recently registered are forgotten.
 */
final class Regions {
  /**
   * A list takes time to make: what was registered within this time before it may be missing from
   * it.
   */
  private static final Duration LISTING = Duration.ofSeconds(1);

  private record Key(int device, int id) {}

  /** A region, and who registered it. */
  record Registered(int device, Region region, ControlCall.Caller caller, Instant time) {}

  private final Predicate<Region> ofConcern;
  private final Map<Key, Registered> regions;

  Regions(int capacity, Predicate<Region> ofConcern) {
    this.ofConcern = ofConcern;
    this.regions = new BoundedMap<>(capacity);
  }

  void see(ControlCall call) {
    if (call.failed() || call.objectId().isEmpty() || call.device() == Device.UNKNOWN_INDEX) {
      return;
    }
    Key key = new Key(call.device(), call.objectId().getAsInt());
    if (call.verb() == Verb.MR_DEREG) {
      regions.remove(key);
    } else if (call.verb() == Verb.MR_REG && call.detail() instanceof Region region) {
      regions.remove(key);
      if (!call.caller().kernel() && ofConcern.test(region)) {
        regions.put(key, new Registered(call.device(), region, call.caller(), call.time()));
      }
    }
  }

  /** The regions that exist, according to the latest list. */
  Collection<Registered> live(DetectorInput input) {
    if (input.isNewlyListed()
        && !regions.isEmpty()
        && input.sample().inventory().hasAll(ResourceType.MR)) {
      Set<Key> listed = new HashSet<>();
      for (LiveObject object : input.sample().inventory().objects()) {
        if (object.type() == ResourceType.MR) {
          listed.add(new Key(object.device(), object.id()));
        }
      }
      Instant surely = input.sample().inventory().time().minus(LISTING);
      regions
          .entrySet()
          .removeIf(entry ->
              !listed.contains(entry.getKey()) && entry.getValue().time().isBefore(surely));
    }
    return regions.values();
  }
}
