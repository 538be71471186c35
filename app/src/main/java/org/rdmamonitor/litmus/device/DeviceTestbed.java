// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.device;

import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.litmus.device.DeviceTestbeds.Choice;
import org.rdmamonitor.litmus.run.LanePlan;
import org.rdmamonitor.litmus.run.TestPlan;
import org.rdmamonitor.litmus.run.Testbed;
import org.rdmamonitor.nativelib.verbs.Processors;
import org.rdmamonitor.nativelib.verbs.Resources;
import org.rdmamonitor.nativelib.verbs.Verbs;

/** Memory and queue pairs of devices, for one test. */
final class DeviceTestbed implements Testbed {
  private final Resources open = new Resources("not all of a test's RDMA resources could be freed");
  private final List<DeviceNode> nodes = new ArrayList<>();
  private final List<DeviceLane> lanes = new ArrayList<>();

  DeviceTestbed(
      Verbs verbs, List<Choice> choices, TestPlan plan, int instances, boolean isQueueing) {
    try {
      for (int i = 0; i < plan.nodes().size(); i++) {
        Choice choice = choices.get(i % choices.size());
        nodes.add(
            open.keep(
                new DeviceNode(
                    verbs, choice, plan.nodes().get(i), instances, plan.needsAtomics())));
      }
      for (LanePlan lane : plan.lanes()) {
        lanes.add(
            open.keep(
                new DeviceLane(
                    nodes.get(lane.node()), nodes.get(lane.remote()), lane, isQueueing)));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
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
    open.close();
  }
}
