// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import java.util.List;
import org.rdmamonitor.secure.wire.Measure;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.Transport;

/** Chooses the engine. */
final class Engines {
  private Engines() {}

  static Engine of(TransferPlan plan, Role role, List<Lane> lanes, Control control) {
    check(plan, role, lanes);
    if (plan.measure() == Measure.BANDWIDTH) {
      return new Bandwidth(plan, role, lanes, control);
    }
    if (!LaneLayout.isPingPong(plan)) {
      // The passive end of a READ or an atomic operation does nothing, in either measure.
      return role == Role.ACTIVE
          ? new RoundTrips(plan, lanes.getFirst(), control)
          : new Bandwidth(plan, role, lanes.subList(0, 1), control);
    }
    return plan.operation() == Operation.WRITE
        ? new MemoryPingPong(plan, role, lanes.getFirst(), control)
        : new MessagePingPong(plan, role, lanes.getFirst(), control);
  }

  private static void check(TransferPlan plan, Role role, List<Lane> lanes) {
    LaneLayout layout = LaneLayout.of(plan, role);
    require(!lanes.isEmpty(), "there is no lane");
    for (int i = 0; i < lanes.size(); i++) {
      Lane lane = lanes.get(i);
      boolean begins = layout.own() > 0;
      require(lane.index() == i, "has the index " + lane.index(), i);
      require(lane.memory().bytes() >= layout.bytes(), "has too little memory", i);
      require(!plan.sealed() || lane.sealing().isPresent(), "has nothing to seal with", i);
      require(
          !begins || plan.transport() != Transport.UD || lane.destination().isPresent(),
          "has no destination",
          i);
      require(
          !begins
              || plan.operation() == Operation.SEND
              || lane.remote().filter(remote -> remote.bytes() >= part(layout)).isPresent(),
          "cannot reach enough of the other's memory",
          i);
    }
  }

  private static long part(LaneLayout layout) {
    return Math.max(layout.own(), layout.opened());
  }

  private static void require(boolean condition, String complaint, int lane) {
    require(condition, "lane %d %s".formatted(lane, complaint));
  }

  private static void require(boolean condition, String complaint) {
    if (!condition) {
      throw new IllegalArgumentException(complaint);
    }
  }
}
