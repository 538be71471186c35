// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.device;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.rdmamonitor.litmus.device.DeviceTestbeds.Choice;
import org.rdmamonitor.litmus.run.LanePlan;
import org.rdmamonitor.litmus.run.TestPlan;
import org.rdmamonitor.litmus.run.Testbed;
import org.rdmamonitor.nativelib.verbs.Processors;
import org.rdmamonitor.nativelib.verbs.Verbs;

/** Memory and queue pairs of devices, for one test. */
final class DeviceTestbed implements Testbed {
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final List<DeviceNode> nodes = new ArrayList<>();
  private final List<DeviceLane> lanes = new ArrayList<>();

  DeviceTestbed(
      Verbs verbs, List<Choice> choices, TestPlan plan, int instances, boolean isQueueing) {
    try {
      for (int i = 0; i < plan.nodes().size(); i++) {
        Choice choice = choices.get(i % choices.size());
        nodes.add(
            keep(
                new DeviceNode(
                    verbs, choice, plan.nodes().get(i), instances, plan.needsAtomics())));
      }
      for (LanePlan lane : plan.lanes()) {
        lanes.add(
            keep(
                new DeviceLane(
                    nodes.get(lane.node()), nodes.get(lane.remote()), lane, isQueueing)));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private <T extends AutoCloseable> T keep(T resource) {
    open.push(resource);
    return resource;
  }

  @Override
  public Memory memory(int node) {
    return nodes.get(node);
  }

  @Override
  public Lane lane(int index) {
    return lanes.get(index);
  }

  @Override
  public void pin(int processor) {
    Processors.pin(processor % Processors.count());
  }

  @Override
  public void close() {
    Closing.all(open);
  }
}
